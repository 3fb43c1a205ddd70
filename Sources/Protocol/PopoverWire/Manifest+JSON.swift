// SPDX-License-Identifier: MIT
public import PopoverModel

extension Manifest {
    /// Reads a program's answer to `getmanifest`; ignores members that this version does not know.
    /// Throws `badParameter` with the path of the first missing or wrong member, `overLimit` for
    /// words that are too long.
    public init(decoding node: JSONNode) throws(RequestError) {
        let manifest = Member(root: node)
        // Those of clients do not bind what an administrator has installed.
        let limits = Limits()
        self.init(
            name: try manifest.member("name").pluginName(),
            version: try manifest.member("version").version())
        behaviors = try Self.behaviors(manifest.optional("behaviors"))
        hooks = try manifest.optional("hooks")?.hooks(among: Hook.allCases) ?? []
        idleAfter = try manifest.optional("idleAfterMs")?.interval(
            from: Bounds.idleAfter.lowerBound, to: Bounds.idleAfter.upperBound)
        if hooks.contains(.idle) { _ = try manifest.member("idleAfterMs") }
        fallback = try manifest.optional("fallback")?.choice() ?? .abstain
        topics =
            try manifest.optional("topics")?.atMost(Bounds.topics) {
                element throws(RequestError) in try element.name(limits)
            } ?? []
        before = try manifest.optional("before")?.neighbors(of: name) ?? []
        after = try manifest.optional("after")?.neighbors(of: name) ?? []
        options = try Self.options(manifest.optional("options"), limits)
        wantsRequests = try manifest.optional("requests")?.flag() ?? false
        roles =
            try manifest.optional("roles")?.list { element throws(RequestError) -> Role in
                try element.choice()
            } ?? []
        needs = try manifest.optional("needs").map { needs throws(RequestError) in
            try Sandbox(decoding: needs)
        }
    }

    private static func behaviors(_ member: Member?) throws(RequestError) -> [Behavior] {
        var names: Set<String> = []
        return try member?.atMost(Bounds.behaviors) { element throws(RequestError) in
            let behavior = try Behavior(decoding: element)
            guard names.insert(behavior.name).inserted else {
                throw try element.member("name").wrong("another than before")
            }
            return behavior
        } ?? []
    }

    private static func options(
        _ member: Member?, _ limits: Limits
    ) throws(RequestError) -> [Option] {
        var names: Set<String> = []
        return try member?.atMost(PluginOption.most) { element throws(RequestError) in
            let option = try Option(decoding: element, limits)
            guard names.insert(option.name).inserted else {
                throw try element.member("name").wrong("another than before")
            }
            return option
        } ?? []
    }
}

extension Sandbox {
    fileprivate init(decoding needs: Member) throws(RequestError) {
        guard needs.node.kind == .object else { throw needs.wrong("an object") }
        self.init(
            network: try needs.flag("network", else: false),
            unixSockets: try needs.flag("unixSockets", else: false),
            readPaths: try needs.optional("readPaths")?.needs("an absolute path", "/$@") ?? [],
            writePaths: try needs.optional("writePaths")?.needs("an absolute path", "/$@") ?? [],
            writeFiles: try needs.optional("writeFiles")?.needs("an absolute path", "/$@") ?? [],
            environment: try needs.optional("environment")?.needs("a name", "") ?? [])
    }
}

extension Manifest.Option {
    fileprivate init(decoding option: Member, _ limits: Limits) throws(RequestError) {
        let name = try option.member("name")
        let type: OptionType = try option.member("type").choice()
        let text = try name.string()
        guard (1...PluginOption.longestName).contains(text.utf8.count) else {
            throw name.wrong("1 to \(PluginOption.longestName) bytes")
        }
        self.init(
            name: text, type: type,
            usual: try option.optional("default")?.optionValue(type),
            description: try option.optional("description")?.text(limits) ?? "")
    }
}

extension Behavior {
    /// The hooks for the plugin of a behavior; alerts and idleness have no behavior.
    fileprivate static let ownHooks = Hook.allCases.filter { $0 != .alert && $0 != .idle }

