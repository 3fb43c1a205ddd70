// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

/// Measures requests, decisions and batches for `metrics`. It is on the hot path: it adds to fixed
/// fields and reads the clock. Only questions to plugins, which take far longer, use a dictionary.
package final class SessionMeter {
    /// The most pending questions; with plugins that answer there are a few.
    static let openQuestions = 1024

    private var requests = Tally<Method>()
    private var invalidRequests: Int64 = 0
    private var turns = Histogram()
    private var decisions = Histogram()
    private var disk = Histogram()
    private var answers = Hook.allCases.map { _ in Histogram() }
    private var lateAnswers = Hook.allCases.map { _ in Int64(0) }
    private var failures: [Int: Int64] = [:]
    private var asked: [Asked: (at: Instant, hook: Int)] = [:]

    private struct Asked: Hashable {
        let question: QuestionID
        let respondent: Respondent
    }

    package init() {}

    func requested(_ request: Request) {
        guard let method = request.method else { return invalidRequests += 1 }
        requests.count(method)
    }

    func turned(in took: Interval) { turns.observe(took) }
    func decided(in took: Interval) { decisions.observe(took) }
    func stored(in took: Interval) { disk.observe(took) }

    /// Counts a request that was answered with an error, by the rules or before them.
    func failed(_ error: RequestError) { failures[error.code, default: 0] += 1 }

    func asked(_ question: QuestionID, _ respondent: Respondent, _ hook: Hook, at now: Instant) {
        guard asked.count < Self.openQuestions, let hook = Hook.allCases.firstIndex(of: hook)
        else { return }
        asked[Asked(question: question, respondent: respondent)] = (now, hook)
    }

    func answered(_ question: QuestionID, _ respondent: Respondent, at now: Instant) {
        let key = Asked(question: question, respondent: respondent)
        guard let open = asked.removeValue(forKey: key) else { return }
        answers[open.hook].observe(now - open.at)
    }

    func withdrew(_ question: QuestionID, _ respondent: Respondent, isLate: Bool) {
        let key = Asked(question: question, respondent: respondent)
        guard let open = asked.removeValue(forKey: key), isLate else { return }
        lateAnswers[open.hook] += 1
    }

    /// All error codes, in the order of the protocol document.
    private static let codes = [-32700, -32600, -32601, -32602, -32603, 1, 2, 3, 4, 5]

    func add(to metrics: inout Metrics) {
        metrics.counters(
            "popoverd_requests_total", "Requests and notifications of clients, plugins among them",
            by: "method", requests.rows + [("invalid", invalidRequests)])
        metrics.counters(
            "popoverd_failures_total", "Requests that were answered with an error", by: "code",
            Self.codes.map { ("\($0)", failures[$0] ?? 0) })
        metrics.add(
            "popoverd_turn_seconds", .histogram,
            "One iteration of the event loop, from polling to the last write", [turns.sample()])
        metrics.add(
            "popoverd_decision_seconds", .histogram, "Time that the rules take for one event",
            [decisions.sample()])
        metrics.add(
            "popoverd_disk_seconds", .histogram,
            "Time until the disk has stored or refused drafts",
            [disk.sample()])
        metrics.add(
            "popoverd_plugin_answer_seconds", .histogram,
            "Time from a question to the plugin's answer",
            zip(Hook.allCases, answers).map { hook, histogram in
                histogram.sample(labels: [MetricLabel(name: "hook", value: hook.rawValue)])
            })
        metrics.counters(
            "popoverd_plugin_answers_late_total", "Questions without an answer in time",
            by: "hook", zip(Hook.allCases, lateAnswers).map { ($0.rawValue, $1) })
    }
}
