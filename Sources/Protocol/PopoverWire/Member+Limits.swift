// SPDX-License-Identifier: MIT
internal import PopoverModel

/// Values with limited sizes.
extension Member {
    /// How deep containers may nest in a member that takes any JSON; a scalar is 0.
    static let anyDepth = 24

    /// The most bytes of a language's tag, as the protocol says.
    private static let languageBytes = 35

    /// The most bytes of a display's name; the protocol says so, no configuration changes it.
    static let displayBytes = 1...128

    /// A name or key that a client has made up: not empty, at most `Limits.key` bytes.
    func name(_ limits: Limits) throws(RequestError) -> String {
        let name = try string()
        guard !name.isEmpty else { throw wrong("a string that is not empty") }
        guard name.utf8.count <= limits.key else { throw over(.key, limits) }
        return name
    }

    /// Words for people: at most `Limits.text` bytes.
    func text(_ limits: Limits) throws(RequestError) -> String {
        let text = try string()
        guard text.utf8.count <= limits.text else { throw over(.text, limits) }
        return text
    }

    /// Words that name something: some, at most `Limits.text` bytes.
    func filledText(_ limits: Limits) throws(RequestError) -> String {
        let text = try text(limits)
        guard !text.isEmpty else { throw wrong("a string that is not empty") }
        return text
    }

    func display() throws(RequestError) -> String {
        let name = try string()
        guard Self.displayBytes.contains(name.utf8.count) else {
            throw wrong("1 to \(Self.displayBytes.upperBound) bytes")
        }
        return name
    }

    /// A tag of BCP 47, whose subtags are not looked up.
    func language() throws(RequestError) -> String {
        let tag = try string()
        guard (2...Self.languageBytes).contains(tag.utf8.count),
            let first = tag.utf8.first, Self.isLetter(first),
            tag.utf8.allSatisfy(Self.belongsToLanguage)
        else { throw wrong("2 to \(Self.languageBytes) of A-Z a-z 0-9 -, a letter first") }
        return tag
    }

    func app() throws(RequestError) -> String {
        let name = try string()
        guard AppName.isValid(name) else {
            throw wrong("1 to \(AppName.mostBytes) of a-z 0-9 . _ -")
        }
        return name
    }

    /// A name that the daemon gave out; an impossible one is as unknown as one that has ended.
    func identifier<ID: Identifier>() throws(RequestError) -> ID {
        let text = try string()
        guard let id = ID(text) else {
            throw RequestError.unknown(ID.kind, RequestError.echo(text))
        }
        return id
    }

    /// Any JSON, null included.
    func anyJSON(_ limits: Limits) throws(RequestError) -> JSONText {
        guard node.depth <= Self.anyDepth else { throw wrong("at most \(Self.anyDepth) deep") }
        let text = node.compactText
        guard text.count <= limits.content else { throw over(.content, limits) }
        return text
    }

    func rects(_ limits: Limits) throws(RequestError) -> [Rect] {
        try limited(.rectangles, limits)
        return try list { element throws(RequestError) in try element.rect() }
    }

    /// Sides without repetitions, best first; at least one.
    func sides<Choice>() throws(RequestError) -> [Choice]
    where Choice: RawRepresentable<String> & CaseIterable & Equatable {
        var sides: [Choice] = []
        for element in try elements() {
            let side: Choice = try element.choice()
            if !sides.contains(side) { sides.append(side) }
        }
        guard !sides.isEmpty else { throw wrong("at least one side") }
        return sides
    }

    /// Buttons of a popover: labels, or objects that may have an id.
    func popoverButtons(_ limits: Limits) throws(RequestError) -> [Button] {
        try limited(.buttons, limits)
        return try list { element throws(RequestError) in
            switch element.node.kind {
            case .string: Button(id: "", label: try element.text(limits))
            case .object:
                Button(
                    id: try element.optional("id")?.name(limits) ?? "",
                    label: try element.member("label").text(limits),
                    role: try element.optional("role")?.choice())
            case .null, .bool, .number, .array: throw element.wrong("a string or an object")
            }
        }
    }

