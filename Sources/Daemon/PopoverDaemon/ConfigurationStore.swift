// SPDX-License-Identifier: MIT

import LibUV
import PopoverConfiguration
import PopoverCore
import PopoverModel

/// The configuration in force. A new one is applied as a whole or not at all, including the names
/// of users and groups: after any error, the old one stays in force.
struct ConfigurationStore {
    /// nil without a file; every option has its default then.
    let path: String?
    private(set) var configuration: Configuration
    private(set) var settings: Settings
    /// The files that were read; later ones override earlier ones.
    private(set) var files: [String]

    init(path: String?) throws(ConfigurationStoreError) {
        self.path = path
        (configuration, settings, files) = try Self.read(path)
    }

    /// Reads the files again and returns the changed options.
    mutating func reload() throws(ConfigurationStoreError) -> [ConfigurationChange] {
        let old = configuration
        (configuration, settings, files) = try Self.read(path)
        let changes = old.changes(to: configuration)
        settings.changedOptions = changes.map(\.option)
        return changes
    }

    private static func read(
        _ path: String?
    ) throws(ConfigurationStoreError) -> (Configuration, Settings, [String]) {
        var loaded = LoadedConfiguration()
        do throws(InvalidConfiguration) {
            if let path { loaded = try Configuration.load(ConfigurationFiles(path: path)) }
        } catch {
            throw ConfigurationStoreError(messages: error.errors.map(\.description))
        }
        var resolver = NameResolver(of: loaded)
        let settings = resolver.settings(from: loaded.configuration)
        guard resolver.errors.isEmpty else {
            throw ConfigurationStoreError(messages: resolver.errors)
        }
        return (loaded.configuration, settings, loaded.files)
    }
}

struct ConfigurationStoreError: Error, Hashable {
    /// One line for each, with file and line number; never empty.
    var messages: [String]

    var message: String { messages.joined(separator: "\n") }
}

/// Resolves the configuration's user and group names on this machine.
struct NameResolver {
    private let loaded: LoadedConfiguration
    private(set) var errors: [String] = []

    /// - Parameter loaded: knows the file and line of each option.
    init(of loaded: LoadedConfiguration) {
        self.loaded = loaded
    }

    mutating func settings(from configuration: Configuration) -> Settings {
        let users = configuration.administrators.users
        let configured = users.compactMap { user($0, at: "administrators.users") }
        let own = configuration.administrators.daemonUser ? [Accounts.currentUserID] : []
        var settings = Settings(
            displays: configuration.displays,
            // Root may do everything anyway.
            administrators: Set(configured + own + [0]))
        settings.limits = configuration.limits
        settings.timing = configuration.timing
        settings.appearance = configuration.appearance
        settings.administratorGroup = configuration.administrators.group.flatMap {
            group($0, at: "administrators.group")
        }
        settings.isBusOpen = configuration.bus.open
        settings.advice = configuration.advice
        for (index, binding) in configuration.bindings.enumerated() {
            let users = binding.users.compactMap { user($0, at: "bind[\(index)].users") }
            let groups = binding.groups.compactMap { group($0, at: "bind[\(index)].groups") }
            var subjects: [Settings.Binding.Subject] = binding.methods.map { .method($0) }
            if let app = binding.app { subjects.append(.app(app)) }
            if let role = binding.role { subjects.append(.role(role)) }
            if let right = binding.right { subjects.append(.right(right)) }
            for subject in subjects {
                settings.bindings.append(
                    Settings.Binding(subject: subject, users: Set(users), groups: Set(groups)))
            }
        }
        return settings
    }

    private mutating func user(_ name: String, at key: String) -> UInt32? {
        resolve(name, at: key, kind: "user") { name throws(UVError) in
            try Accounts.userID(named: name)
        }
    }

    private mutating func group(_ name: String, at key: String) -> UInt32? {
        resolve(name, at: key, kind: "group") { name throws(UVError) in
            try Accounts.groupID(named: name)
        }
    }

    private mutating func resolve(
        _ name: String, at key: String, kind: String,
        _ lookUp: (String) throws(UVError) -> UInt32?
    ) -> UInt32? {
        // A number needs no account: users of containers and directory services often have none.
        if let number = UInt32(name) { return number }
        do throws(UVError) {
            if let number = try lookUp(name) { return number }
            report(key, "there is no \(kind) \"\(name)\"")
        } catch {
            report(key, "\(error)")
        }
        return nil
    }

    private mutating func report(_ key: String, _ message: String) {
        let origin = loaded.origin(of: key)
        errors.append(
            ConfigurationError(
                file: origin?.file ?? loaded.files.first ?? "", line: origin?.line, key: key,
                message: message
            ).description)
    }
}
