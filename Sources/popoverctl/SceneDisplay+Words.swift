// SPDX-License-Identifier: MIT

internal import PopoverModel

extension SceneDisplay {
    /// Since when its screen is off; nil: it is on, or nobody has said.
    var blankWords: String? {
        guard specification.isBlank == true else { return nil }
        return "blank" + (blankSince.map { " since \(Terminal.wallTime(of: $0))" } ?? "")
    }
}
