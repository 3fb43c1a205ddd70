// SPDX-License-Identifier: MIT

import Glibc
import LibUV
import Testing

@Suite("Listening on the loopback address")
struct LoopbackListenerTests {
    @Test("It tells its port, which nobody else can listen on")
    func port() throws {
        try withLoop { loop in
            let listener = try LoopbackListener(loop)
            #expect(listener.port != 0)
            let error = #expect(throws: UVError.self) {
                _ = try LoopbackListener(loop, port: listener.port)
            }
            #expect(error?.isAddressInUse == true)
            listener.close()
            let again = try LoopbackListener(loop, port: listener.port)
            #expect(again.port == listener.port)
            again.close()
        }
    }
}
