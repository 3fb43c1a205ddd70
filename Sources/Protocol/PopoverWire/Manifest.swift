// SPDX-License-Identifier: MIT
public import PopoverModel

/// The manifest of a plugin's program.
public struct Manifest: Hashable, Sendable {
    /// 1 to 64 of a-z 0-9 `-`.
    public var name: String
    /// For people.
    public var version: String
    /// Their names differ.
    public var behaviors: [Behavior] = []
    /// Where it is asked about everyone's popovers and alerts.
    public var hooks: [Hook] = []
    /// Of the hook `idle`, which needs it.
    public var idleAfter: Interval?
    /// Of the hook `open`.
    public var fallback = Policy.Fallback.abstain
    /// Globs of the bus topics that it gets.
    public var topics: [String] = []
    /// Plugins whose verdicts count after its own.
    public var before: [String] = []
    /// Plugins whose verdicts count before its own.
    public var after: [String] = []
    /// Their names differ.
    public var options: [Option] = []
    /// It wants to send requests of its own, as a client does.
    public var wantsRequests = false
    /// Of that client.
    public var roles: [Role] = []
    /// What it needs of the system: with trust it runs in a sandbox with that. Nil: it says nothing.
    public var needs: Sandbox?

    public init(name: String, version: String) {
        self.name = name
        self.version = version
    }

    /// Something that an administrator may set.
    public struct Option: Hashable, Sendable {
        public var name: String
        public var type: OptionType
        /// Nil: the program is not given it unless an administrator sets it.
        public var usual: OptionValue?
        /// For people.
        public var description: String

        public init(
            name: String, type: OptionType, usual: OptionValue? = nil, description: String = ""
        ) {
            self.name = name
            self.type = type
            self.usual = usual
            self.description = description
        }
    }

    /// The most of everything that it may have.
    public enum Bounds {
        /// Bytes of a version, as for native plugins.
        public static let version = 32
        /// As for native plugins.
        public static let behaviors = 16
        public static let topics = 64
        /// Names in `before`, and in `after`.
        public static let neighbors = 64
        /// Paths that it may need to read, and as many to write; variables of the environment.
        public static let needs = 16
        /// Bytes of a path or variable.
        public static let need = 1024
        public static let idleAfter =
            Interval.milliseconds(1000)...Interval.milliseconds(24 * 60 * 60 * 1000)
    }

    /// Whether it wants more than to provide behaviors.
    public var isPolicy: Bool { !hooks.isEmpty || !topics.isEmpty || wantsRequests }

    /// Its policy with default terms; nil if it is none.
    public var policy: Policy? {
        guard !hooks.isEmpty else { return nil }
        var terms: Hooks = []
        for hook in hooks { terms[hook] = Hooks.Terms() }
        return Policy(name: name, hooks: terms, idleAfter: idleAfter)
    }

    /// Its options with their values: as configured, or else their defaults. Throws `badParameter`
    /// with the name of an option that is unknown or has a value of another type.
    public func options(
        setting settings: [PluginOption]
    ) throws(RequestError) -> [PluginOption] {
        for setting in settings where !options.contains(where: { $0.name == setting.name }) {
            throw .badParameter(
                member: "options.\(setting.name)", message: "is not an option of \(name)")
        }
        var values: [PluginOption] = []
        for option in options {
            let setting = settings.first { $0.name == option.name }
            guard let value = setting?.value ?? option.usual else { continue }
            guard let fitting = option.type.fitting(value) else {
                throw .badParameter(
                    member: "options.\(option.name)",
                    message: "has to be \(option.type.words)")
            }
            values.append(PluginOption(name: option.name, value: fitting, line: setting?.line))
        }
        return values
    }
}

extension OptionValue: JSONWritable {
    public func write(to writer: inout JSONWriter) {
        switch self {
        case .string(let text): writer.value(text)
        case .integer(let number): writer.value(number)
        case .number(let number): writer.value(number)
        case .boolean(let flag): writer.value(flag)
        case .strings(let texts): writer.value(texts)
        case .translations(let translations):
            writer.object { object in
                for entry in translations.entries {
                    object.member(JSONName(entry.language), entry.text)
                }
            }
        }
    }
}
