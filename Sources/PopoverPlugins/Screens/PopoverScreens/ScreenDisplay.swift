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

    public init(name: String, size: Size, scale: Double) {
        self.name = name
        self.size = size
        self.scale = scale
    }

    init?(_ node: JSONNode) {
        guard let name = node.member("display")?.string,
            let width = node.member("width")?.double, let height = node.member("height")?.double,
            let scale = node.member("scale")?.double
        else { return nil }
        self.init(name: name, size: Size(width: width, height: height), scale: scale)
    }

    /// The request that adds it, or changes its size and scale and nothing else.
    func line(isNew: Bool) -> String {
        requestLine(isNew ? "display.set" : "display.update", id: "display \(name)") { params in
            params.member("display", name)
            params.member("width", size.width)
            params.member("height", size.height)
            params.member("scale", scale)
        }
    }

    public static func removalLine(of name: String) -> String {
        requestLine("display.remove", id: "display \(name)") { $0.member("display", name) }
    }
}
