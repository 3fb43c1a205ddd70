// SPDX-License-Identifier: MIT

import PopoverClient
import Testing

@Suite("SocketPath")
struct SocketPathTests {
    @Test(
        "The first variable that is not empty wins",
        arguments: [
            ([:], "/run/popoverd/popoverd.sock"),
            (["XDG_RUNTIME_DIR": "/run/user/7"], "/run/user/7/popoverd/popoverd.sock"),
            (["XDG_RUNTIME_DIR": "/run/user/7", "POPOVERD_SOCKET": "/tmp/s"], "/tmp/s"),
            (["XDG_RUNTIME_DIR": "", "POPOVERD_SOCKET": ""], "/run/popoverd/popoverd.sock"),
        ])
    func order(environment: [String: String], path: String) {
        #expect(SocketPath.discover { environment[$0] } == path)
    }
}
