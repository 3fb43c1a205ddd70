// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

/// Workloads of one placement each.
enum PlacementWorkloads {
    private static let middle = Rect(x: 600, y: 380, width: 80, height: 40)
    private static let corner = Rect(x: 1180, y: 720, width: 80, height: 40)
    private static let keyboard = Rect(x: 0, y: 520, width: 1280, height: 280)

    /// The workloads with the goal of a microsecond.
    static func common() -> [Workload] {
        [
            workload("a free display", query(middle)),
            workload("a source in the corner", query(corner)),
            workload(
                "two places to avoid",
                query(middle) {
                    $0.avoid = [
                        Rect(x: 400, y: 420, width: 300, height: 100),
                        Rect(x: 560, y: 100, width: 160, height: 160),
                    ]
                }),
            workload("a keyboard", query(middle) { $0.occluders = [keyboard] }),
            workload(
                "four occluders",
                query(middle) {
                    $0.occluders = [
                        keyboard, Rect(x: 0, y: 0, width: 1280, height: 40),
                        Rect(x: 960, y: 60, width: 300, height: 80),
                        Rect(x: 0, y: 200, width: 200, height: 200),
                    ]
                }),
            workload("a compact display", query(middle) { $0.isCompact = true }),
        ]
    }

    /// Extreme cases: many small occluders.
    static func crowded() -> [Workload] {
        [8, 16].map { count in
            workload(
                "\(count) scattered occluders",
                query(middle) { $0.occluders = scattered(count) })
        }
            + [16, 64, 256].map { count in
                workload(
                    "\(count) scattered occluders, tiny minimum",
                    query(middle) {
                        $0.occluders = scattered(count)
                        $0.minimum = Size(width: 40, height: 40)
                    })
            }
    }

    private static func query(
        _ source: Rect, _ change: (inout PlacementQuery) -> Void = { _ in }
    ) -> PlacementQuery {
        var query = PlacementQuery(
            display: Size(width: 1280, height: 800), source: source,
            wanted: Size(width: 320, height: 200))
        change(&query)
        return query
    }

    /// Pseudorandom but deterministic, by a multiplicative sequence.
    private static func scattered(_ count: Int) -> [Rect] {
        (1...count).map { index in
            let number = UInt64(index) &* 0x9E37_79B9_7F4A_7C15
            return Rect(
                x: Double((number >> 32) % 1270), y: Double((number >> 8) % 790), width: 10,
                height: 10)
        }
    }

    /// Moves the source by some points each turn, like scrolling.
    private static func workload(_ name: String, _ query: PlacementQuery) -> Workload {
        Workload(name) { turn in
            var query = query
            query.source.x += Double(turn & 7)
            let placement = query.placement()
            return (placement.frame?.x ?? 0) + (placement.arrow?.y ?? 0)
        }
    }
}
