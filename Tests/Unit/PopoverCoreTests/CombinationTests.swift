// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@testable import PopoverCore

/// What several verdicts come to, whoever has answered first.
@Suite("Verdicts combine")
struct CombinationTests {
    struct Row: Sendable, CustomStringConvertible {
        let hook: Hook
        let said: [Verdict]
        let comes: Verdict

        var description: String { "\(hook.rawValue) \(said)" }
    }

    private static let top = Verdict.open(.admit(sides: [.top], widthRange: nil))
    private static let left = Verdict.open(.admit(sides: [.left], widthRange: 100...200))
    private static let none = Verdict.open(.admit(sides: [], widthRange: -5...0))
    private static let no = Verdict.open(.refuse(reason: .policy, message: "no"))
    private static let never = Verdict.open(.refuse(reason: .policy, message: "never"))
    private static let menu = Verdict.open(.replace(behavior: "menu"))
    private static let task = Verdict.open(.replace(behavior: "task"))

    static let rows: [Row] = [
        Row(hook: .open, said: [], comes: .abstain),
        Row(hook: .open, said: [.abstain, .abstain], comes: .abstain),
        Row(hook: .open, said: [top, menu, no, never], comes: no),
        Row(hook: .open, said: [.abstain, top, task, menu], comes: task),
        Row(
            hook: .open, said: [.abstain, top, left],
            comes: .open(.admit(sides: [.top], widthRange: 100...200))),
        Row(hook: .open, said: [left, top], comes: left),
        Row(hook: .open, said: [none, top], comes: top),
        Row(hook: .open, said: [none], comes: .abstain),
        Row(
            hook: .choice, said: [.abstain, .choice(.stay), .choice(.close(nil))],
            comes: .choice(.stay)),
        Row(
            hook: .choice, said: [.choice(.close(nil)), .choice(.stay)], comes: .choice(.close(nil))
        ),
        Row(
            hook: .outsideTap, said: [.abstain, .outsideTap(.close(.discard)), .outsideTap(.stay)],
            comes: .outsideTap(.close(.discard))),
        Row(hook: .outsideTap, said: [.abstain], comes: .abstain),
        Row(
            hook: .detach, said: [.detach(allowed: true), .detach(allowed: false)],
            comes: .detach(allowed: false)),
        Row(
            hook: .detach, said: [.abstain, .detach(allowed: true)],
            comes: .detach(allowed: true)),
        Row(
            hook: .disposition, said: [.disposition(.discard), .disposition(.save)],
            comes: .disposition(.save)),
        Row(
            hook: .disposition, said: [.abstain, .disposition(.discard)],
            comes: .disposition(.discard)),
        Row(hook: .disposition, said: [.abstain], comes: .abstain),
        Row(
            hook: .alert,
            said: [.alert(.present(rank: 3)), .alert(.hold(.milliseconds(900))), .abstain],
            comes: .alert(.hold(.milliseconds(900)))),
        Row(
            hook: .alert,
            said: [.alert(.hold(.milliseconds(900))), .alert(.hold(.milliseconds(500)))],
            comes: .alert(.hold(.milliseconds(500)))),
        Row(
            hook: .alert, said: [.alert(.hold(.milliseconds(1)))],
            comes: .alert(.hold(AlertVerdict.shortestHold))),
        Row(
            hook: .alert, said: [.alert(.hold(.milliseconds(999_999)))],
            comes: .alert(.hold(AlertVerdict.longestHold))),
        Row(
            hook: .alert, said: [.abstain, .alert(.present(rank: 3)), .alert(.present(rank: -1))],
            comes: .alert(.present(rank: 3))),
        Row(hook: .idle, said: [.idle(.act(.close))], comes: .idle(.act(.close))),
    ]

    @Test("By the written rule", arguments: rows)
    func combine(row: Row) {
        #expect(Verdict.combined(row.said, at: row.hook) == row.comes)
    }

    @Test("What everybody abstains from has no opinion", arguments: Hook.allCases)
    func abstain(hook: Hook) {
        #expect(Verdict.combined([], at: hook) == .abstain)
        #expect(Verdict.combined([.abstain, .abstain], at: hook) == .abstain)
    }

    @Test("What is out of its range fits nowhere")
    func ranges() {
        for rank in [-1001, 1001] { #expect(!Verdict.alert(.present(rank: rank)).fits(.alert)) }
        for rank in [-1000, 1000] { #expect(Verdict.alert(.present(rank: rank)).fits(.alert)) }
        #expect(!Verdict.alert(.hold(.milliseconds(0))).fits(.alert))
        #expect(!Verdict.alert(.hold(.milliseconds(5))).fits(.open))
        for timeout: Int64 in [999, 600_001] {
            let warning = IdleWarning(
                title: "Gone?", message: nil, button: "No", timeout: .milliseconds(timeout),
                then: .close)
            #expect(!Verdict.idle(.warn(warning)).fits(.idle))
        }
        let mute = IdleWarning(
            title: "", message: nil, button: "No", timeout: .milliseconds(1000), then: .close)
        #expect(!Verdict.idle(.warn(mute)).fits(.idle))
    }
}
