// SPDX-License-Identifier: MIT

import Testing

@testable import LibUV

@Suite("Entries of the journal")
struct JournalEntryTests {
    @Test("A value with a line end is sent with its length and forges no field")
    func entry() {
        let bytes = JournalSocket.entry([("MESSAGE", "well"), ("APP", "a\nMESSAGE_ID=x")])
        let expected =
            Array("MESSAGE=well\nAPP\n".utf8) + [14, 0, 0, 0, 0, 0, 0, 0]
            + Array("a\nMESSAGE_ID=x\n".utf8)
        #expect(bytes == expected)
    }

    @Test("An entry that is not accepted returns false")
    func nobody() throws {
        let socket = try JournalSocket(path: "/nowhere/socket")
        #expect(!socket.send([("MESSAGE", "lost")]))
    }
}
