// SPDX-License-Identifier: MIT

/// What the rules decided, who was heard, and why: what `popover.explain` tells.
public struct Decision: Codable, Hashable, Sendable {
    public var time: Instant
    public var subject: Subject
    public var popover: PopoverID?
    public var alert: AlertID?
    public var app: String?
    public var display: String?
    /// What was decided, in the protocol's words: `granted`, a refusal's or close's reason, a
    /// tap's verdict.
    public var outcome: String
    /// Why, in one sentence that names the rule.
    public var because: String
    /// In the order in which they count; empty where nobody was asked.
    public var records: [VerdictRecord]

    /// So many of the latest are remembered.
    public static let journal = 256
    /// So many of the latest are told to who does not say how many.
    public static let usuallyTold = 32

    public enum Subject: String, CaseIterable, Codable, Hashable, Sendable {
        case open
        case tap
        case key
        case choice
        case detach
        case close
        case alert
        case idle
    }

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

/// What one plugin said when it was asked.
public struct VerdictRecord: Codable, Hashable, Sendable {
    public var respondent: Respondent
    public var question: Question
    public var verdict: Verdict
    /// Why it did not say this itself; nil where it did.
    public var fallback: Fallback?

    public enum Fallback: String, CaseIterable, Codable, Hashable, Sendable {
        /// Its deadline has passed: its fallback counts.
        case late
        /// It could not be asked, or its answer made no sense: its fallback counts.
        case failed
        /// What it said does not answer the question: its fallback counts.
        case unfit
    }

    public init(
        respondent: Respondent, question: Question, verdict: Verdict, fallback: Fallback? = nil
    ) {
        self.respondent = respondent
        self.question = question
        self.verdict = verdict
        self.fallback = fallback
    }
}
