// SPDX-License-Identifier: MIT

import Glibc
import PopoverClient
import PopoverTestSupport
import Testing

@Suite("SocketPath")
struct SocketPathTests {
    private let folder = TemporaryFolder()
    private let session: String

    init() throws {
        session = "\(folder.path)/popoverd/popoverd.sock"
        try #require(unsafe mkdir("\(folder.path)/popoverd", 0o700) == 0)
    }

    private func path(_ environment: [String: String]) -> String {
        SocketPath.discover { environment[$0] }
    }

    @Test("A named path is the only one, whether it exists or not")
    func named() throws {
        try Files.write("", to: session)
        #expect(path(["XDG_RUNTIME_DIR": folder.path, "POPOVERD_SOCKET": "/no/s"]) == "/no/s")
    }

    @Test("The session's socket is next if it exists, even if it is stale")
    func ofSession() throws {
        try Files.write("", to: session)
        #expect(path(["XDG_RUNTIME_DIR": folder.path]) == session)
        #expect(path(["XDG_RUNTIME_DIR": folder.path, "POPOVERD_SOCKET": ""]) == session)
    }

    @Test("The system's socket is last; an empty variable counts as none")
    func ofSystem() throws {
        try #require(unsafe symlink("/no/s", session) == 0)
        for environment in [
            [:], ["XDG_RUNTIME_DIR": "", "POPOVERD_SOCKET": ""], ["XDG_RUNTIME_DIR": "/no"],
            ["XDG_RUNTIME_DIR": folder.path],
        ] {
            #expect(path(environment) == "/run/popoverd/popoverd.sock")
        }
    }

    @Test("The places are known without looking")
    func places() {
        let search = SocketPath { ["XDG_RUNTIME_DIR": "/no", "POPOVERD_SOCKET": ""][$0] }
        #expect(search.named == nil)
        #expect(search.session == "/no/popoverd/popoverd.sock")
    }
}
