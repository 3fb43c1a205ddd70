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
    /// Off since nobody uses it; nil: unknown, or for others to say.
    public var isBlank: Bool?

    public init(name: String, size: Size, scale: Double, isBlank: Bool? = nil) {
        self.name = name
        self.size = size
        self.scale = scale
        self.isBlank = isBlank
    }

    init?(_ node: JSONNode) {
        guard let name = node.member("display")?.string,
            let width = node.member("width")?.double, let height = node.member("height")?.double,
            let scale = node.member("scale")?.double
        else { return nil }
        self.init(
            name: name, size: Size(width: width, height: height), scale: scale,
            isBlank: node.member("blank")?.bool)
    }

    /// Whether the daemon knows it like this.
    func matches(_ known: Self) -> Bool {
        var known = known
        known.isBlank = isBlank.map { _ in known.isBlank ?? false }
        return self == known
    }

    /// The request that adds it, or changes what is said here and nothing else.
    func line(after known: Self?) -> String {
        let method = known == nil ? "display.set" : "display.update"
        return requestLine(method, id: "display \(name)") { params in
            params.member("display", name)
            params.member("width", size.width)
            params.member("height", size.height)
            params.member("scale", scale)
            if let isBlank, isBlank != (known?.isBlank ?? false) {
                params.member("blank", isBlank)
            }
        }
    }

    public static func removalLine(of name: String) -> String {
        requestLine("display.remove", id: "display \(name)") { $0.member("display", name) }
    }
}
