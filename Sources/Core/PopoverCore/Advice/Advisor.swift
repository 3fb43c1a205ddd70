// SPDX-License-Identifier: MIT

public import PopoverModel

/// Judges what only can be judged: the guidelines that no frame, tap or deadline can enforce.
///
/// It is pure: the same declaration and placement give the same advice, in the order of the rules.
/// Every message says what is wrong and what to do about it. What becomes of a breach is the
/// policy's business: it is not judged at all, told, or refuses the open.
///
/// What it does not do: remember what it has told, or tell anybody.
public struct Advisor: Sendable {
    public var policy: AdvicePolicy

    public init(policy: AdvicePolicy = AdvicePolicy()) {
        self.policy = policy
    }

    /// What there is to say about a declaration.
    public func advice(on declaration: Declaration) -> [Advice] {
        told(declaration.findings)
    }

    /// What there is to say about a line of a help text (G24).
    public func advice(onHelp text: String) -> [Advice] {
        told(Wording.findings(in: text, member: nil))
    }

    /// Why an open with this declaration is refused; nil when it is not.
    public func refusal(of declaration: Declaration) -> RequestError? {
        refusal(for: declaration.findings)
    }

    /// The same of what a declaration was found to breach.
    func refusal(for findings: [Finding]) -> RequestError? {
        guard !findings.isEmpty else { return nil }
        let breaches = findings.filter { level(of: $0) == .refuse }
        // The protocol's order: that it is a warning comes before any other policy.
        let warning = breaches.first { $0.rule == .warning }
        guard let breach = warning ?? breaches.first else { return nil }
        let reason: RefusalReason = breach.rule == .warning ? .notForWarnings : .policy
        return .refused(reason, message: breach.message)
    }

    /// What there is to say about a popover, once it has its place.
    func advice(on findings: [Finding], placed facts: PlacedFacts) -> [Advice] {
        var all = findings
        all.add(facts.findings)
        return told(all)
    }

    private func told(_ findings: [Finding]) -> [Advice] {
        guard !findings.isEmpty else { return [] }
        return findings.filter { level(of: $0) != .ignore }.map {
            Advice(rule: $0.rule.rawValue, message: $0.message)
        }
    }

    private func level(of finding: Finding) -> AdviceLevel {
        policy.level(of: finding.rule, isGuess: finding.isGuess)
    }
}

/// A breach of a rule.
struct Finding: Hashable {
    var rule: AdviceRule
    /// What is wrong, and what to do.
    var message: String
    /// It was read from words, and may be wrong.
    var isGuess = false

    init(_ rule: AdviceRule, _ message: String, isGuess: Bool = false) {
        self.rule = rule
        self.message = message
        self.isGuess = isGuess
    }
}

extension [Finding] {
    /// Appends, which costs something even where there is nothing: mostly there is not.
    mutating func add(_ others: [Finding]) {
        if !others.isEmpty { self += others }
    }
}

extension String {
    /// A client's own words in a message: as many as are needed to find them.
    var quoted: String {
        let most = 60
        return count > most ? "\"\(prefix(most))…\"" : "\"\(self)\""
    }
}
