// SPDX-License-Identifier: MIT

package import PopoverModel

/// The height that panels and on-screen keyboards reserve at an output's edges, in points. The
/// server does not say for which: a height that fits rows of keys counts as a keyboard.
package struct TakenEdges: Hashable, Sendable {
    /// The least height of four rows of keys.
    package static let keyboardHeight = 80.0

    package let top: Double
    package let bottom: Double

    package init(top: Double = 0, bottom: Double = 0) {
        self.top = top
        self.bottom = bottom
    }

    /// The keyboard on an output of this size, with any panel at the same edge; nil: none.
    package func keyboard(on size: Size) -> Rect? {
        let height = min(bottom, size.height)
        guard height >= Self.keyboardHeight else { return nil }
        return Rect(x: 0, y: size.height - height, width: size.width, height: height)
    }
}
