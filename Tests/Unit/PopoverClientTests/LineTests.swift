// SPDX-License-Identifier: MIT

import FakeDaemon
import PopoverClient
import PopoverModel
import PopoverWire
import Testing

@Suite("Lines of the daemon")
struct LineTests {
    @Test("A bye has its reason, and the pause that it asks for")
    func bye() throws {
        let daemon = try FakeDaemon([
            .send(
                #"{"jsonrpc":"2.0","method":"bye","params":{"reason":"quota","retryAfterMs":1500}}"#
            )
        ])
        let channel = try LineChannel(path: daemon.path, deadline: .now + .milliseconds(5000))
        #expect(throws: ClientError.disconnected(reason: "quota")) {
            _ = try channel.next(deadline: nil, watch: SocketStream.Watch())
        }
        #expect(channel.retryAfter == .milliseconds(1500))
    }

    @Test("A member that is null is missing; an error names the element")
    func members() throws {
        let text = #"{"a":null,"list":[{"x":1},{"x":null}]}"#
        let field = Field(try JSONReader().parse(Array(text.utf8), depthLimit: 8))
        #expect(field.optional("a") == nil)
        #expect(throws: ClientError.notUnderstood("list[1].x is missing")) {
            _ = try field.list("list") { element throws(ClientError) in
                try element.integer("x")
            }
        }
    }
}
