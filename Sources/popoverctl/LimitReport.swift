// SPDX-License-Identifier: MIT

internal import PopoverModel

/// Limits as a table, in the order of `hello`.
struct LimitReport {
    let limits: [SceneLimit]

    var table: Table {
        Table(
            header: ["LIMIT", "VALUE", "USED", "PEAK", "HITS", "MOST"],
            rows: limits.map { limit in
                [
                    limit.name, "\(limit.value)", words(limit.used), words(limit.peak),
                    "\(limit.hits)", limit.holder ?? "",
                ]
            })
    }

    private func words(_ count: Int?) -> String { count.map { "\($0)" } ?? "" }
}
