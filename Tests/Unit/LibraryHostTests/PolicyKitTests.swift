// SPDX-License-Identifier: MIT

import CPopoverPlugin
import PopoverPluginKit
import Testing

/// What the Swift face makes of a policy, called as a host would.
@Suite("The Swift face of policies")
struct PolicyKitTests {
    final class Watchman: PolicyPlugin {
        static let name = "watchman"
        static let version = "1"
        static let hooks: Questions = [.alert, .idle]
        static let idleAfter: Int64 = 60_000
        static let fallback = Fallback.refuse
        static let before = ["quiet"]
        static let options = [
            OptionDescription(name: "title", type: .string, defaultValue: "Still there?")
        ]

        private var seen: [UInt8] = []

        init?(host: Host) {}

        func answer(_ question: Question) -> Verdict {
            switch question.kind {
            case .alert(_, let severity, let held):
                seen.append(UInt8(held))
                return severity == .info && question.isPolicy
                    ? .hold(milliseconds: held + 1) : .present()
            case .idle(let milliseconds, let isOccupied):
                return .warn(
                    IdleWarning(
                        title: "Idle for \(milliseconds)", button: "Yes", timeout: 5000,
                        endsSession: isOccupied))
            default: return .abstain
            }
        }

        func exportState() -> [UInt8]? { seen }

        func importState(_ state: [UInt8]) -> Bool {
            seen = state
            return !state.isEmpty
        }
    }

    @Test("The members of a policy become the C table")
    func table() throws {
        let plugin = try unsafe #require(descriptor(of: Watchman.self)).pointee
        #expect(unsafe plugin.kind == POPOVER_PLUGIN_POLICY)
        #expect(unsafe plugin.behavior_count == 0)
        #expect(unsafe plugin.hooks == POPOVER_ASKS_ALERT | POPOVER_ASKS_IDLE)
        #expect(unsafe plugin.idle_ms == 60_000)
        #expect(unsafe plugin.fallback == POPOVER_FALLBACK_REFUSE)
        #expect(unsafe (plugin.before_count, plugin.after_count) == (1, 0))
        let option = try unsafe #require(plugin.options[0]).pointee
        #expect(unsafe option.type == POPOVER_OPTION_STRING)
        #expect(unsafe option.default_value.length == 12)
    }

    @Test("A policy answers and exports its state through C")
    func instance() throws {
        let plugin = try unsafe #require(descriptor(of: Watchman.self)).pointee
        var host = unsafe popover_host()
        var old: UnsafeMutableRawPointer?
        let status = unsafe plugin.create(plugin.context, &host, &old)
        #expect(status == 0)

        var question = unsafe popover_question()
        unsafe question.kind = POPOVER_QUESTION_ALERT
        unsafe question.flags = POPOVER_FACT_POLICY
        unsafe question.severity = POPOVER_SEVERITY_INFO
        unsafe question.held_ms = 41
        var verdict = popover_verdict()
        unsafe plugin.answer(old, &question, &verdict)
        #expect(verdict.kind == POPOVER_VERDICT_HOLD)
        #expect(verdict.hold_ms == 42)

        unsafe question.kind = POPOVER_QUESTION_IDLE
        unsafe question.flags = POPOVER_FACT_OCCUPIED
        verdict = popover_verdict()
        unsafe plugin.answer(old, &question, &verdict)
        #expect(verdict.kind == POPOVER_VERDICT_WARN)
        #expect((verdict.title_length, verdict.message_length, verdict.button_length) == (10, 0, 3))
        #expect(verdict.then == POPOVER_THEN_END_SESSION)

        var state: [UInt8] = Array(repeating: 0, count: 8)
        var length: UInt64 = 0
        let exported = unsafe plugin.export_state(old, &state, 8, &length)
        #expect(exported == 0 && length == 1 && state[0] == 41)
        let refused = unsafe plugin.export_state(old, &state, 0, &length)
        #expect(refused != 0, "more than there is room for")
        let taken = unsafe plugin.import_state(old, state, 1)
        let empty = unsafe plugin.import_state(old, state, 0)
        #expect((taken, empty) == (0, 1))
        unsafe plugin.destroy(old)
    }
}
