// SPDX-License-Identifier: MIT

public import PopoverModel

/// A fact that the arbiter is told. Facts arrive through one door, `Arbiter.handle`, in one order.
public enum Event: Codable, Hashable, Sendable {
    /// The configuration that was read at the start, or again later.
    indirect case configured(Settings)
    /// The work that was found on disk at the start, before any client connects. Told again when a
    /// damaged file was set aside later: what a fresh one has of it.
    case draftsLoaded([StoredDraft])
    /// How far CLOCK_REALTIME is ahead of CLOCK_MONOTONIC, in microseconds. Told at the start and
    /// whenever the wall clock was set.
    case wallClockSet(ahead: Int64)
    /// A plugin's behaviours can be opened from now on, in place of one of the same name.
    case behaviorLoaded(Behavior)
    case behaviorUnloaded(name: String)
    /// The policies there are from now on, in the order in which their verdicts count.
    case policiesChanged([Policy])
    /// What happened to a plugin, for the bus.
    case pluginChanged(PluginState)

    case clientConnected(ClientID, Credentials)
    /// `id` is nil for a notification, which is never answered.
    case clientRequested(ClientID, id: RequestID?, Request)
    case clientAnswered(ClientID, CallID, CallAnswer)
    /// It will send no more, but may still read.
    case clientFinished(ClientID)
    case clientDisconnected(ClientID)

    /// The disk has, or could not take, what the order of this ticket holds.
    case draftsStored(TicketID)
    case draftsNotStored(TicketID)
    /// What a plugin said; nil where it could not be asked, or made no sense: its fallback counts.
    case answered(QuestionID, Respondent, Verdict?)
    case administered(TicketID, Answer)

    /// The moment of `Arbiter.nextDeadline` has come.
    case deadlineReached
    /// SIGTERM or SIGINT: end without losing work.
    case shutdownRequested
}

/// Who a client is, as the kernel says, or the daemon itself where it is a plugin.
public struct Credentials: Codable, Hashable, Sendable {
    public var pid: Int32
    public var uid: UInt32
    public var gid: UInt32
    /// Supplementary groups.
    public var groups: [UInt32]
    /// The plugin that acts as this client. Unlike an app's name nobody can claim it.
    public var plugin: String?

    public init(
        pid: Int32, uid: UInt32, gid: UInt32, groups: [UInt32] = [], plugin: String? = nil
    ) {
        self.pid = pid
        self.uid = uid
        self.gid = gid
        self.groups = groups
        self.plugin = plugin
    }

    func isMember(of group: UInt32) -> Bool { gid == group || groups.contains(group) }
}

/// What the configuration decides for the rules, its names of users and groups resolved.
public struct Settings: Codable, Hashable, Sendable {
    public var limits = Limits()
    public var timing = Timing()
    public var appearance = Appearance()
    /// These displays are there from the start; a later configuration adds and changes, and removes
    /// none.
    public var displays: [DisplaySpecification]
    /// Users that may administer, the daemon's own and root among them.
    public var administrators: Set<UInt32>
    public var administratorGroup: UInt32?
    /// Every topic to everyone; otherwise observers alone may subscribe to everything.
    public var isBusOpen = true
    public var advice = AdvicePolicy()
    public var bindings: [Binding] = []
    /// What it says otherwise than the one before, by name; empty at the start.
    public var changedOptions: [String] = []

    public init(displays: [DisplaySpecification], administrators: Set<UInt32>) {
        self.displays = displays
        self.administrators = administrators
    }

    /// Binds an app's name, a role or a method to users.
    public struct Binding: Codable, Hashable, Sendable {
        public var subject: Subject
        public var users: Set<UInt32>
        public var groups: Set<UInt32>

        public enum Subject: Codable, Hashable, Sendable {
            case app(String)
            case role(Role)
            /// Of an administrators' method: besides administrators.
            case method(Method)
        }

        public init(subject: Subject, users: Set<UInt32>, groups: Set<UInt32>) {
            self.subject = subject
            self.users = users
            self.groups = groups
        }
    }
}
