// SPDX-License-Identifier: MIT

import CPopoverPlugin
import PopoverPluginKit
import Testing

/// What the Swift face makes of a conforming type, called as a host would.
@Suite("The Swift face")
struct PluginKitTests {
    /// Judges by what it was told, so that each fact is seen to arrive.
    struct Doorman: AnsweringPlugin {
        static let name = "doorman"
        static let version = "1"
        static let behaviors = [
            BehaviorDescription(
                name: "door", outsideTapStays: true, outsideTapDisposition: .discard,
                widthRange: 10...20, sides: [.left, .top], compactAdaptation: .refuse,
                questions: [.open, .choice])
        ]

        init?(host: Host) {
            if host.setting("closed") != nil { return nil }
            host.log(.warning, "at the door since \(host.now)")
        }

        func selfTest() -> Bool { false }

        func answer(_ question: Question) -> Verdict {
            switch question.kind {
            case .open(let displayWidth, _, _, _, _) where displayWidth < 100:
                .refuse(message: String(repeating: displayWidth < 10 ? "x" : "ä", count: 300))
            case .open: .admit(sides: [.right], widthRange: 30...40)
            case .choice(_, let choice): choice == "\"leave\"" ? .close(.save) : .stay
            case .outsideTap, .detach, .disposition, .alert, .idle: .abstain
            }
        }
    }

    @Test("Default verdicts become the C table")
    func standingAnswers() throws {
        let plugin = try unsafe #require(descriptor(of: Doorman.self)).pointee
        #expect(unsafe plugin.magic == POPOVER_PLUGIN_MAGIC)
        #expect(unsafe plugin.behavior_count == 1)
        let behavior = try unsafe #require(plugin.behaviors[0]).pointee
        #expect(unsafe behavior.flags == POPOVER_BEHAVIOR_OUTSIDE_TAP_STAYS)
        #expect(unsafe behavior.outside_tap_disposition == POPOVER_DISPOSITION_DISCARD)
        #expect(unsafe behavior.compact_adaptation == POPOVER_COMPACT_REFUSE)
        #expect(unsafe behavior.questions == POPOVER_ASKS_OPEN | POPOVER_ASKS_CHOICE)
        let sides = unsafe behavior.sides
        #expect([sides.0, sides.1, sides.2, sides.3] == [3, 1, 0, 0])
        #expect(unsafe (behavior.minimum_width, behavior.maximum_width) == (10, 20))
    }

    @Test("A plugin of default verdicts alone has no functions")
    func tableOnly() throws {
        enum Plain: BehaviorPlugin {
            static let name = "plain"
            static let version = "1"
            static let behaviors = [BehaviorDescription(name: "plain")]
        }
        let plugin = try unsafe #require(descriptor(of: Plain.self)).pointee
        #expect(unsafe plugin.create == nil)
        #expect(unsafe plugin.answer == nil)
    }

    @Test("An instance is created, tested, asked and destroyed through C")
    func instance() throws {
        let plugin = try unsafe #require(descriptor(of: Doorman.self)).pointee
        var instance: UnsafeMutableRawPointer?
        var table = unsafe hostTable(isClosed: false)
        let status = unsafe plugin.create(plugin.context, &table, &instance)
        #expect(status == 0)
        #expect(unsafe plugin.self_test(instance) == 1)

        var question = unsafe popover_question()
        unsafe question.kind = POPOVER_QUESTION_OPEN
        unsafe question.display_width = 800
        var verdict = popover_verdict()
        unsafe plugin.answer(instance, &question, &verdict)
        #expect(verdict.kind == POPOVER_VERDICT_ADMIT)
        #expect(verdict.sides.0 == POPOVER_SIDE_RIGHT)
        #expect(verdict.maximum_width == 40)

        for width in [5.0, 50] {
            unsafe question.display_width = width
            verdict = popover_verdict()
            unsafe plugin.answer(instance, &question, &verdict)
            #expect(verdict.kind == POPOVER_VERDICT_REFUSE)
            #expect(verdict.message_length == 256, "cut off between characters")
        }

        unsafe question.kind = 0x100
        verdict = popover_verdict()
        unsafe plugin.answer(instance, &question, &verdict)
        #expect(verdict.kind == POPOVER_VERDICT_ABSTAIN)
        unsafe plugin.destroy(instance)
    }

    @Test("A plugin that cannot run returns an error through C")
    func refusal() throws {
        let plugin = try unsafe #require(descriptor(of: Doorman.self)).pointee
        var instance: UnsafeMutableRawPointer?
        var table = unsafe hostTable(isClosed: true)
        #expect(unsafe plugin.create(plugin.context, &table, &instance) != 0)
    }

    private func hostTable(isClosed: Bool) -> popover_host {
        var table = unsafe popover_host()
        unsafe table.log = { _, _, _ in }
        unsafe table.now = { _ in 1 }
        if isClosed {
            unsafe table.config_get = { _, key in unsafe key }
        } else {
            unsafe table.config_get = { _, _ in unsafe popover_string() }
        }
        return unsafe table
    }
}
