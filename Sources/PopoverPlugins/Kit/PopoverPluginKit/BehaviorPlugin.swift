// SPDX-License-Identifier: MIT

/// A plugin that provides behaviors by their default answers alone. It is a table and is never called.
///
/// This module is the Swift interface to `popover_plugin.h`. A plugin needs no C except the name of
/// its one exported function:
///
///     enum Menu: BehaviorPlugin {
///         static let name = "menu"
///         static let version = "1.0.0"
///         static let behaviors = [BehaviorDescription(name: "menu", choiceCloses: true)]
///     }
///
///     @_cdecl("popoverd_plugin_abi_2")
///     public func plugin() -> UnsafePointer<popover_plugin>? {
///         unsafe descriptor(of: Menu.self)
///     }
///
/// Conform to `AnsweringPlugin` to answer questions, or to `PolicyPlugin` to answer questions about
/// all popovers and alerts.
///
/// This module validates nothing. The daemon validates plugins of every language in the same way.
public protocol BehaviorPlugin {
    /// 1 to 64 of a-z 0-9 `-`. Unique among the plugins of a daemon.
    static var name: String { get }
    /// For people; 1 to 32 bytes.
    static var version: String { get }
    /// 1 to 16.
    static var behaviors: [BehaviorDescription] { get }
}

/// A plugin that answers questions. It must answer at once, without I/O: the daemon waits for it.
public protocol AnsweringPlugin: BehaviorPlugin {
    /// The options that an administrator may set, read with `Host.setting`. The default is none.
    static var options: [OptionDescription] { get }

    /// Returns nil if the plugin cannot run here. Log the reason before.
    init?(host: Host)

    /// Answers a question that its behavior asked for.
    func answer(_ question: Question) -> Verdict

    /// Called once before any question. Returns false if the plugin must not be used.
    func selfTest() -> Bool
}

extension AnsweringPlugin {
    public static var options: [OptionDescription] { [] }

    public func selfTest() -> Bool { true }
}

/// A behavior's name and default answers. Values that are not given have the daemon's defaults.
public struct BehaviorDescription: Hashable, Sendable {
    /// 1 to 64 of a-z 0-9 `-`. Unique among the behaviors of a daemon.
    public var name: String
    /// A choice closes the popover.
    public var choiceCloses: Bool
    /// A tap outside does not close it, even where it is not modal.
    public var outsideTapStays: Bool
    /// What happens to the draft when a tap or a key outside closes it.
    public var outsideTapDisposition: Disposition?
    /// It may become a panel.
    public var isDetachable: Bool
    /// It should not need scrolling.
    public var avoidsScrolling: Bool
    public var needsTitle: Bool
    /// It is refused in landscape, and closed when the display turns to it.
    public var isPortraitOnly: Bool
    /// It is short help, which takes no place and ends by itself.
    public var isHint: Bool
    /// In points, 1 to 16384.
    public var widthRange: ClosedRange<Double>?
    /// Preferred sides, best first, without repetition. Empty: the default order.
    public var sides: [Side]
    public var compactAdaptation: CompactAdaptation?
    /// Only for an `AnsweringPlugin`.
    public var questions: Questions

    public init(
        name: String, choiceCloses: Bool = false, outsideTapStays: Bool = false,
        outsideTapDisposition: Disposition? = nil, isDetachable: Bool = false,
        avoidsScrolling: Bool = false, needsTitle: Bool = false, isPortraitOnly: Bool = false,
        isHint: Bool = false,
        widthRange: ClosedRange<Double>? = nil, sides: [Side] = [],
        compactAdaptation: CompactAdaptation? = nil, questions: Questions = []
    ) {
        self.name = name
        self.choiceCloses = choiceCloses
        self.outsideTapStays = outsideTapStays
        self.outsideTapDisposition = outsideTapDisposition
        self.isDetachable = isDetachable
        self.avoidsScrolling = avoidsScrolling
        self.needsTitle = needsTitle
        self.isPortraitOnly = isPortraitOnly
        self.isHint = isHint
        self.widthRange = widthRange
        self.sides = sides
        self.compactAdaptation = compactAdaptation
        self.questions = questions
    }
}
