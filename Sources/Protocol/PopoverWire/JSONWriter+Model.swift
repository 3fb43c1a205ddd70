// SPDX-License-Identifier: MIT
public import PopoverModel

/// The vocabulary's values, as the wire spells them.
extension JSONWriter {
    mutating func member(_ name: JSONName, _ id: some Identifier) {
        self.name(name)
        value(id)
    }

    mutating func member(_ name: JSONName, ifPresent id: (some Identifier)?) {
        member(name, ifPresent: id?.description)
    }

    mutating func member(_ name: JSONName, _ choice: some RawRepresentable<String>) {
        member(name, choice.rawValue)
    }

    mutating func member(_ name: JSONName, ifPresent choice: (some RawRepresentable<String>)?) {
        member(name, ifPresent: choice?.rawValue)
    }

    /// A list, each element of which is an object.
    mutating func list<Element>(
        _ name: JSONName, _ elements: [Element],
        _ members: (inout JSONWriter, Element) -> Void
    ) {
        self.name(name)
        array { array in
            for element in elements { array.object { members(&$0, element) } }
        }
    }

    mutating func roles(_ roles: [Role]) {
        member("roles", roles.map(\.rawValue))
    }
}

extension DisplayDescription: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.object(writeMembers) }

    func writeMembers(to object: inout JSONWriter) {
        specification.writeMembers(to: &object)
        object.member("session", ifPresent: session)
        object.member("personal", ifPresent: personal)
    }
}

extension Presentation {
    func writeMembers(to object: inout JSONWriter) {
        switch self {
        case .popover: object.member("presentation", "popover")
        case .sheet: object.member("presentation", "sheet")
        }
        object.member("frame", frame)
        object.member("side", side?.rawValue)
        object.member("arrow", arrow)
        object.member("scrolls", scrolls)
        if needsCloseButton { object.member("closeButton", true) }
    }
}

extension PluginState: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.object(writeMembers) }

    func writeMembers(to object: inout JSONWriter) {
        object.member("name", name)
        object.member("kind", ifPresent: kind)
        object.member("path", path)
        object.member("version", ifPresent: version)
        object.member("state", state)
        object.member("message", ifPresent: message)
        object.member("behaviors", behaviors)
        object.member("tier", ifPresent: tier)
        object.member("hooks", hooks.map(\.rawValue))
        object.name("statistics")
        object.object { object in
            object.member("questions", statistics.questions)
            object.member("badVerdicts", statistics.badVerdicts)
            object.member("slowAnswers", statistics.slowAnswers)
            object.member("slowestUs", statistics.slowest.microseconds)
            object.member("restarts", statistics.restarts)
        }
        object.member("service", ifPresent: service)
    }
}

extension Point: JSONWritable {
    public func write(to writer: inout JSONWriter) {
        if !writer.object(of: ("{\"x\":", x), (",\"y\":", y)) { writer.object(writeMembers) }
    }

    func writeMembers(to object: inout JSONWriter) {
        object.member("x", x)
        object.member("y", y)
    }
}

extension Size: JSONWritable {
    public func write(to writer: inout JSONWriter) { writer.object(writeMembers) }

    func writeMembers(to object: inout JSONWriter) {
        object.member("width", width)
        object.member("height", height)
    }
}

extension Rect: JSONWritable {
    public func write(to writer: inout JSONWriter) {
        if writer.object(
            of: ("{\"x\":", x), (",\"y\":", y), ((",\"width\":", width), (",\"height\":", height)))
        {
            return
        }
        writer.object { rect in
            rect.member("x", x)
            rect.member("y", y)
            rect.member("width", width)
            rect.member("height", height)
        }
    }
}

extension Insets: JSONWritable {
    public func write(to writer: inout JSONWriter) {
        writer.object { insets in
            insets.member("top", top)
            insets.member("left", left)
            insets.member("bottom", bottom)
            insets.member("right", right)
        }
    }
}

extension Appearance: JSONWritable {
    public func write(to writer: inout JSONWriter) {
        writer.appearance(self) { appearance in
            appearance.member("arrowLength", arrowLength)
            appearance.member("arrowWidth", arrowWidth)
            appearance.member("cornerRadius", cornerRadius)
            appearance.member("margin", margin)
            appearance.member("material", material)
            appearance.member("contrast", contrast)
            appearance.member("reducedMotion", reducesMotion)
            appearance.member("scrim", scrim)
        }
    }
}

extension StoredDraft: JSONWritable {
    /// With its content: for its owner alone.
    public func write(to writer: inout JSONWriter) {
        writer.object { draft in
            draft.member("content", content)
            draft.member("revision", revision)
            draft.member("savedAt", savedAt)
            draft.member("reason", reason)
        }
    }
}

extension Button: JSONWritable {
    /// Buttons of popovers need no id.
    public func write(to writer: inout JSONWriter) {
        writer.object { button in
            if !id.isEmpty { button.member("id", id) }
            button.member("label", label)
            button.member("role", ifPresent: role)
        }
    }
}

extension DeclaredAppearance: JSONWritable {
    public func write(to writer: inout JSONWriter) {
        writer.object { object in
            object.member("background", ifPresent: background?.description)
            object.member("text", ifPresent: text?.description)
            if !hasArrow { object.member("arrow", false) }
            if !hasBorder { object.member("border", false) }
        }
    }
}
