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

    mutating func buttons(_ buttons: [Button]) {
        list("buttons", buttons) { object, button in
            object.member("id", button.id)
            object.member("label", button.label)
            object.member("role", ifPresent: button.role)
        }
    }

    mutating func presentation(_ presentation: Presentation) {
        switch presentation {
        case .popover: member("presentation", "popover")
        case .sheet: member("presentation", "sheet")
        }
        member("frame", presentation.frame)
        member("side", presentation.side?.rawValue)
        member("arrow", presentation.arrow)
        member("scrolls", presentation.scrolls)
    }

    mutating func animation(_ animation: Animation) {
        member("animate", animation.isAnimated)
        member("durationMs", animation.duration.milliseconds)
    }

    mutating func specification(_ specification: DisplaySpecification) {
        member("display", specification.name)
        specificationWithoutName(specification)
    }

    /// All but the name, for an object that has it already.
    mutating func specificationWithoutName(_ specification: DisplaySpecification) {
        member("width", specification.size.width)
        member("height", specification.size.height)
        member("scale", specification.scale)
        member("insets", specification.insets)
        member("idiom", specification.idiom)
        member("translucency", specification.hasTranslucency)
        member("contrast", specification.contrast)
        member("reducedMotion", specification.reducesMotion)
    }

    mutating func pluginState(_ plugin: PluginState) {
        member("name", plugin.name)
        member("kind", ifPresent: plugin.kind)
        member("path", plugin.path)
        member("version", ifPresent: plugin.version)
        member("state", plugin.state)
        member("message", ifPresent: plugin.message)
        member("behaviors", plugin.behaviors)
        member("tier", ifPresent: plugin.tier)
        member("hooks", plugin.hooks.map(\.rawValue))
        name("statistics")
        object { statistics in
            statistics.member("questions", plugin.statistics.questions)
            statistics.member("badVerdicts", plugin.statistics.badVerdicts)
            statistics.member("slowAnswers", plugin.statistics.slowAnswers)
            statistics.member("slowestUs", plugin.statistics.slowest.microseconds)
            statistics.member("restarts", plugin.statistics.restarts)
        }
    }

    /// A draft without its content, which only its owner is given.
    mutating func draftSummary(_ draft: StoredDraft) {
        member("revision", draft.revision)
        member("savedAt", draft.savedAt)
        member("reason", draft.reason)
    }
}

extension Point: JSONWritable {
    public func write(to writer: inout JSONWriter) {
        writer.object { point in
            point.member("x", x)
            point.member("y", y)
        }
    }
}

extension Rect: JSONWritable {
    public func write(to writer: inout JSONWriter) {
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
        }
    }
}

extension StoredDraft: JSONWritable {
    /// With its content: for its owner alone.
    public func write(to writer: inout JSONWriter) {
        writer.object { draft in
            draft.member("content", content)
            draft.draftSummary(self)
        }
    }
}
