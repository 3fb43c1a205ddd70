// SPDX-License-Identifier: MIT

import Testing

/// A rectangle as the protocol writes it.
func rect(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> JSON {
    [
        "x": .number(x), "y": .number(y), "width": .number(width), "height": .number(height),
    ]
}

func point(_ x: Double, _ y: Double) -> JSON { ["x": .number(x), "y": .number(y)] }

/// The middle of a rectangle.
func middle(_ rect: JSON) -> JSON {
    point(
        (rect["x"].number ?? .nan) + (rect["width"].number ?? .nan) / 2,
        (rect["y"].number ?? .nan) + (rect["height"].number ?? .nan) / 2)
}

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

    /// Expects exactly one `popover.closed` that says this and nothing else.
    func expectClosed(
        _ popover: JSON, _ reason: String, draft: String, returnFocus: Bool,
        unresponsive: Bool = false, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let params = try next("popover.closed", ["popover": popover])["params"]
        var expected: JSON = [
            "popover": popover, "reason": .string(reason), "draft": .string(draft),
            "returnFocus": .bool(returnFocus),
        ]
        if unresponsive { expected = expected.with(["unresponsive": true]) }
        let told = params["unresponsive"] == false ? params.without("unresponsive") : params
        #expect(told == expected, sourceLocation: sourceLocation)
        #expect(
            try !has("popover.closed", ["popover": popover]), "it closes once",
            sourceLocation: sourceLocation)
    }

    /// The verdict and whether to deliver, of a tap or a key.
    func judge(_ params: JSON, method: String = "tap") throws -> Judgement {
        let answer = try call(method, params)
        return Judgement(
            verdict: answer["verdict"].string ?? "", deliver: answer["deliver"].bool ?? false)
    }
}

struct Judgement: Hashable, CustomStringConvertible {
    var verdict: String
    var deliver: Bool

    init(verdict: String, deliver: Bool) {
        self.verdict = verdict
        self.deliver = deliver
    }

    init(_ verdict: String, delivered: Bool = false) {
        self.init(verdict: verdict, deliver: delivered)
    }

    var description: String { "\(verdict), \(deliver ? "delivered" : "not delivered")" }
}
