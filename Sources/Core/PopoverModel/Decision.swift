// SPDX-License-Identifier: MIT

/// A decision of the rules with its reason and the verdicts, as in `popover.explain`.
public struct Decision: Codable, Hashable, Sendable {
    public var time: Instant
    public var subject: Subject
    public var popover: PopoverID?
    public var alert: AlertID?
    public var app: String?
    public var display: String?
    /// The outcome on the wire: `granted`, the reason of a refusal or close, or a tap's verdict.
    public var outcome: String
    /// Why, in one sentence that names the rule.
    public var because: String
    /// In the order in which they count; empty if no plugin was asked.
    public var records: [VerdictRecord]

    /// Number of latest decisions that are kept.
    public static let journal = 256
    /// Default number of decisions returned.
    public static let usuallyTold = 32

    public init(
        time: Instant, subject: Subject, popover: PopoverID? = nil, alert: AlertID? = nil,
        app: String? = nil, display: String? = nil, outcome: String, because: String,
        records: [VerdictRecord] = []
    ) {
        self.time = time
        self.subject = subject
        self.popover = popover
        self.alert = alert
        self.app = app
        self.display = display
        self.outcome = outcome
        self.because = because
        self.records = records
    }
}

/// The verdict of one plugin.
public struct VerdictRecord: Codable, Hashable, Sendable {
    public var respondent: Respondent
    public var question: Question
    public var verdict: Verdict
    /// Why the fallback counts instead of its own verdict; nil if its own counts.
    public var fallback: Fallback?

    public init(
        respondent: Respondent, question: Question, verdict: Verdict, fallback: Fallback? = nil
    ) {
        self.respondent = respondent
        self.question = question
        self.verdict = verdict
        self.fallback = fallback
    }
}
