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
            let settings = Settings(loaded.configuration, try ConfiguredAccounts(of: loaded))
            return (loaded.configuration, settings, loaded.files)
        } catch {
            throw ConfigurationStoreError(messages: error.errors.map(\.description))
        }
    }
}

struct ConfigurationStoreError: Error, Hashable {
    /// One line for each, with file and line number; never empty.
    var messages: [String]

    var message: String { messages.joined(separator: "\n") }
}

extension Settings {
    /// What of a configuration the rules and sessions need.
    init(_ configuration: Configuration, _ accounts: ConfiguredAccounts) {
        let own = configuration.administrators.daemonUser ? [Accounts.currentUserID] : []
        self.init(
            displays: configuration.displays,
            // Root may do everything anyway.
            administrators: accounts.administrators.union(own + [0]))
        limits = configuration.limits
        timing = configuration.timing
        appearance = configuration.appearance
        administratorGroup = accounts.administratorGroup
        isBusOpen = configuration.bus.open
        advice = configuration.advice
        for (binding, members) in zip(configuration.bindings, accounts.bindings) {
            var subjects: [Settings.Binding.Subject] = binding.methods.map { .method($0) }
            if let app = binding.app { subjects.append(.app(app)) }
            if let role = binding.role { subjects.append(.role(role)) }
            if let right = binding.right { subjects.append(.right(right)) }
            bindings += subjects.map {
                Settings.Binding(subject: $0, users: members.users, groups: members.groups)
            }
        }
    }
}
