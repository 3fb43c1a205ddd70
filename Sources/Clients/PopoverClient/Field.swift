// SPDX-License-Identifier: MIT

package import PopoverModel
package import PopoverWire

/// A value that the daemon sent, with its path for error messages: `popovers[0].frame`.
package struct Field {
    package let node: JSONNode
    private let path: String

    package init(_ node: JSONNode, path: String = "") {
        self.node = node
        self.path = path
    }

    /// A member that may be missing or null.
    package func optional(_ name: String) -> Field? {
        guard let member = node.member(name), !member.isNull else { return nil }
        return Field(member, path: path.isEmpty ? name : "\(path).\(name)")
    }

    package func member(_ name: String) throws(ClientError) -> Field {
        guard let field = optional(name) else {
            throw .notUnderstood("\(path.isEmpty ? "" : "\(path).")\(name) is missing")
        }
        return field
    }

    package func string(_ name: String) throws(ClientError) -> String {
        try member(name).value(\.string, "a string")
    }

    package func integer(_ name: String) throws(ClientError) -> Int64 {
        try member(name).value(\.integer, "a whole number")
    }

    package func number(_ name: String) throws(ClientError) -> Double {
        try member(name).value(\.double, "a number")
    }

    package func flag(_ name: String) throws(ClientError) -> Bool {
        try member(name).value(\.bool, "true or false")
    }

    package func id<ID: Identifier>(_ name: String) throws(ClientError) -> ID {
        try member(name).id()
    }

    package func id<ID: Identifier>() throws(ClientError) -> ID {
        guard let id = node.string.flatMap({ ID($0) }) else {
            throw wrong("an id like \(ID.letter)1")
        }
        return id
    }

    package func choice<Choice: RawRepresentable<String>>(
        _ name: String
    ) throws(ClientError) -> Choice {
        try member(name).choice()
    }

    package func choice<Choice: RawRepresentable<String>>() throws(ClientError) -> Choice {
        guard let choice = node.string.flatMap({ Choice(rawValue: $0) }) else {
            throw wrong("a value that this version knows")
        }
        return choice
    }

    package func list<Element>(
        _ name: String, _ read: (Field) throws(ClientError) -> Element
    ) throws(ClientError) -> [Element] {
        let list = try member(name)
        guard let elements = list.node.elements else { throw list.wrong("an array") }
        var result: [Element] = []
        for (index, element) in elements.enumerated() {
            result.append(try read(Field(element, path: "\(list.path)[\(index)]")))
        }
        return result
    }

    package func rect() throws(ClientError) -> Rect {
        Rect(
            x: try number("x"), y: try number("y"), width: try number("width"),
            height: try number("height"))
    }

    package func point() throws(ClientError) -> Point {
        Point(x: try number("x"), y: try number("y"))
    }

    package func presentation() throws(ClientError) -> Presentation {
        let frame = try member("frame").rect()
        let scrolls = try flag("scrolls")
        switch try string("presentation") {
        case "sheet":
            let needsCloseButton = optional("closeButton") == nil ? false : try flag("closeButton")
            return .sheet(frame: frame, scrolls: scrolls, needsCloseButton: needsCloseButton)
        case "popover":
            return .popover(
                frame: frame, side: try choice("side"), arrow: try member("arrow").point(),
                scrolls: scrolls)
        case let other: throw .notUnderstood("\(path).presentation is \(other)")
        }
    }

    /// Without any of an earlier daemon, and without an easing of a later one.
    package func animation() throws(ClientError) -> Animation {
        guard optional("animate") != nil else { return .none }
        return Animation(
            isAnimated: try flag("animate"),
            duration: .milliseconds(try integer("durationMs")),
            easing: node.member("easing")?.string.flatMap(Animation.Easing.init),
            start: try optional("from").map { field throws(ClientError) in try field.rect() })
    }

    private func value<Value>(
        _ kind: KeyPath<JSONNode, Value?>, _ expected: String
    ) throws(ClientError) -> Value {
        guard let value = node[keyPath: kind] else { throw wrong(expected) }
        return value
    }

    private func wrong(_ expected: String) -> ClientError {
        .notUnderstood("\(path) is not \(expected)")
    }
}
