// SPDX-License-Identifier: MIT

internal import PopoverDrawing
internal import PopoverModel
internal import PopoverWire

/// A message of the daemon as one readable line: `popover.closed popover=p1 reason=outside-tap`.
enum EventLine {
    /// Writes an `event` of the bus to standard output, as text or JSON.
    static func print(event params: JSONNode, json: Bool) throws(FileError) {
        guard json else { return try Terminal.print(event(params)) }
        try Terminal.print(params.compactText)
    }

    /// An `event` of the bus: its number, its time, its topic and its data.
    private static func event(_ params: JSONNode) -> String {
        let sequence = params.member("sequence")?.integer.map { "#\($0) " } ?? ""
        let time = params.member("time")?.integer.map {
            "\(Terminal.wallTime(of: Instant(microseconds: $0))) "
        }
        let topic = params.member("topic")?.string ?? "?"
        return sequence + (time ?? "") + message(topic, params.member("data"))
    }

    /// A name, followed by the members of an object.
    static func message(_ name: String, _ params: JSONNode?) -> String {
        guard let members = params?.members else {
            return params.map { "\(name) \(value($0))" } ?? name
        }
        return members.reduce(name.plain) { line, member in
            member.value.isNull ? line : "\(line) \(member.name.plain)=\(value(member.value))"
        }
    }

    /// Writes a message of the daemon to standard output, as text or JSON.
    static func print(_ name: String, _ params: JSONNode, json: Bool) throws(FileError) {
        guard json else { return try Terminal.print(message(name, params)) }
        try printJSON(name, "params", params)
    }

    /// Writes the response to the command's own request, as one JSON object.
    static func printJSON(_ name: String, result: JSONNode) throws(FileError) {
        try printJSON(name, "result", result)
    }

    private static func printJSON(
        _ name: String, _ member: String, _ value: JSONNode
    ) throws(FileError) {
        var writer = JSONWriter()
        writer.object { object in
            object.member("event", name)
            object.member(JSONName(member), value.compactText)
        }
        try Terminal.print(JSONText(validated: writer.bytes))
    }

    /// Writes rectangles and points in short form, and simple words without quotes.
    private static func value(_ node: JSONNode) -> String {
        if let text = node.string, !text.isEmpty, text.allSatisfy(\.isWordCharacter) {
            return text
        }
        if let x = node.member("x")?.double, let y = node.member("y")?.double {
            guard let width = node.member("width")?.double,
                let height = node.member("height")?.double
            else { return "\(x.short),\(y.short)" }
            return "\(x.short),\(y.short),\(Size(width: width, height: height).words)"
        }
        return String(decoding: node.compactText.bytes, as: UTF8.self).plain
    }
}

extension Character {
    fileprivate var isWordCharacter: Bool { isLetter || isNumber || "-_.:/@".contains(self) }
}
