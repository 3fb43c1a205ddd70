// SPDX-License-Identifier: MIT

public import PopoverModel

/// The administrator's configuration, one immutable value per start and reload.
///
/// 1. It holds the defaults that are not in `Limits`, `Timing` and `Appearance`. `Configuration()` is
///    the configuration without a file.
/// 2. One table, `ConfigurationTable`, reads, checks, documents and writes it, so that a key, its
///    range, its default and its documentation cannot disagree.
/// 3. It loads completely or not at all: all errors come at once, with file, line and column.
///
/// Loading has no side effects: it resolves no user names, creates no folders, opens no sockets.
public struct Configuration: Hashable, Sendable {
    /// The path of the socket; nil for the path from the environment or the system's default.
    public var socket: String?
    /// The folder for drafts; nil for the folder from the environment or the system's default.
    public var state: String?
    public var log = Log()
    public var administrators = Administrators()
    public var plugins = Plugins()
    /// With unique names.
    public var pluginSettings: [PluginSettings] = []
    /// Never empty, with unique names.
    public var displays = [
        DisplaySpecification(name: "main", size: Size(width: 1280, height: 800))
    ]
    public var limits = Limits()
    public var timing = Timing()
    public var appearance = Appearance()
    public var bus = Bus()
    public var metrics = Metrics()
    public var advice = AdvicePolicy()
    public var bindings: [Binding] = []

    public init() {}

    public struct Log: Hashable, Sendable {
        /// The minimum level.
        public var level = LogLevel.info
    }

    /// Administrators besides root.
    public struct Administrators: Hashable, Sendable {
        /// Whether the user that popoverd runs as is one.
        public var daemonUser = true
        /// Names or numbers.
        public var users: [String] = []
        /// A name or a number.
        public var group: String?
    }

    public struct Plugins: Hashable, Sendable {
        /// Where plugins are looked for; nil is where the daemon was installed.
        public var directory: String?
        public var disabled: [String] = []
    }

    public struct Metrics: Hashable, Sendable {
        /// The path of the socket that serves metrics; nil for none.
        public var socket: String?
    }

    public struct Bus: Hashable, Sendable {
        /// Whether every client may subscribe to every topic.
        public var open = true
    }

    /// Reserves an app name, a role, a right, or methods for some users. Without a binding, all users have
    /// them, except administrator methods. Several bindings of one name add up.
    public struct Binding: Hashable, Sendable {
        /// Exactly one of `app`, `role`, `right` and `methods` is set.
        public var app: String?
        public var role: Role?
        public var right: Right?
        public var methods: [Method]
        /// Names or numbers.
        public var users: [String]
        /// Names or numbers.
        public var groups: [String]

        public init(
            app: String? = nil, role: Role? = nil, right: Right? = nil, methods: [Method] = [],
            users: [String] = [], groups: [String] = []
        ) {
            self.app = app
            self.role = role
            self.right = right
            self.methods = methods
            self.users = users
            self.groups = groups
        }
    }
}
