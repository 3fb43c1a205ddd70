// SPDX-License-Identifier: MIT

public import PopoverModel
internal import PopoverWire

/// A display as the daemon knows it.
public struct ScreenDisplay: Hashable, Sendable {
    public var name: String
    /// In points.
    public var size: Size
    /// Pixels per point.
    public var scale: Double
    /// Every other parameter of `display.set` as the daemon sent it: a new size must not lose it.
    private var others: [Parameter] = []

    private struct Parameter: Hashable, Sendable {
        let name: String
        let value: JSONText
    }

    /// One that the daemon does not know yet; its size is set later.
    public init(name: String, scale: Double) {
        self.name = name
        self.scale = scale
        size = Size(width: 0, height: 0)
    }

    init?(_ node: JSONNode) {
        guard let name = node.member("display")?.string,
            let width = node.member("width")?.double, let height = node.member("height")?.double,
            let scale = node.member("scale")?.double
        else { return nil }
        self.init(name: name, scale: scale)
        size = Size(width: width, height: height)
        let own: Set = ["display", "width", "height", "scale"]
        guard let members = node.members else { return }
        for (name, value) in members where !own.contains(name) {
            others.append(Parameter(name: name, value: value.compactText))
        }
    }

    /// The request that sets it.
    public var line: String {
        requestLine("display.set", id: "display \(name)") { params in
            params.member("display", name)
            params.member("width", size.width)
            params.member("height", size.height)
            params.member("scale", scale)
            for other in others { params.member(JSONName(other.name), other.value) }
        }
    }

    public static func removalLine(of name: String) -> String {
        requestLine("display.remove", id: "display \(name)") { $0.member("display", name) }
    }
}
