// SPDX-License-Identifier: MIT

import LibraryHost
import PopoverModel
import Testing

import struct PopoverPluginKit.DailyHours

/// What the bundled policies answer, loaded from their files as the daemon does.
@Suite("Bundled policies")
struct BundledPolicyTests {
    typealias Options = [String: OptionValue]

    struct Row: CustomTestStringConvertible, Sendable {
        let policy: String
        var options: Options = [:]
        let question: Question
        let verdict: Verdict
        var testDescription: String { "\(policy) \(options) at \(question.hook)" }
    }

    private static func open(on isCompact: Bool = false, by app: String = "shop") -> Question {
        var facts = Facts.open
        facts.isCompact = isCompact
        facts.app = app
        return .open(facts)
    }

    private static func alert(_ severity: Severity) -> Question {
        .alert(
            Question.AlertFacts(
                alert: AlertID(number: 1), app: "shop", display: "main", severity: severity,
                title: "Paper", key: nil, held: .milliseconds(0)))
    }

    private static func idle(isOccupied: Bool, in language: String? = nil) -> Question {
        .idle(
            Question.IdleFacts(
                display: "main", idle: .milliseconds(120_000), isOccupied: isOccupied,
                language: language))
    }

    private static func warning(
        _ then: IdleAction, title: String = "Are you still there?", timeout: Int64 = 20_000
    ) -> Verdict {
        .idle(
            .warn(
                IdleWarning(
                    title: title, message: nil, button: "Yes", timeout: .milliseconds(timeout),
                    then: then)))
    }

    private static func admitted(_ widths: ClosedRange<Double>) -> Verdict {
        .open(.admit(sides: nil, widthRange: widths))
    }

    private static func refused(_ message: String) -> Verdict {
        .open(.refuse(reason: .policy, message: message))
    }

    static let editions = [
        Row(policy: "edition", question: open(), verdict: admitted(320...600)),
        Row(
            policy: "edition", question: open(on: true),
            verdict: refused("in the words of 2011 there are no popovers on narrow displays")),
        Row(
            policy: "edition", options: ["edition": .string("2014")], question: open(on: true),
            verdict: admitted(320...600)),
        Row(
            policy: "edition", options: ["edition": .string("2020")], question: open(on: true),
            verdict: admitted(1...16_384)),
        Row(
            policy: "edition", options: ["edition": .string("2020")],
            question: .detach(Facts.popover), verdict: .detach(allowed: false)),
        Row(
            policy: "edition", options: ["edition": .string("today")],
            question: .detach(Facts.popover), verdict: .abstain),
    ]

    /// Times of day around now: the policies read the machine's clock.
    private static func hours(from: Int, until: Int) -> Options {
        let times = [from, until].map { minutes in
            let minute = (DailyHours.minute + minutes + 1440) % 1440
            let digits = [minute / 60, minute % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
            return OptionValue.string(digits.joined(separator: ":"))
        }
        return ["from": times[0], "until": times[1]]
    }

    private static let soon = hours(from: 300, until: 600)
    private static let now = hours(from: -300, until: 300)

    static let exclusive = [
        Row(policy: "exclusive", question: open(), verdict: .abstain),
        Row(
            policy: "exclusive", options: ["apps": .strings(["bank", "shop"])], question: open(),
            verdict: .abstain),
        Row(
            policy: "exclusive", options: ["apps": .strings(["bank", "shop"])],
            question: open(by: "cafe"),
            verdict: refused("only bank, shop may open popovers here")),
        Row(policy: "exclusive", options: now, question: open(), verdict: .abstain),
        Row(
            policy: "exclusive", options: soon, question: open(),
            verdict: refused("popovers open only at certain hours here")),
    ]

    static let idle = [
        Row(policy: "idle", question: idle(isOccupied: true), verdict: warning(.endSession)),
        Row(policy: "idle", question: idle(isOccupied: false), verdict: warning(.endSession)),
        Row(
            policy: "idle", options: ["then": .string("close")], question: idle(isOccupied: true),
            verdict: warning(.close)),
        Row(
            policy: "idle", options: ["then": .string("close")], question: idle(isOccupied: false),
            verdict: .abstain),
        Row(
            policy: "idle", options: ["warnMs": .integer(0)], question: idle(isOccupied: false),
            verdict: .idle(.act(.endSession))),
        Row(
            policy: "idle", options: ["warnMs": .integer(0), "then": .string("close")],
            question: idle(isOccupied: true), verdict: .idle(.act(.close))),
        Row(
            policy: "idle", options: ["warnMs": .integer(1000)], question: idle(isOccupied: true),
            verdict: warning(.endSession, timeout: 1000)),
        Row(
            policy: "idle", options: ["warnMs": .integer(600_000)],
            question: idle(isOccupied: true),
            verdict: warning(.endSession, timeout: 600_000)),
        Row(
            policy: "idle", options: ["title": OptionTests.yes],
            question: idle(isOccupied: true, in: "de"), verdict: warning(.endSession, title: "Ja")),
    ]

    static let quiet = [
        Row(policy: "quiet", question: alert(.info), verdict: held),
        Row(policy: "quiet", question: alert(.warning), verdict: .abstain),
        Row(
            policy: "quiet", options: ["below": .string("critical")], question: alert(.warning),
            verdict: held),
        Row(
            policy: "quiet", options: ["below": .string("critical")], question: alert(.critical),
            verdict: .abstain),
        Row(
            policy: "quiet", options: ["below": .string("info")], question: alert(.info),
            verdict: .abstain),
        Row(policy: "quiet", options: now, question: alert(.info), verdict: held),
        Row(policy: "quiet", options: soon, question: alert(.info), verdict: .abstain),
    ]

    private static let held = Verdict.alert(.hold(.milliseconds(60_000)))

    private func host(_ options: Options) -> LibraryHost {
        var settings = PluginSettings()
        settings.options = options.map { PluginOption(name: $0.key, value: $0.value) }
        return LibraryHost(
            directories: [], clock: { Instant(microseconds: 0) },
            settings: { [settings] _ in settings })
    }

    private func load(_ policy: String, in host: LibraryHost) throws {
        try host.load(path: "\(BundledTests.products)/libpopover-\(policy).so")
    }

    @Test("A policy answers as it is configured", arguments: editions + exclusive + idle + quiet)
    func answers(_ row: Row) throws {
        let host = host(row.options)
        try load(row.policy, in: host)
        #expect(host.answer(row.question, by: .policy(row.policy)) == row.verdict)
    }

    struct Misfit: CustomTestStringConvertible, Sendable {
        let policy: String
        let options: Options
        var testDescription: String { "\(policy) \(options)" }
    }

    static let misfits = [
        Misfit(policy: "edition", options: ["edition": .string("1984")]),
        Misfit(policy: "exclusive", options: ["from": .string("07:30")]),
        Misfit(policy: "exclusive", options: ["from": .string("7:30"), "until": .string("20:00")]),
        Misfit(policy: "idle", options: ["then": .string("stop")]),
        Misfit(policy: "idle", options: ["warnMs": .integer(999)]),
        Misfit(policy: "idle", options: ["warnMs": .integer(600_001)]),
        Misfit(policy: "quiet", options: ["below": .string("loud")]),
        Misfit(policy: "quiet", options: ["until": .string("07:30")]),
    ]

    @Test("A policy does not start with options that make no sense", arguments: misfits)
    func misfit(_ misfit: Misfit) throws {
        let host = host(misfit.options)
        let error = #expect(throws: PluginError.self) { try load(misfit.policy, in: host) }
        #expect(error?.cause == .refusedToStart(1))
    }
}
