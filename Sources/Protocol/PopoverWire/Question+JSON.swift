// SPDX-License-Identifier: MIT
public import PopoverModel

extension Question {
    /// Writes the facts as members of an object, which may get more.
    public func writeMembers(to facts: inout JSONWriter) {
        switch self {
        case .open(let open): open.writeMembers(to: &facts)
        case .choice(let popover, let choice):
            popover.writeMembers(to: &facts)
            facts.member("choice", choice)
        case .outsideTap(let popover, let isKey):
            popover.writeMembers(to: &facts)
            facts.member("cause", isKey ? OutsideCause.key : .tap)
        case .detach(let popover): popover.writeMembers(to: &facts)
        case .disposition(let popover, let reason, let standing):
            popover.writeMembers(to: &facts)
            facts.member("reason", reason)
            facts.member("standing", standing)
        case .alert(let alert): alert.writeMembers(to: &facts)
        case .idle(let idle):
            facts.member("display", idle.display)
            facts.member("idleMs", idle.idle.milliseconds)
            facts.member("occupied", idle.isOccupied)
            facts.member("language", ifPresent: idle.language)
        }
    }

    /// Reads the facts of a recorded question at this hook; ignores members that this version does
    /// not know. Throws `badParameter` with the path of the first missing or wrong member,
    /// `overLimit` for one that is too long.
    public init(decoding node: JSONNode, at hook: Hook, limits: Limits) throws(RequestError) {
        let facts = Member(root: node)
        switch hook {
        case .open: self = .open(try OpenFacts(decoding: facts, limits))
        case .choice:
            self = .choice(
                try PopoverFacts(decoding: facts, limits),
                choice: try facts.any("choice").anyJSON(limits))
        case .outsideTap:
            let popover = try PopoverFacts(decoding: facts, limits)
            let cause: OutsideCause = try facts.member("cause").choice()
            self = .outsideTap(popover, isKey: cause == .key)
        case .detach: self = .detach(try PopoverFacts(decoding: facts, limits))
        case .disposition:
            self = .disposition(
                try PopoverFacts(decoding: facts, limits),
                because: try facts.member("reason").choice(),
                standing: try facts.member("standing").choice())
        case .alert: self = .alert(try AlertFacts(decoding: facts, limits))
        case .idle:
            self = .idle(
                IdleFacts(
                    display: try facts.member("display").display(),
                    idle: try facts.member("idleMs").interval(),
                    isOccupied: try facts.member("occupied").flag(),
                    language: try facts.optional("language")?.language()))
        }
    }
}

/// The input outside of a popover.
private enum OutsideCause: String, CaseIterable {
    case tap
    case key
}

extension Question.OpenFacts {
    fileprivate func writeMembers(to facts: inout JSONWriter) {
        facts.member("behavior", behavior)
        facts.member("app", app)
        facts.member("display", display)
        facts.size("displaySize", displaySize)
        facts.member("compact", isCompact)
        facts.size("size", size)
        facts.member("key", ifPresent: key)
        facts.member("title", ifPresent: title)
        facts.member("modal", isModal)
    }

    fileprivate init(decoding facts: Member, _ limits: Limits) throws(RequestError) {
        self.init(
            behavior: try facts.member("behavior").name(limits),
            app: try facts.member("app").app(),
            display: try facts.member("display").display(),
            displaySize: try facts.member("displaySize").size(),
            isCompact: try facts.member("compact").flag(),
            size: try facts.member("size").size(),
            key: try facts.optional("key")?.name(limits),
            title: try facts.optional("title")?.text(limits),
            isModal: try facts.member("modal").flag())
    }
}

extension Question.PopoverFacts {
    fileprivate func writeMembers(to facts: inout JSONWriter) {
        facts.member("popover", popover)
        facts.member("behavior", behavior)
        facts.member("app", app)
        facts.member("display", display)
        facts.member("key", ifPresent: key)
        facts.member("title", ifPresent: title)
        facts.member("modal", isModal)
    }

    fileprivate init(decoding facts: Member, _ limits: Limits) throws(RequestError) {
        self.init(
            popover: try facts.member("popover").spelledIdentifier(),
            behavior: try facts.member("behavior").name(limits),
            app: try facts.member("app").app(),
            display: try facts.member("display").display(),
            key: try facts.optional("key")?.name(limits),
            title: try facts.optional("title")?.text(limits),
            isModal: try facts.member("modal").flag())
    }
}

extension Question.AlertFacts {
    fileprivate func writeMembers(to facts: inout JSONWriter) {
        facts.member("alert", alert)
        facts.member("app", app)
        facts.member("display", display)
        facts.member("severity", severity)
        facts.member("title", title)
        facts.member("key", ifPresent: key)
        facts.member("heldMs", held.milliseconds)
    }

    fileprivate init(decoding facts: Member, _ limits: Limits) throws(RequestError) {
        self.init(
            alert: try facts.member("alert").spelledIdentifier(),
            app: try facts.member("app").app(),
            display: try facts.member("display").display(),
            severity: try facts.member("severity").choice(),
            title: try facts.member("title").text(limits),
            key: try facts.optional("key")?.name(limits),
            held: try facts.member("heldMs").interval())
    }
}

extension Member {
    /// A name as the daemon gives out. Only its spelling is checked, not whether it exists.
    fileprivate func spelledIdentifier<ID: Identifier>() throws(RequestError) -> ID {
        guard let id = ID(try string()) else { throw wrong("a name such as \(ID.letter)1") }
        return id
    }
}

extension JSONWriter {
    fileprivate mutating func size(_ name: JSONName, _ size: Size) {
        self.name(name)
        object { object in
            object.member("width", size.width)
            object.member("height", size.height)
        }
    }
}
