// SPDX-License-Identifier: MIT

/// The guidelines that can only be checked, spelled as rows of the guidelines.
public enum AdviceRule: String, CaseIterable, Codable, Hashable, Sendable {
    /// The arrow points at what revealed the popover.
    case pointing = "G2"
    /// A modal popover has a button that leaves it.
    case wayOut = "G3"
    /// A draft that it hands over can be returned.
    case work = "G10"
    /// It is never nearly the whole screen.
    case share = "G15"
    /// Its width is in the behavior's range, and where that matters its height is not cut.
    case size = "G16"
    /// It covers nothing essential.
    case covering = "G17"
    /// No button only closes it, but for confirmation or guidance.
    case closeButton = "G20"
    /// It is no warning.
    case warning = "G23"
    /// Its texts do not call it what developers call it.
    case wording = "G24"
    /// It looks like a popover.
    case look = "G27"
    /// It has a small amount of function.
    case function = "G30"
    /// Its text can be read on its background.
    case contrast = "G31"
    /// People asked for it.
    case unasked = "F8"
}

extension AdviceRule {
    /// The input of a rule. Only a breach in the declaration can refuse an open: a placement and
    /// a handed over draft are known too late, the display may cause the breach of a placement, and
    /// the display decides whether it refuses opens without a gesture.
    public enum Basis: String, CaseIterable, Codable, Hashable, Sendable {
        case declaration
        case placement
        case work
        case gesture
    }

    public var basis: Basis { row.basis }

    /// The default consequence of a breach.
    public var level: AdviceLevel { row.level }

    private var row: (basis: Basis, level: AdviceLevel) {
        switch self {
        case .pointing: (.placement, .advise)
        case .wayOut: (.declaration, .advise)
        case .work: (.work, .advise)
        case .share: (.placement, .advise)
        case .size: (.placement, .advise)
        case .covering: (.placement, .advise)
        case .closeButton: (.declaration, .advise)
        case .warning: (.declaration, .refuse)
        case .wording: (.declaration, .advise)
        case .look: (.declaration, .advise)
        case .function: (.declaration, .advise)
        case .contrast: (.declaration, .advise)
        case .unasked: (.gesture, .advise)
        }
    }

    /// The rules that the configuration may let refuse.
    public static let refusable = allCases.filter { $0.basis == .declaration }
}

/// The consequence of a breach.
public enum AdviceLevel: String, CaseIterable, Codable, Hashable, Sendable {
    case ignore
    case advise
    case refuse
}

/// The configured level of each rule. A rule in no list has its default.
public struct AdvicePolicy: Codable, Hashable, Sendable {
    /// A breach refuses the open, even if it is only guessed.
    public var refuse: [AdviceRule] = []
    public var advise: [AdviceRule] = []
    public var ignore: [AdviceRule] = []

    public init() {}

    /// - Parameter isGuess: the breach is inferred from words, not declared. It refuses an open only
    ///   if the configuration lists the rule.
    public func level(of rule: AdviceRule, isGuess: Bool = false) -> AdviceLevel {
        if ignore.contains(rule) { return .ignore }
        if advise.contains(rule) { return .advise }
        if refuse.contains(rule) { return .refuse }
        return isGuess ? min(rule.level, .advise) : rule.level
    }
}

extension AdviceLevel: Comparable {
    private var weight: Int {
        switch self {
        case .ignore: 0
        case .advise: 1
        case .refuse: 2
        }
    }

    public static func < (left: AdviceLevel, right: AdviceLevel) -> Bool {
        left.weight < right.weight
    }
}
