// SPDX-License-Identifier: MIT

public import PopoverModel

/// A fact for the arbiter. All events pass through `Arbiter.handle`, in one order.
public enum Event: Codable, Hashable, Sendable {
    /// The configuration was read or reloaded.
    indirect case configured(Settings)
    /// The drafts on the disk, before any client connects. Sent again when a damaged file was
    /// replaced later, with what its replacement contains.
    case draftsLoaded([StoredDraft])
    /// CLOCK_REALTIME minus CLOCK_MONOTONIC in microseconds, at the start and when it changes.
    case wallClockSet(ahead: Int64)
    /// A plugin provides a behavior, which replaces one of the same name.
    case behaviorLoaded(Behavior)
    case behaviorUnloaded(name: String)
    /// The complete list of policies, in the order in which their verdicts count.
    case policiesChanged([Policy])
    case pluginChanged(PluginState)

    case clientConnected(ClientID, Credentials)
    /// `id` is nil for a notification, which is never answered.
    case clientRequested(ClientID, id: RequestID?, Request)
    case clientAnswered(ClientID, CallID, CallAnswer)
    /// The client sent a line that is neither a request nor an awaited answer.
    case clientHeard(ClientID)
    /// The client will send no more, but may still read.
    case clientFinished(ClientID)
    case clientDisconnected(ClientID)

    /// The result of the order to the disk with this ticket.
    case draftsStored(TicketID)
    case draftsNotStored(TicketID)
    /// A plugin's verdict; nil if it could not be asked or was invalid: its fallback applies.
    case answered(QuestionID, Respondent, Verdict?)
    case administered(TicketID, Answer)

    /// The time of `Arbiter.nextDeadline` has come.
    case deadlineReached
    /// SIGTERM or SIGINT: exit without losing drafts.
    case shutdownRequested
}

/// The identity of a client: from the kernel, or from the daemon for a plugin.
public struct Credentials: Codable, Hashable, Sendable {
    public var pid: Int32
    public var uid: UInt32
    public var gid: UInt32
    /// Supplementary groups.
    public var groups: [UInt32]
    /// The plugin that acts as this client. No client can claim this name, unlike an app's.
    public var plugin: String?
    /// The plugin is trusted: it has the rights of an administrator.
    public var isTrusted = false

    public init(
        pid: Int32, uid: UInt32, gid: UInt32, groups: [UInt32] = [], plugin: String? = nil,
        isTrusted: Bool = false
    ) {
        self.pid = pid
        self.uid = uid
        self.gid = gid
        self.groups = groups
        self.plugin = plugin
        self.isTrusted = isTrusted
    }

    func isMember(of group: UInt32) -> Bool { gid == group || groups.contains(group) }
}

/// The configuration of the rules, with names of users and groups resolved.
public struct Settings: Codable, Hashable, Sendable {
    public var limits = Limits()
    public var timing = Timing()
    public var appearance = Appearance()
    /// The displays at the start. A reload adds and changes displays, and removes none.
    public var displays: [DisplaySpecification]
    /// The users that may administer, including root.
    public var administrators: Set<UInt32>
    public var administratorGroup: UInt32?
    /// Whether every client may subscribe to every topic; otherwise only observers may.
    public var isBusOpen = true
    public var advice = AdvicePolicy()
    public var bindings: [Binding] = []
    /// The names of the options that a reload has changed; empty at the start.
    public var changedOptions: [String] = []

    public init(displays: [DisplaySpecification], administrators: Set<UInt32>) {
        self.displays = displays
        self.administrators = administrators
    }

    /// Binds an app's name, a role, a right or a method to users.
    public struct Binding: Codable, Hashable, Sendable {
        public var subject: Subject
        public var users: Set<UInt32>
        public var groups: Set<UInt32>

        public enum Subject: Codable, Hashable, Sendable {
            case app(String)
            case role(Role)
            case right(Right)
            /// For users other than administrators.
            case method(Method)
        }

        public init(subject: Subject, users: Set<UInt32>, groups: Set<UInt32>) {
            self.subject = subject
            self.users = users
            self.groups = groups
        }
    }
}
