// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@testable import PopoverWire

@Suite("Names are bytes")
struct NameTests {
    static let one = "\u{E9}"
    static let other = "e\u{301}"

    @Test("an object has a member for each spelling")
    func members() throws {
        let node = try JSONReader().parse(
            Array(#"{"\#(Self.one)":1,"\#(Self.other)":2}"#.utf8), depthLimit: lineDepth)
        #expect(node.member(Self.one)?.integer == 1)
        #expect(node.member(Self.other)?.integer == 2)
    }

    @Test("an alert has a button for each spelling")
    func buttons() {
        let line =
            #"{"jsonrpc":"2.0","id":1,"method":"alert.raise","params":{"title":"Fire","#
            + #""severity":"info","buttons":[{"id":"\#(Self.one)","label":"A"},"#
            + #"{"id":"\#(Self.other)","label":"B"}]}}"#
        let decoded = MessageDecoder().decode(
            Array(line.utf8), limits: Limits(), timing: Timing())
        guard case .request(_, .raiseAlert(let alert)) = decoded else {
            Issue.record("\(decoded)")
            return
        }
        #expect(alert.buttons.count == 2)
    }

    @Test("a topic of an app's own may go on with an accent")
    func topic() {
        let line =
            #"{"jsonrpc":"2.0","id":1,"method":"bus.publish","params":{"topic":"app.\#u{301}","data":1}}"#
        let decoded = MessageDecoder().decode(
            Array(line.utf8), limits: Limits(), timing: Timing())
        guard case .request(_, .publish(let topic, _)) = decoded else {
            Issue.record("\(decoded)")
            return
        }
        #expect(topic.utf8.count == 6)
    }
}
