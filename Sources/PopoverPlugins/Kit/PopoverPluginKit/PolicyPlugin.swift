// SPDX-License-Identifier: MIT

/// A plugin that answers questions about all popovers and alerts.
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
///     @_cdecl("popoverd_plugin_abi_2")
///     public func plugin() -> UnsafePointer<popover_plugin>? {
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
    /// What counts at `.open` without an answer in time, unless the administrator has configured it.
    static var fallback: Fallback { get }
    /// Names of the plugins before and after which its verdicts count.
    static var before: [String] { get }
    static var after: [String] { get }

    /// Exports state for the next instance in a reload, at most 64 KiB; nil: none.
    func exportState() -> [UInt8]?
    /// Imports the state of the previous instance. Returns false if it cannot; the previous one stays.
    func importState(_ state: [UInt8]) -> Bool
}

extension PolicyPlugin {
    public static var behaviors: [BehaviorDescription] { [] }
    public static var hooks: Questions { [] }
    public static var idleAfter: Int64 { 0 }
    public static var fallback: Fallback { .abstain }
    public static var before: [String] { [] }
    public static var after: [String] { [] }

    public func answer(_ question: Question) -> Verdict { .abstain }
    public func exportState() -> [UInt8]? { nil }
    public func importState(_ state: [UInt8]) -> Bool { true }
}

/// What counts at `.open` without a policy's answer.
public enum Fallback: UInt32, Hashable, Sendable {
    case abstain = 0
    /// For a policy that protects: nothing opens.
    case refuse
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