    /// Buttons of an alert, at least one; they are answered by their ids, so no two share one.
    func alertButtons(_ limits: Limits) throws(RequestError) -> [Button] {
        try limited(.buttons, limits)
        var ids: Set<Name> = []
        let buttons = try list { element throws(RequestError) in
            let id = try element.member("id")
            let button = Button(
                id: try id.name(limits), label: try element.member("label").text(limits),
                role: try element.optional("role")?.choice())
            guard ids.insert(Name(button.id)).inserted else {
                throw id.wrong("another than before")
            }
            return button
        }
        guard !buttons.isEmpty else { throw wrong("at least one button") }
        return buttons
    }

    /// Globs, at least one.
    func topics(_ limits: Limits) throws(RequestError) -> [String] {
        let topics = try list { element throws(RequestError) in try element.name(limits) }
        guard !topics.isEmpty else { throw wrong("at least one topic") }
        return topics
    }

    /// Roles, at least one.
    func roles() throws(RequestError) -> Set<Role> {
        let list = try list { element throws(RequestError) -> Role in try element.choice() }
        guard !list.isEmpty else { throw wrong("at least one role") }
        return Set(list)
    }

    /// A topic of a client's own.
    func appTopic(_ limits: Limits) throws(RequestError) -> String {
        let topic = try name(limits)
        let prefix = "app."
        guard topic.utf8.starts(with: prefix.utf8), topic.utf8.count > prefix.utf8.count else {
            throw wrong("\(prefix) and more")
        }
        return topic
    }

    /// The id of another request; an impossible one is as unknown as one that is answered.
    func requestID() throws(RequestError) -> RequestID {
        switch node.kind {
        case .string, .number:
            guard let id = RequestID(node) else {
                let text = node.string ?? node.numberText ?? ""
                throw RequestError.unknown("request", RequestError.echo(text))
            }
            return id
        case .null, .bool, .array, .object: throw wrong("a string or a number")
        }
    }

    func declaredAppearance() throws(RequestError) -> DeclaredAppearance {
        try DeclaredAppearance(self)
    }

    /// Microseconds of CLOCK_MONOTONIC.
    func instant() throws(RequestError) -> Instant {
        Instant(microseconds: try integer(from: 0))
    }

    /// Milliseconds, which need not be whole; no clock counts as many as 2^53.
    func interval() throws(RequestError) -> Interval {
        guard let interval = node.double.flatMap(Self.interval) else {
            throw wrong("a number of milliseconds, 0 or more")
        }
        return interval
    }

    /// Milliseconds in a range of the protocol's description.
    func interval(in range: ClosedRange<Double>) throws(RequestError) -> Interval {
        guard let count = node.double, range.contains(count),
            let interval = Self.interval(of: count)
        else { throw wrong("a number of milliseconds \(range.words)") }
        return interval
    }

    /// Nil where there is no interval of so many milliseconds.
    static func interval(of count: Double) -> Interval? {
        guard (0...0x1p53).contains(count) else { return nil }
        // From here on its product with 1000 would not be exact.
        guard count < 0x1p43 else { return .milliseconds(Int64(count)) }
        return Interval(microseconds: Int64(count * 1000))
    }

    func interval(most: Interval) throws(RequestError) -> Interval {
        let interval = try interval()
        guard interval <= most else { throw wrong("at most \(most.milliseconds)") }
        return interval
    }

    /// An array of at most so many elements, checked before any of them is read.
    private func limited(_ name: Limits.Name, _ limits: Limits) throws(RequestError) {
        guard let count = node.elements?.count else { throw wrong("an array") }
        guard count <= limits[name] else { throw over(name, limits) }
    }

    private func over(_ name: Limits.Name, _ limits: Limits) -> RequestError {
        .overLimit(name: name.rawValue, value: limits[name])
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        // In ASCII, the cases differ by one bit.
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func belongsToLanguage(_ byte: UInt8) -> Bool {
        isLetter(byte) || byte == UInt8(ascii: "-")
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
