// SPDX-License-Identifier: MIT

/// One file of a configuration.
public struct ConfigurationText: Hashable, Sendable {
    /// What problems name.
    public var file: String
    public var bytes: [UInt8]

    public init(file: String, bytes: [UInt8]) {
        self.file = file
        self.bytes = bytes
    }
}

/// Where an option stands.
public struct ConfigurationOrigin: Hashable, Sendable {
    public var file: String
    /// From 1.
    public var line: Int
}

/// A configuration, and who has said what of it.
public struct LoadedConfiguration: Hashable, Sendable {
    public var configuration = Configuration()
    /// In the order in which they count, the last most.
    public var files: [String] = []
    /// By the dotted key, `limits.message` or `display[1].width`.
    var origins: [String: ConfigurationOrigin] = [:]

    /// Without any file: everything has its default.
    public init() {}

    init(
        configuration: Configuration, files: [String], origins: [String: ConfigurationOrigin]
    ) {
        self.configuration = configuration
        self.files = files
        self.origins = origins
    }

    /// Where an option stands, by its dotted key; nil where nobody has said it.
    public func origin(of key: String) -> ConfigurationOrigin? { origins[key] }

    /// Every option that there is, with its value and where that comes from.
    public var settings: [EffectiveOption] {
        ConfigurationTable.settings(of: configuration).map { setting in
            EffectiveOption(
                name: setting.name, value: setting.value, origin: origins[setting.path],
                isPrivate: setting.isPrivate)
        }
    }
}

/// An option with the value that holds.
public struct EffectiveOption: Hashable, Sendable {
    /// As people say it: `limits.message`, `plugin.quiet.enabled`.
    public var name: String
    /// As TOML writes it.
    public var value: String
    /// Nil where nobody has said it: the default.
    public var origin: ConfigurationOrigin?
    /// Its value may be a plugin's secret.
    public var isPrivate: Bool
}
