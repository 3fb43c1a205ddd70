// SPDX-License-Identifier: MIT

internal import PopoverModel
internal import PopoverWire

/// The clients of a story, in the order in which it needs them.
struct ScenarioCast {
    private struct Member {
        var name: String
        var role: String
        var app: String
    }

    private var members: [Member] = []
    /// Names by the ids of clients.
    private var names: [String: String] = [:]

    var lines: [String] {
        members.map { member in
            "client \(member.name)" + (member.role == "app" ? "" : " as \(member.role)")
                + (member.app == member.name ? "" : " named \(member.app)")
        }
    }

    mutating func name(of event: SeenEvent) -> String {
        name(of: event["client"] ?? "", app: event["app"] ?? "app")
    }

    mutating func name(of client: String, app: String) -> String {
        if let name = names[client] { return name }
        let name = add(app, role: "app")
        names[client] = name
        return name
    }

    /// Those that no event names: who taps, shows alerts and administrates.
    var finger: String { mutating get { own("finger", role: "input") } }
    var shell: String { mutating get { own("renderer", role: "shell") } }
    var administrator: String { mutating get { own("admin", role: "observer") } }

    private mutating func own(_ app: String, role: String) -> String {
        let key = "own \(app)"
        if let name = names[key] { return name }
        let name = add(app, role: role)
        names[key] = name
        return name
    }

    private mutating func add(_ app: String, role: String) -> String {
        let plain = app.replacing(where: { !$0.isLetter && !$0.isNumber }, with: "-")
        var name = plain
        var count = 1
        while members.contains(where: { $0.name == name }) {
            count += 1
            name = "\(plain)-\(count)"
        }
        members.append(Member(name: name, role: role, app: app))
        return name
    }
}

/// An event of the bus that the inspector has seen, with the scene after it.
struct SeenEvent {
    let topic: String
    let scene: Scene?
    private let data: JSONNode

    /// - Parameter scene: the scene with a number, if it is known.
    init?(_ entry: InspectEntry, scene: (Int) -> Scene?) {
        guard case .event(let text) = entry.content,
            let event = try? JSONReader().parse(text.bytes[...], depthLimit: 64),
            let topic = event.member("topic")?.string, let data = event.member("data")
        else { return nil }
        self.topic = topic
        let needsScene = topic.hasPrefix("popover.") || topic.hasPrefix("alert.")
        self.scene = needsScene ? scene(entry.scene) : nil
        self.data = data
    }

    subscript(name: String) -> String? { data.member(name)?.string }
    func number(_ name: String) -> Double? { data.member(name)?.double }
    func flag(_ name: String) -> Bool { data.member(name)?.bool ?? false }

    var frame: Rect? {
        guard let frame = data.member("frame"), let x = frame.member("x")?.double,
            let y = frame.member("y")?.double, let width = frame.member("width")?.double,
            let height = frame.member("height")?.double
        else { return nil }
        return Rect(x: x, y: y, width: width, height: height)
    }

    /// The popover in the scene after the event.
    var popover: ScenePopover? { scene?.popovers.first { "\($0.popover)" == self["popover"] } }
}

/// A value as scenarios write it.
struct Word: CustomStringConvertible {
    let description: String

    init(_ text: String) {
        let isPlain =
            text.first?.isLetter == true
            && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
            && !["true", "false", "null"].contains(text)
        description =
            isPlain ? text : String(decoding: JSONText(of: text).bytes, as: UTF8.self)
    }

    init(_ number: Double) { description = number.short }
    init(_ size: Size) { description = "\(Word(size.width))x\(Word(size.height))" }
    init(_ rect: Rect) {
        let numbers = [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height]
        description = numbers.map { Word($0).description }.joined(separator: ",")
    }
}

extension String {
    fileprivate func replacing(where isMeant: (Character) -> Bool, with other: Character) -> String
    {
        String(map { isMeant($0) ? other : $0 })
    }
}
