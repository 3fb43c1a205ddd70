// SPDX-License-Identifier: MIT

import Glibc
import PopoverModel
import PopoverTestSupport
import Testing

@testable import PopoverClient

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

    @Test(
        "Only whoever chose no path is told of the other places",
        arguments: [
            (nil, ENOENT, SocketPath.system, "nor is there \"/run/user/7/popoverd/popoverd.sock\""),
            (nil, ECONNREFUSED, "/run/user/7/popoverd/popoverd.sock", "remove this file"),
            (nil, ECONNREFUSED, SocketPath.system, nil), (nil, ENOENT, "/else", nil),
            ("/named", ENOENT, SocketPath.system, nil),
            ("/named", ECONNREFUSED, "/run/user/7/popoverd/popoverd.sock", nil),
        ] as [(String?, Int32, String, String?)])
    func explanations(named: String?, code: Int32, path: String, words: String?) {
        let search = SocketPath { $0 == "POPOVERD_SOCKET" ? named : "/run/user/7" }
        let explanation = search.explanation(of: code, at: path)
        #expect(words.map { explanation.contains($0) } ?? explanation.isEmpty, "\(explanation)")
    }

    @Test("A path has at most 107 bytes and no NUL")
    func length() {
        let longest = "/" + String(repeating: "x", count: 106)
        for (path, isPath) in [(longest, true), (longest + "x", false), ("/a\0b", false)] {
            let error = #expect(throws: ClientError.self) {
                try SocketStream(path: path, deadline: .now + .milliseconds(5000))
            }
            #expect(error?.message.contains("1 to 107 bytes") == !isPath)
        }
        #expect(SocketStream.probe(longest) == ENOENT)
        #expect(SocketStream.probe(longest + "x") == ENAMETOOLONG)
    }
}
