// SPDX-License-Identifier: MIT

import Foundation
import PopoverModel
import Testing

@testable import PopoverCore

/// The cache that makes redacting a state cost only what changed.
@Suite("Many drafts")
struct DraftShelfTests {
    private static func redact(_ content: JSONText) -> JSONText {
        JSONText(validated: Array("~\(content.count)".utf8))
    }

    private func draft(
        _ app: String, _ number: Int, _ content: String, on display: String = "main"
    ) -> StoredDraft {
        StoredDraft(
            key: DraftKey(uid: 7, app: app, key: "letter \(number)"),
            content: JSONText(validated: Array("\"\(content)\"".utf8)), revision: 1, savedAt: 0,
            reason: "save", display: display)
    }

    /// Everything that counts, in an order.
    private struct Told: Hashable {
        var drafts: [StoredDraft]
        var dates: [Int64?]
        var areFound: [Bool]
        var count: Int
        var bytes: Int
        var most: DraftOwner?
    }

    private func told(_ drafts: Drafts) -> Told {
        let list = drafts.list(on: nil)
        return Told(
            drafts: list, dates: list.map { drafts.since($0.key) },
            areFound: list.map { drafts.isFound($0.key) }, count: drafts.count,
            bytes: drafts.bytes, most: drafts.most?.owner)
    }

    @Test("Incremental redaction equals full redaction, and earlier copies do not change")
    func incrementalRedaction() {
        var dice = Dice(seed: 77)
        var drafts = Drafts()
        var kept: [(drafts: Drafts, told: Told)] = []
        for round in 0..<16 {
            // Many at first, then few changes among them; one owner comes and goes.
            for _ in 0..<(round < 3 ? 1500 : 20) {
                let app = ["shop", "mail", "notes"][dice.roll(3)]
                let draft = draft(app, dice.roll(900), "\(round) secret")
                switch dice.roll(4) {
                case 0: drafts.remove(draft.key)
                case 1:
                    drafts.keep(draft)
                    drafts.date(draft.key, since: Int64(round), isFound: dice.roll(2) == 0)
                default: drafts.keep(draft)
                }
            }
            let rare = self.draft("rare", 1, "secret")
            if round % 3 == 0 { drafts.keep(rare) } else { drafts.remove(rare.key) }

            let before = told(drafts)
            var whole = drafts
            whole.redact(by: Self.redact)
            let made = drafts.redactedIncrementally(by: Self.redact)
            // By name: what is unlike is too much to be read.
            let isSame = told(made) == told(whole)
            #expect(isSame, "round \(round)")
            let areRedacted = made.list(on: nil).allSatisfy { $0.content.bytes[0] == 0x7E }
            #expect(areRedacted, "round \(round)")
            let isUntouched = told(drafts) == before
            #expect(isUntouched, "round \(round)")
            kept.append((made, told(made)))
        }
        let areAsTheyWere = kept.allSatisfy { told($0.drafts) == $0.told }
        #expect(areAsTheyWere, "later changes are in it")
        #expect(drafts.count > 1000, "of many boxes")
    }

    @Test("A redacted copy can be changed and redacted again")
    func redactionOfRedacted() {
        var drafts = Drafts()
        for number in 0..<100 { drafts.keep(draft("shop", number, "secret")) }
        _ = drafts.redactedIncrementally(by: Self.redact)
        var made = drafts.redactedIncrementally(by: Self.redact)
        made.keep(draft("shop", 1, "more"))
        made.remove(draft("shop", 2, "").key)
        let again = made.redactedIncrementally { _ in JSONText(validated: Array("0".utf8)) }
        #expect(again.count == 99)
        #expect(again.list(on: nil).allSatisfy { $0.content.count == 1 })
    }

    @Test("Whether there is one on a display is what looking at all of them says")
    func displays() throws {
        let displays = ["hall", "main", "office"]
        var dice = Dice(seed: 78)
        var drafts = Drafts()
        var were: Set<[Bool]> = []
        for round in 0..<400 {
            let display = displays[dice.roll(3)]
            let draft = draft(["shop", "mail"][dice.roll(2)], dice.roll(2), "secret", on: display)
            if dice.roll(2) == 0 { drafts.keep(draft) } else { drafts.remove(draft.key) }
            let are = displays.map { !drafts.list(on: $0).isEmpty }
            #expect(displays.map { drafts.isAny(on: $0) } == are, "round \(round)")
            let again = try JSONDecoder().decode(Drafts.self, from: JSONEncoder().encode(drafts))
            #expect(displays.map { again.isAny(on: $0) } == are, "told, round \(round)")
            were.insert(are)
        }
        #expect(were.count == 8, "each of the ways they can lie")
    }
}
