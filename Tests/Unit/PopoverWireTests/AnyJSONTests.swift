// SPDX-License-Identifier: MIT
import PopoverModel
import PopoverWire
import Testing

/// Arrays within arrays, so many deep.
private func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
}

private struct AnyPlace: Sendable {
    var member: String
    var line: @Sendable (String) -> String
    var request: @Sendable (JSONText) -> Request
}

/// The members that take any JSON, each with a line around a value, and what comes of that.
private let places: [AnyPlace] = [
    AnyPlace(
        member: "choice", line: { request("popover.choose", #"{"popover":"p1","choice":\#($0)}"#) },
        request: { .choose(PopoverID(number: 1), choice: $0) }),
    AnyPlace(
        member: "content", line: { request("draft.save", #"{"key":"k","content":\#($0)}"#) },
        request: { .saveDraft(key: "k", content: $0, revision: nil, sync: false) }),
    AnyPlace(
        member: "data", line: { request("bus.publish", #"{"topic":"app.x","data":\#($0)}"#) },
        request: { .publish(topic: "app.x", data: $0) }),
]

@Suite("Members that take any JSON")
struct AnyJSONTests {
    @Test(
        "Every value is kept as its compact text, null included",
        arguments: [
            "null", "0", "-0.0", "12345678901234567890.5e-3", #""é \u0000""#, "[]", "{}", "true",
            nested(24),
        ])
    func values(json: String) throws {
        for place in places {
            let compact = JSONText(validated: Array(try compacted(Array(json.utf8)).utf8))
            #expect(
                decoded(place.line(json)) == .request(id: .number("1"), place.request(compact)))
        }
    }

    @Test("Deeper than 24 is a wrong member")
    func depth() {
        for place in places {
            guard
                case .request(_, .invalid(.badParameter(place.member, _))) = decoded(
                    place.line(nested(25)))
            else {
                Issue.record("\(place.member) may be 25 deep")
                continue
            }
        }
    }

    @Test("A draft that an answer carries may be 24 deep, and is told when it is deeper")
    func answeredDraft() {
        func answer(_ json: String) -> Incoming {
            decoded(#"{"jsonrpc":"2.0","id":"r1","result":{"draft":\#(json)}}"#)
        }
        let call = CallID(number: 1)
        let deepest = JSONText(validated: Array(nested(24).utf8))
        #expect(answer(nested(24)) == .answer(call, .draft(deepest)))
        #expect(answer(nested(25)) == .answer(call, .draftTooDeep))
    }

    @Test("192 KiB of compact text are fine, a byte more is over the limit")
    func length() {
        let limit = 192 * 1024
        for place in places {
            let spaced = "[ " + quoted(limit - 4) + " ]"
            guard case .request(_, let request) = decoded(place.line(spaced)) else {
                Issue.record("\(place.member) is no request")
                continue
            }
            let compact = "[" + quoted(limit - 4) + "]"
            #expect(request == place.request(JSONText(validated: Array(compact.utf8))))
            #expect(
                decoded(place.line(quoted(limit - 1)))
                    == .request(
                        id: .number("1"), .invalid(.overLimit(name: "content", value: limit))))
        }
    }

    @Test("An accepted value fits into one line of an answer")
    func sentBack() {
        let content = JSONText(validated: Array(quoted(192 * 1024 - 2).utf8))
        let draft = StoredDraft(
            key: DraftKey(uid: 1, app: "a", key: "k"), content: content, revision: .max,
            savedAt: .max, reason: "display-changed", display: "main")
        let line = MessageEncoder().answer(
            .draft(draft), id: .string(String(repeating: "\u{1}", count: 128)))
        #expect(line.count <= Limits().message)
    }
}
