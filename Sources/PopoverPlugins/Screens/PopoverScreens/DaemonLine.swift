// SPDX-License-Identifier: MIT

public import PopoverModel
import PopoverWire

/// What the daemon tells a plugin that watches screens, as far as that concerns it.
public enum DaemonLine: Hashable, Sendable {
    /// The displays that there are, by name; the first line of all.
    case welcomed(displays: [ScreenDisplay])
    case displayChanged(ScreenDisplay)
    case displayRemoved(String)
    /// Taps on the display are to reach nobody but in these rectangles, in points; nil: everybody.
    case shield(display: String, except: [Rect]?)
    /// A request was refused.
    case refused(request: String, message: String)
}

/// A display as the daemon knows it.
public struct ScreenDisplay: Hashable, Sendable {
    public var name: String
    /// In points.
    public var size: Size
    /// Pixels a point.
    public var scale: Double
    /// All that `display.set` takes beside, as it was told, so that it is not lost when only the
    /// size is set.
    var rest: [Rest]

    /// One that the daemon does not know yet; its size is set later.
    public init(name: String, scale: Double) {
        self.init(name: name, size: Size(width: 0, height: 0), scale: scale, rest: [])
    }

    init(name: String, size: Size, scale: Double, rest: [Rest]) {
        self.name = name
        self.size = size
        self.scale = scale
        self.rest = rest
    }

    struct Rest: Hashable, Sendable {
        let name: String
        let value: JSONText
    }
}

/// Reads lines of the daemon's. What is not for who watches screens, it passes over.
public final class DaemonLineReader {
    private let reader = JSONReader()

    public init() {}

    public func read(_ line: String) -> DaemonLine? {
        guard let node = try? reader.parse(Array(line.utf8)[...], depthLimit: 64) else {
            return nil
        }
        let params = node.member("params")
        switch node.member("method")?.string {
        case "shield": return shield(params)
        case "display.changed": return changed(params)
        case nil: return answer(node)
        default: return nil
        }
    }

    private func shield(_ params: JSONNode?) -> DaemonLine? {
        guard let display = params?.member("display")?.string,
            let isOn = params?.member("on")?.bool
        else { return nil }
        let except = params?.member("except")?.elements.map { $0.compactMap(rect) } ?? []
        return .shield(display: display, except: isOn ? except : nil)
    }

    private func changed(_ params: JSONNode?) -> DaemonLine? {
        if params?.member("removed")?.bool == true {
            return params?.member("display")?.string.map { .displayRemoved($0) }
        }
        return params.flatMap(display).map { .displayChanged($0) }
    }

    private func answer(_ node: JSONNode) -> DaemonLine? {
        if let displays = node.member("result")?.member("displays")?.elements {
            return .welcomed(displays: displays.compactMap(display))
        }
        guard let error = node.member("error") else { return nil }
        return .refused(
            request: node.member("id")?.string ?? "",
            message: error.member("message")?.string ?? "")
    }

    private func display(_ node: JSONNode) -> ScreenDisplay? {
        guard let name = node.member("display")?.string,
            let width = node.member("width")?.double, let height = node.member("height")?.double,
            let scale = node.member("scale")?.double
        else { return nil }
        let own: Set = ["display", "width", "height", "scale"]
        var rest: [ScreenDisplay.Rest] = []
        if let members = node.members {
            for (name, value) in members where !own.contains(name) {
                rest.append(ScreenDisplay.Rest(name: name, value: value.compactText))
            }
        }
        return ScreenDisplay(
            name: name, size: Size(width: width, height: height), scale: scale, rest: rest)
    }

    private func rect(_ node: JSONNode) -> Rect? {
        guard let x = node.member("x")?.double, let y = node.member("y")?.double,
            let width = node.member("width")?.double, let height = node.member("height")?.double
        else { return nil }
        return Rect(x: x, y: y, width: width, height: height)
    }
}
