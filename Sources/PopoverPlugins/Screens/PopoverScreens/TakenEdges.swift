// SPDX-License-Identifier: MIT

package import PopoverModel

/// What panels and on-screen keyboards have taken of an output's height, in points.
///
/// Nobody tells whose it is. What is high enough for rows of keys is a keyboard's: panels are lower.
package struct TakenEdges: Hashable, Sendable {
    /// Four rows of keys have that at least.
    package static let keyboardHeight = 80.0

    package let top: Double
    package let bottom: Double

    package init(top: Double = 0, bottom: Double = 0) {
        self.top = top
        self.bottom = bottom
    }

    /// Where the keyboard is on an output of this size; nil: there is none. A panel that lies there
    /// too, above the keyboard or below it, is taken for a part of it.
    package func keyboard(on size: Size) -> Rect? {
        let height = min(bottom, size.height)
        guard height >= Self.keyboardHeight else { return nil }
        return Rect(x: 0, y: size.height - height, width: size.width, height: height)
    }
}
