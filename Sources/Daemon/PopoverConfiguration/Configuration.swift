// SPDX-License-Identifier: MIT

public import PopoverModel

/// What the administrator decided, as one immutable value.
///
/// A configuration is made once at start and once for each reload, by reading a TOML text. It
///
/// 1. holds every default that is not the rules' own (theirs are in `Limits`, `Timing` and
///    `Appearance`); without a file, `Configuration()` is the whole configuration,
/// 2. is read, checked, documented and written by one table, `ConfigurationTable`, so that a key,
///    its range, its default and its documentation cannot disagree,
/// 3. is taken whole or not at all: a text with any problem gives every problem, each with file,
///    line and column, and no configuration.
///
/// It resolves no names of users, creates no folders and opens no sockets: what the words mean on
/// this machine is the daemon's business, so that checking a file touches nothing.
public struct Configuration: Hashable, Sendable {
    /// The path of the socket; nil is the environment's, else the system's.
    public var socket: String?
    /// The folder for drafts; nil is the environment's, else the system's.
    public var state: String?
    public var log = Log()
    public var administrators = Administrators()
    public var plugins = Plugins()
    /// Their names differ.
    public var pluginSettings: [PluginSettings] = []
    /// Never empty; their names differ.
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
        /// The least that is written.
        public var level = LogLevel.info
    }

    /// Who may do everything, besides root and the daemon's own user.
    public struct Administrators: Hashable, Sendable {
        /// Names or numbers.
        public var users: [String] = []
        /// A name or a number.
        public var group: String?
    }

    public struct Plugins: Hashable, Sendable {
        /// Where plugins are looked for; nil is where the daemon was installed.
        public var directory: String?
        /// Names of plugins that are not loaded.
        public var disabled: [String] = []
    }

    public struct Metrics: Hashable, Sendable {
        /// The path of a socket of its own for them; nil is none.
        public var socket: String?
    }

    public struct Bus: Hashable, Sendable {
        /// Every client may subscribe to every topic.
        public var open = true
    }

    /// Keeps an app's name, a role, or methods for some users. What no binding names is everyone's,
    /// or the administrators'; where several name it, each adds its users.
    public struct Binding: Hashable, Sendable {
        /// One of this, `role` and `methods` is given.
        public var app: String?
        public var role: Role?
        public var methods: [Method]
        /// Names or numbers.
        public var users: [String]
        /// Names or numbers.
        public var groups: [String]

        public init(
            app: String? = nil, role: Role? = nil, methods: [Method] = [], users: [String] = [],
            groups: [String] = []
        ) {
            self.app = app
            self.role = role
            self.methods = methods
            self.users = users
            self.groups = groups
        }
    }
}
