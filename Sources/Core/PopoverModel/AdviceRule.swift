// SPDX-License-Identifier: MIT

/// The guidelines that can only be judged, spelled as rows of the guidelines.
public enum AdviceRule: String, CaseIterable, Codable, Hashable, Sendable {
    /// The arrow points at what revealed the popover.
    case pointing = "G2"
    /// A modal popover has a button that leaves it.
    case wayOut = "G3"
    /// It is never nearly the whole screen.
    case share = "G15"
    /// Its width is in the behaviour's range, and where that matters its height is not cut.
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
}

extension AdviceRule {
    /// What a rule is judged from. Only a breach that the declaration shows can refuse an open:
    /// what a placement came to is known too late, and may be the display's fault.
    public enum Basis: String, CaseIterable, Codable, Hashable, Sendable {
        case declaration
        case placement
    }

    public var basis: Basis { row.basis }

    /// What becomes of a breach unless the configuration says otherwise.
    public var level: AdviceLevel { row.level }

    private var row: (basis: Basis, level: AdviceLevel) {
        switch self {
        case .pointing: (.placement, .advise)
        case .wayOut: (.declaration, .advise)
        case .share: (.placement, .advise)
        case .size: (.placement, .advise)
        case .covering: (.placement, .advise)
        case .closeButton: (.declaration, .advise)
        case .warning: (.declaration, .refuse)
        case .wording: (.declaration, .advise)
        case .look: (.declaration, .advise)
        case .function: (.declaration, .advise)
        case .contrast: (.declaration, .advise)
        }
    }

    /// The rules that the configuration may let refuse.
    public static let refusable = allCases.filter { $0.basis == .declaration }
}

/// What becomes of a breach.
public enum AdviceLevel: String, CaseIterable, Codable, Hashable, Sendable {
    case ignore
    case advise
    case refuse
}

/// What the administrator decided about the rules; one that no list names has its own level.
public struct AdvicePolicy: Codable, Hashable, Sendable {
    /// A breach refuses the open, also one that is only guessed.
    public var refuse: [AdviceRule] = []
    public var advise: [AdviceRule] = []
    public var ignore: [AdviceRule] = []

    public init() {}

    /// - Parameter isGuess: the breach was not declared, but read from words; unless the
    ///   administrator wants it, that refuses nothing.
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
