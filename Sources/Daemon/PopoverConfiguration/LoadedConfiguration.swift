// SPDX-License-Identifier: MIT

public import PopoverModel

public struct ConfigurationText: Hashable, Sendable {
    /// The file name in errors.
    public var file: String
    public var bytes: [UInt8]

    public init(file: String, bytes: [UInt8]) {
        self.file = file
        self.bytes = bytes
    }
}

public struct ConfigurationOrigin: Hashable, Sendable {
    public var file: String
    /// From 1.
    public var line: Int
}

/// A configuration and the origin of each option.
public struct LoadedConfiguration: Hashable, Sendable {
    public var configuration = Configuration()
    /// In the order in which they apply; later files override earlier ones.
    public var files: [String] = []
    /// By the dotted key, `limits.message` or `display[1].width`.
    var origins: [String: ConfigurationOrigin] = [:]

    /// The defaults, without a file.
    public init() {}

    init(
        configuration: Configuration, files: [String], origins: [String: ConfigurationOrigin]
    ) {
        self.configuration = configuration
        self.files = files
        self.origins = origins
    }

    /// The position of an option by its dotted key; nil for a default.
    public func origin(of key: String) -> ConfigurationOrigin? { origins[key] }

    public var settings: [EffectiveOption] {
        ConfigurationTable.settings(of: configuration).map { setting in
            EffectiveOption(
                name: setting.name, value: setting.value, origin: origins[setting.path],
                isPrivate: setting.isPrivate)
        }
    }
}

/// A plugin that a configuration may name, and its options.
public struct KnownPlugin: Hashable, Sendable {
    public var name: String
    /// By name; nil: not known.
    public var options: [String: OptionType]?
    /// It sends requests, and does nothing without trust.
    public var needsTrust: Bool

    public init(name: String, options: [String: OptionType]? = nil, needsTrust: Bool = false) {
        self.name = name
        self.options = options
        self.needsTrust = needsTrust
    }
}

public struct EffectiveOption: Hashable, Sendable {
    /// The dotted key with names: `limits.message`, `plugin.quiet.enabled`.
    public var name: String
    /// In TOML.
    public var value: String
    /// nil for a default.
    public var origin: ConfigurationOrigin?
    /// Whether the value may be a plugin's secret.
    public var isPrivate: Bool
}
