// SPDX-License-Identifier: MIT

/// A rectangle as the protocol writes it.
func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> JSON {
    [
        "x": .number(x), "y": .number(y), "width": .number(width), "height": .number(height),
    ]
}

func point(_ x: Double, _ y: Double) -> JSON { ["x": .number(x), "y": .number(y)] }

/// Places on a display of 1280 x 800.
enum Spot {
    /// Near the middle: every side has room.
    static let button = rect(600, 380, 80, 40)
    static let corner = rect(100, 100, 60, 30)
    /// Far from any popover of `button`.
    static let outside = point(20, 20)
}

extension ActorProcess {
    /// Asks for a popover that may have to wait; its answer comes later.
    func beginOpen(
        _ behavior: String = "menu", at anchor: JSON = Spot.button, _ more: [String: JSON] = [:]
    ) -> String {
        let params: JSON = [
            "behavior": .string(behavior), "anchor": anchor,
            "size": ["width": 320, "height": 200],
        ]
        return begin("popover.open", params.with(more))
    }

    /// Opens a popover and returns its grant.
    @discardableResult
    func open(
        _ behavior: String = "menu", at anchor: JSON = Spot.button, _ more: [String: JSON] = [:]
    ) throws -> JSON {
        try result(of: beginOpen(behavior, at: anchor, more))
    }
}
