// SPDX-License-Identifier: MIT

import LibUV
import PopoverConfiguration
import PopoverCore
import PopoverModel

/// The configuration in force, and the reading of a new one.
///
/// A file is taken whole or not at all, names of users and groups included; whatever is wrong with
/// a new one, the old one stays in force.
struct ConfigurationStore {
    /// nil: there is no file, and everything has its default.
    let path: String?
    private(set) var configuration: Configuration
    private(set) var settings: Settings
    /// The files that were read, the one that counts most last.
    private(set) var files: [String]

    init(path: String?) throws(ConfigurationFault) {
        self.path = path
        (configuration, settings, files) = try Self.read(path)
    }

    /// Reads the files again.
    ///
    /// - Returns: what has changed.
    mutating func reload() throws(ConfigurationFault) -> [ConfigurationChange] {
        let old = configuration
        (configuration, settings, files) = try Self.read(path)
        let changes = old.changes(to: configuration)
        settings.changedOptions = changes.map(\.option)
        return changes
    }

    private static func read(
        _ path: String?
    ) throws(ConfigurationFault) -> (Configuration, Settings, [String]) {
        var loaded = LoadedConfiguration()
        do throws(InvalidConfiguration) {
            if let path { loaded = try Configuration.load(ConfigurationFiles(path: path)) }
        } catch {
            throw ConfigurationFault(problems: error.errors.map(\.description))
        }
        var resolver = NameResolver(of: loaded)
        let settings = resolver.settings(from: loaded.configuration)
        guard resolver.problems.isEmpty else {
            throw ConfigurationFault(problems: resolver.problems)
        }
        return (loaded.configuration, settings, loaded.files)
    }
}

/// What is wrong with a configuration, one line each, with its place in the file.
struct ConfigurationFault: Error, Hashable {
    /// Never empty.
    var problems: [String]

    var message: String { problems.joined(separator: "\n") }
}

/// Turns the configuration's words into what they mean on this machine.
struct NameResolver {
    private let loaded: LoadedConfiguration
    private(set) var problems: [String] = []

    /// - Parameter loaded: knows where everything stands.
    init(of loaded: LoadedConfiguration) {
        self.loaded = loaded
    }

    mutating func settings(from configuration: Configuration) -> Settings {
        let users = configuration.administrators.users
        let configured = users.compactMap { user($0, at: "administrators.users") }
        var settings = Settings(
            displays: configuration.displays,
            // Root can do everything anyway, and the daemon's own user could replace it.
            administrators: Set(configured + [0, Accounts.currentUserID]))
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
        // Numbers need no entry: users of containers and directories often have none.
        if let number = UInt32(name) { return number }
        do throws(UVError) {
            if let number = try lookUp(name) { return number }
            complain(key, "there is no \(kind) \(name)")
        } catch {
            complain(key, "\(error)")
        }
        return nil
    }

    private mutating func complain(_ key: String, _ message: String) {
        let origin = loaded.origin(of: key)
        problems.append(
            ConfigurationError(
                file: origin?.file ?? loaded.files.first ?? "", line: origin?.line, key: key,
                message: message
            ).description)
    }
}
