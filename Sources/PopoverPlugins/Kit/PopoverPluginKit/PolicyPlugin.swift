// SPDX-License-Identifier: MIT

/// A plugin that answers questions about all popovers and alerts, or receives events, or both.
///
///     struct Quiet: PolicyPlugin {
///         static let name = "quiet"
///         static let version = "1.0.0"
///         static let hooks: Questions = [.alert]
///
///         init?(host: Host) {}
///
///         func answer(_ question: Question) -> Verdict {
///             guard case .alert(_, .info, _) = question.kind else { return .abstain }
///             return .hold(milliseconds: 60_000)
///         }
///     }
///
///     @c @implementation
///     public func popoverd_plugin_abi_1() -> UnsafePointer<popover_plugin>? {
///         unsafe descriptor(of: Quiet.self)
///     }
///
/// Only `name`, `version` and `init(host:)` are mandatory. A policy may provide behaviors too; then
/// `Question.isPolicy` tells the two roles apart. All functions must return at once, without I/O.
public protocol PolicyPlugin: AnsweringPlugin {
    /// The questions for it as a policy.
    static var hooks: Questions { get }
    /// Time without touch or key on a display until `.idle` is asked, in milliseconds: 1000 to 86400000.
    /// Mandatory with `.idle`.
    static var idleAfter: Int64 { get }
    /// Topics of the events that it receives, with `*` as wildcard.
    static var topics: [String] { get }
    /// Names of the plugins before and after which its verdicts count.
    static var before: [String] { get }
    static var after: [String] { get }
    /// Capabilities that it asks for; the configuration must trust it.
    static var capabilities: Capabilities { get }
    /// Roles in which it sends requests, as in `hello`.
    static var roles: [String] { get }

    /// Receives a line of JSON-RPC: an `event` of one of its topics, or the response to a request.
    func receive(_ line: String)
    /// A timer of `Host.startTimer` has fired.
    func timerFired(_ id: UInt32)
    /// A descriptor of `Host.watch` is ready.
    func descriptorReady(_ id: UInt32, _ events: DescriptorEvents)
    /// Exports state for the next instance in a reload, at most 64 KiB; nil: none.
    func exportState() -> [UInt8]?
    /// Imports the state of the previous instance. Returns false if it cannot; the previous one stays.
    func importState(_ state: [UInt8]) -> Bool
}

extension PolicyPlugin {
    public static var behaviors: [BehaviorDescription] { [] }
    public static var hooks: Questions { [] }
    public static var idleAfter: Int64 { 0 }
    public static var topics: [String] { [] }
    public static var before: [String] { [] }
    public static var after: [String] { [] }
    public static var capabilities: Capabilities { [] }
    public static var roles: [String] { [] }

    public func answer(_ question: Question) -> Verdict { .abstain }
    public func receive(_ line: String) {}
    public func timerFired(_ id: UInt32) {}
    public func descriptorReady(_ id: UInt32, _ events: DescriptorEvents) {}
    public func exportState() -> [UInt8]? { nil }
    public func importState(_ state: [UInt8]) -> Bool { true }
}

/// Capabilities that need `trusted = true` in the configuration.
public struct Capabilities: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Sending requests as a client does.
    public static let requests = Capabilities(rawValue: 1)
    /// Timers and descriptors on the daemon's loop.
    public static let loop = Capabilities(rawValue: 2)
}

/// The events of a descriptor.
public struct DescriptorEvents: OptionSet, Hashable, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public static let readable = DescriptorEvents(rawValue: 1)
    public static let writable = DescriptorEvents(rawValue: 2)
    /// It failed or was closed by its peer. The daemon has stopped watching it.
    public static let disconnected = DescriptorEvents(rawValue: 4)
}

/// An option that an administrator may set.
public struct OptionDescription: Hashable, Sendable {
    /// 1 to 64 of a-z A-Z 0-9 `-` `_`.
    public var name: String
    public var type: Kind
    /// As `Host.setting` gives it: `true`, `-12`, `0.5`; strings each ended by a line feed.
    public var defaultValue: String?
    /// One sentence for administrators.
    public var summary: String?

    public enum Kind: UInt32, Hashable, Sendable {
        case string = 0
        case integer
        case number
        case boolean
        case strings
        /// Text for people, which the configuration may have in several languages; read it with
        /// `Host.setting(_:in:)`.
        case text
    }

    public init(
        name: String, type: Kind, defaultValue: String? = nil, summary: String? = nil
    ) {
        self.name = name
        self.type = type
        self.defaultValue = defaultValue
        self.summary = summary
    }
}
