// SPDX-License-Identifier: MIT

public import PopoverModel

/// Checks the guidelines that no frame, tap or deadline can enforce.
///
/// It is pure: the same declaration and placement give the same advice, in the order of the rules.
/// Every message says what is wrong and what to do about it. The policy decides whether a breach is
/// ignored, reported, or refuses the open.
///
/// The advisor neither remembers nor delivers advice.
public struct Advisor: Sendable {
    public var policy: AdvicePolicy

    public init(policy: AdvicePolicy = AdvicePolicy()) {
        self.policy = policy
    }

    public func advice(on declaration: Declaration) -> [Advice] {
        told(declaration.findings)
    }

    /// The advice on a line of a help text (G24).
    public func advice(onHelp text: String) -> [Advice] {
        told(Wording.findings(in: text, member: nil))
    }

    /// The refusal of an open with this declaration; nil when it is accepted.
    public func refusal(of declaration: Declaration) -> RequestError? {
        refusal(for: declaration.findings)
    }

    func refusal(for findings: [Finding]) -> RequestError? {
        guard !findings.isEmpty else { return nil }
        let breaches = findings.filter { level(of: $0) == .refuse }
        // The protocol reports a warning before any other breach.
        let warning = breaches.first { $0.rule == .warning }
        guard let breach = warning ?? breaches.first else { return nil }
        let reason: RefusalReason = breach.rule == .warning ? .notForWarnings : .policy
        return .refused(reason, message: breach.message)
    }

    func advice(
        on findings: [Finding], placed facts: PlacedFacts, by placement: borrowing PlacementSolver
    ) -> [Advice] {
        var all = facts.presentation.side == nil ? findings.forSheet : findings
        all.add(facts.findings(of: placement))
        return told(all)
    }

    func advice(on findings: [Finding]) -> [Advice] { told(findings) }

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
    /// What is wrong, and what to do about it.
    var message: String
    /// It was inferred from a text, and may be wrong.
    var isGuess = false

    init(_ rule: AdviceRule, _ message: String, isGuess: Bool = false) {
        self.rule = rule
        self.message = message
        self.isGuess = isGuess
    }
}

extension [Finding] {
    /// The findings about a sheet: a button that closes one is no breach.
    var forSheet: [Finding] { filter { $0.rule != .closeButton } }

    /// Appends unless there is nothing to append, which is the common case and not free.
    mutating func add(_ others: [Finding]) {
        if !others.isEmpty { self += others }
    }
}

extension String {
    /// A client's text in a message, shortened to 60 characters.
    var quoted: String {
        let most = 60
        return count > most ? "\"\(prefix(most))…\"" : "\"\(self)\""
    }
}
