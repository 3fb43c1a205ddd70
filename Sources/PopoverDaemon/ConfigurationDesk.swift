// SPDX-License-Identifier: MIT

import LibUV
import PopoverConfiguration
import PopoverCore
import PopoverModel

/// The configuration in force, and the reading of a new one.
///
/// A file is taken whole or not at all, names of users and groups included; whatever is wrong with
/// a new one, the old one stays in force.
struct ConfigurationDesk {
    /// nil: there is no file, and everything has its default.
    let path: String?
    private(set) var configuration: Configuration
    private(set) var settings: Settings

    init(path: String?) throws(ConfigurationFault) {
        self.path = path
        (configuration, settings) = try Self.read(path)
    }

    /// Reads the file again.
    mutating func reload() throws(ConfigurationFault) {
        (configuration, settings) = try Self.read(path)
    }

    private static func read(
        _ path: String?
    ) throws(ConfigurationFault) -> (Configuration, Settings) {
        let configuration: Configuration
        do throws(InvalidConfiguration) {
            configuration = if let path { try .load(path: path) } else { Configuration() }
        } catch {
            throw ConfigurationFault(problems: error.problems.map(\.description))
        }
        var resolver = NameResolver(file: path ?? "")
        let settings = resolver.settings(from: configuration)
        guard resolver.problems.isEmpty else {
            throw ConfigurationFault(problems: resolver.problems)
        }
        return (configuration, settings)
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
    let file: String
    private(set) var problems: [String] = []

    init(file: String) {
        self.file = file
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
            problems.append("\(file): \(key): there is no \(kind) \(name)")
        } catch {
            problems.append("\(file): \(key): \(error)")
        }
        return nil
    }
}
