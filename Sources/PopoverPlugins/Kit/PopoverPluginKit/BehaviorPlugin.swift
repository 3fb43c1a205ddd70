// SPDX-License-Identifier: MIT

/// A plugin that provides behaviours by their standing answers alone: it is a table, never called.
///
/// What it is: the Swift face of `popover_plugin.h`, for plugins that see no C but the name of
/// their one exported function:
///
///     enum Menu: BehaviorPlugin {
///         static let name = "menu"
///         static let version = "1.0.0"
///         static let behaviors = [BehaviorDescription(name: "menu", choiceCloses: true)]
///     }
///
///     @c @implementation
///     public func popoverd_plugin_abi_1() -> UnsafePointer<popover_plugin>? {
///         unsafe descriptor(of: Menu.self)
///     }
///
/// One that judges for itself conforms to `AnsweringPlugin`; one that judges everybody's popovers and
/// alerts, or wants to know what happens, to `PolicyPlugin`.
///
/// What it does not do: it checks nothing. The daemon does, for plugins of every language alike.
public protocol BehaviorPlugin {
    /// 1 to 64 of a-z 0-9 `-`; no two plugins of a daemon share one.
    static var name: String { get }
    /// For people; 1 to 32 bytes.
    static var version: String { get }
    /// 1 to 16.
    static var behaviors: [BehaviorDescription] { get }
}

/// A plugin that is asked. It answers at once, without I/O: the daemon stands still meanwhile.
public protocol AnsweringPlugin: BehaviorPlugin {
    /// What an administrator may set; read with `Host.setting`. None where it says nothing.
    static var options: [OptionDescription] { get }

    /// Nil: it cannot run here, and says why in the log.
    init?(host: Host)

    /// Answers a question that its behaviour asked for.
    func answer(_ question: Question) -> Verdict

    /// Asked once, before any question; false: it must not be used.
    func selfTest() -> Bool
}

extension AnsweringPlugin {
    public static var options: [OptionDescription] { [] }

    public func selfTest() -> Bool { true }
}

/// A behaviour's name and standing answers. What is not given is the daemon's usual.
public struct BehaviorDescription: Hashable, Sendable {
    /// 1 to 64 of a-z 0-9 `-`; no two behaviours of a daemon share one.
    public var name: String
    /// A choice closes the popover.
    public var choiceCloses: Bool
    /// A tap outside does not close it, even where it is not modal.
    public var outsideTapStays: Bool
    /// What becomes of unfinished work when a tap or a key outside closes it.
    public var outsideTapDisposition: Disposition?
    /// It may become a panel.
    public var isDetachable: Bool
    /// It should not need scrolling.
    public var avoidsScrolling: Bool
    public var needsTitle: Bool
    /// It is refused in landscape, and closed when the display turns to it.
    public var isPortraitOnly: Bool
    /// In points, 1 to 16384.
    public var widthRange: ClosedRange<Double>?
    /// Best first, none twice; empty: the usual order.
    public var sides: [Side]
    public var compactAdaptation: CompactAdaptation?
    /// Only for an `AnsweringPlugin`.
    public var questions: Questions

    public init(
        name: String, choiceCloses: Bool = false, outsideTapStays: Bool = false,
        outsideTapDisposition: Disposition? = nil, isDetachable: Bool = false,
        avoidsScrolling: Bool = false, needsTitle: Bool = false, isPortraitOnly: Bool = false,
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
        self.widthRange = widthRange
        self.sides = sides
        self.compactAdaptation = compactAdaptation
        self.questions = questions
    }
}
