// SPDX-License-Identifier: MIT
import PopoverModel
import PopoverWire
import Testing

@Suite("Envelopes")
struct EnvelopeTests {
    private static let long = String(repeating: "x", count: 129)

    @Test(
        "A line that is no request is an error with its id, where it has one",
        arguments: [
            ("[]", .null), (#"[{"jsonrpc":"2.0","id":1,"method":"status"}]"#, .null),
            ("1", .null), ("null", .null), ("true", .null), (#""status""#, .null),
            ("{}", .null), (#"{"id":1}"#, .number("1")),
            (#"{"jsonrpc":"2.0"}"#, .null), (#"{"jsonrpc":"2.0","id":"a"}"#, .string("a")),
            (#"{"id":7,"method":"status"}"#, .number("7")),
            (#"{"jsonrpc":2.0,"id":7,"method":"status"}"#, .number("7")),
            (#"{"jsonrpc":"1.0","id":7,"method":"status"}"#, .number("7")),
            (#"{"jsonrpc":null,"id":7,"method":"status"}"#, .number("7")),
            (#"{"jsonrpc":"2.0","id":7,"method":1}"#, .number("7")),
            (#"{"jsonrpc":"2.0","id":7,"method":null}"#, .number("7")),
            (#"{"jsonrpc":"2.0","id":true,"method":"status"}"#, .null),
            (#"{"jsonrpc":"2.0","id":[1],"method":"status"}"#, .null),
            (#"{"jsonrpc":"2.0","id":{},"method":"status"}"#, .null),
            (#"{"jsonrpc":"2.0","id":"\#(long)","method":"status"}"#, .null),
            (
                #"{"jsonrpc":"2.0","id":1\#(long.map { _ in "0" }.joined()),"method":"status"}"#,
                .null
            ),
        ] as [(String, RequestID)])
    func notRequests(line: String, id: RequestID) {
        guard case .failure(id, .notARequest(let message)) = decoded(line) else {
            Issue.record("\(decoded(line))")
            return
        }
        #expect(!message.isEmpty)
    }

    @Test(
        "Ids are given back as they came",
        arguments: [
            ("1", .number("1")), ("-1.50e3", .number("-1.50e3")), ("null", .null),
            ("123456789012345678901234567890", .number("123456789012345678901234567890")),
            (#""""#, .string("")), (#""é\n""#, .string("é\n")),
            (quoted(128), .string(String(repeating: "x", count: 128))),
        ] as [(String, RequestID)])
    func ids(json: String, id: RequestID) {
        #expect(decoded(request("status", "{}", id: json)) == .request(id: id, .status))
        let answer = MessageEncoder().answer(.done, id: id)
        #expect(
            String(decoding: answer, as: UTF8.self)
                == #"{"jsonrpc":"2.0","id":\#(json),"result":{}}"# + "\n")
    }

    @Test(
        "A line that is not JSON is an error with its byte",
        arguments: [
            ("{", 1), (#"{"a":1,"a":2}"#, 7), (#"{"a":tru}"#, 5), ("\u{FEFF}{}", 0),
            (String(repeating: "[", count: 33) + String(repeating: "]", count: 33), 32),
            (#"{"a":1}{"#, 7), (" ", 0),
        ])
    func notJSON(line: String, offset: Int) {
        guard case .failure(.null, .notJSON(offset, let message)) = decoded(line) else {
            Issue.record("\(decoded(line))")
            return
        }
        #expect(!message.isEmpty)
    }

    @Test("A line may be 32 deep")
    func lineDepth() {
        let nested = String(repeating: "[", count: 31) + String(repeating: "]", count: 31)
        let line = #"{"jsonrpc":"2.0","id":1,"method":"status","x":\#(nested)}"#
        #expect(decoded(line) == .request(id: .number("1"), .status))
    }

    @Test(
        "Answers of clients are decoded",
        arguments: [
            (#""result":{}"#, .empty), (#""result":null"#, .empty), (#""result":[1]"#, .empty),
            (#""result":"draft""#, .empty), (#""result":{"saved":false}"#, .empty),
            (#""result":{"saved":1}"#, .empty), (#""result":{"saved":true}"#, .saved),
            (#""result":{"draft":null}"#, .draft(.null)),
            (
                #""result":{"draft":{ "a" : 1.0 },"saved":true}"#,
                .draft(JSONText(validated: Array(#"{"a":1.0}"#.utf8)))
            ),
            (#""error":{"code":1,"message":"no"}"#, .error), (#""error":1"#, .error),
            (#""error":null,"result":{"saved":true}"#, .saved), (#""error":null"#, .empty),
            (#""error":{},"result":{"saved":true}"#, .error),
        ] as [(String, CallAnswer)])
    func answers(json: String, answer: CallAnswer) {
        #expect(
            decoded(#"{"jsonrpc":"2.0","id":"r7",\#(json)}"#)
                == .answer(CallID(number: 7), answer))
    }

    @Test(
        "An answer to no request is ignored",
        arguments: ["7", "null", #""""#, #""r""#, #""r07""#, #""p7""#, #""7""#])
    func strangeAnswers(id: String) {
        for outcome in [#""result":{}"#, #""error":{"code":-32700,"message":"what?"}"#] {
            #expect(decoded(#"{"jsonrpc":"2.0","id":\#(id),\#(outcome)}"#) == .ignored)
        }
    }

    @Test("An answer without an id is ignored, so that errors never answer errors")
    func answersWithoutID() {
        #expect(decoded(#"{"jsonrpc":"2.0","error":{"code":-32700}}"#) == .ignored)
    }
}