    fileprivate init(decoding behavior: Member) throws(RequestError) {
        self.init(name: try behavior.member("name").pluginName())
        choiceCloses = try behavior.flag("choiceCloses", else: choiceCloses)
        outsideTapCloses = try behavior.flag("outsideTapCloses", else: outsideTapCloses)
        outsideTapDisposition =
            try behavior.optional("outsideTapDisposition")?.choice() ?? outsideTapDisposition
        isDetachable = try behavior.flag("detachable", else: isDetachable)
        avoidsScrolling = try behavior.flag("avoidsScrolling", else: avoidsScrolling)
        needsTitle = try behavior.flag("needsTitle", else: needsTitle)
        isPortraitOnly = try behavior.flag("portraitOnly", else: isPortraitOnly)
        isHint = try behavior.flag("hint", else: isHint)
        widthRange = try behavior.optional("widths")?.widths() ?? widthRange
        sides = try behavior.optional("sides")?.sides() ?? sides
        compactAdaptation =
            try behavior.optional("compactAdaptation")?.choice() ?? compactAdaptation
        for hook in try behavior.optional("hooks")?.hooks(among: Self.ownHooks) ?? [] {
            hooks[hook] = Hooks.Terms()
        }
    }
}

extension Member {
    fileprivate func flag(_ name: JSONName, else usual: Bool) throws(RequestError) -> Bool {
        try optional(name)?.flag() ?? usual
    }

    fileprivate func version() throws(RequestError) -> String {
        let version = try string()
        let most = Manifest.Bounds.version
        guard (1...most).contains(version.utf8.count) else { throw wrong("1 to \(most) bytes") }
        return version
    }

    /// Without repetitions, in the order of the text.
    fileprivate func hooks(among known: [Hook]) throws(RequestError) -> [Hook] {
        var hooks: [Hook] = []
        for element in try elements() {
            guard let hook = element.node.string.flatMap(Hook.init(rawValue:)),
                known.contains(hook)
            else {
                throw element.wrong(
                    "one of " + known.map(\.rawValue).joined(separator: ", "))
            }
            if !hooks.contains(hook) { hooks.append(hook) }
        }
        return hooks
    }

    /// - Parameter starts: with one of them each text has to begin; empty: with any.
    fileprivate func needs(_ words: String, _ starts: String) throws(RequestError) -> [String] {
        try atMost(Manifest.Bounds.needs) { element throws(RequestError) in
            let text = try element.string()
            let isBegun = starts.isEmpty || text.first.map(starts.contains) == true
            guard isBegun, (1...Manifest.Bounds.need).contains(text.utf8.count),
                !text.utf8.contains(0)
            else { throw element.wrong("\(words) of at most \(Manifest.Bounds.need) bytes") }
            return text
        }
    }

    fileprivate func neighbors(of name: String) throws(RequestError) -> [String] {
        try atMost(Manifest.Bounds.neighbors) { element throws(RequestError) in
            let neighbor = try element.pluginName()
            guard neighbor != name else { throw element.wrong("another than its own name") }
            return neighbor
        }
    }

    /// An array of at most so many elements, checked before any of them is read.
    fileprivate func atMost<Element>(
        _ most: Int, _ read: (Member) throws(RequestError) -> Element
    ) throws(RequestError) -> [Element] {
        guard let count = node.elements?.count else { throw wrong("an array") }
        guard count <= most else { throw wrong("an array of at most \(most)") }
        return try list(read)
    }

    fileprivate func optionValue(
        _ type: OptionType
    ) throws(RequestError) -> OptionValue {
        let value: OptionValue? =
            switch type {
            case .string: node.string.map(OptionValue.string)
            case .integer: node.integer.map(OptionValue.integer)
            case .number: node.double.map(OptionValue.number)
            case .boolean: node.bool.map(OptionValue.boolean)
            case .strings: strings.map(OptionValue.strings)
            case .text: node.string.map(OptionValue.string) ?? OptionValue(translations: node)
            }
        guard let value, value.isValid else { throw wrong(type.words) }
        return value
    }

    /// Nil where it is no list of strings, or a longer one than an option may have.
    private var strings: [String]? {
        guard let elements = node.elements, elements.count <= OptionValue.mostStrings else {
            return nil
        }
        let strings = elements.compactMap(\.string)
        return strings.count == elements.count ? strings : nil
    }
}

extension OptionValue {
    /// Nil where it is no object of strings, or has no member.
    public init?(translations node: JSONNode) {
        guard let members = node.members else { return nil }
        var entries: [Translations.Entry] = []
        for (name, value) in members {
            guard let text = value.string else { return nil }
            entries.append(Translations.Entry(language: name, text: text))
        }
        guard let translations = Translations(entries) else { return nil }
        self = .translations(translations)
    }
}
