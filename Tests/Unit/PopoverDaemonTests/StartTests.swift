// SPDX-License-Identifier: MIT

import Glibc
import LibUV
import PopoverTestSupport
import Testing

@testable import PopoverDaemon
@testable import PopoverStorage

@Suite struct StartTests {
    /// Why a daemon with these options does not start.
    private func refusal(
        _ folder: TemporaryFolder, _ change: (inout DaemonOptions) -> Void = { _ in }
    ) throws -> StartError {
        var options = DaemonOptions()
        options.socket = folder.path + "/popoverd.sock"
        options.state = folder.path + "/state"
        change(&options)
        return try #require(throws: StartError.self) {
            let log = Log(RecordingLog(lines: LoggedLines()), clock: { Clock.now })
            _ = try Daemon(options, paths: TestDaemon.paths(in: folder), log: log).run()
        }
    }

    @Test("A second daemon does not replace a served socket")
    func served() throws {
        let test = try TestDaemon()
        let error = try refusal(test.folder) { $0.state = test.folder.path + "/other" }
        #expect(error.status == .alreadyRunning)
        let process = "process \(getpid()) serves it and holds \(test.socket).lock"
        #expect(error.description.contains("bind \(test.socket): \(process)"))
        #expect(!error.description.contains("already in use"))
        #expect(try test.client().ask("draft.list").contains("result"))
        test.end()
    }

    @Test("A removed socket is made again and logged")
    func removedSocket() throws {
        let test = try TestDaemon()
        test.folder.remove("popoverd.sock")
        try test.run { test.lines.all.contains { $0.contains("socket file made again") } }
        #expect(try test.client().ask("draft.list").contains("result"))
        test.end()
        #expect(!test.folder.contains("popoverd.sock"))
    }

    @Test("A second daemon does not open the same drafts")
    func draftsInUse() throws {
        let test = try TestDaemon()
        let error = try refusal(test.folder) { $0.socket = test.folder.path + "/other.sock" }
        #expect(error.status == .alreadyRunning)
        #expect(error.description.contains("/state"))
        #expect(!test.folder.contains("other.sock"))
        test.end()
    }

    @Test("A file of another kind at the socket's path is not replaced")
    func wrongKind() throws {
        let folder = TemporaryFolder()
        folder.write("mine", to: "popoverd.sock")
        let error = try refusal(folder)
        #expect(error.status == .cannotCreate)
        #expect(error.description.contains("regular file"))
        #expect(folder.contains("popoverd.sock"))
    }

    @Test("A socket path that is too long is an error, and is not truncated")
    func tooLong() throws {
        let folder = TemporaryFolder()
        let error = try refusal(folder) {
            $0.socket = folder.path + "/" + String(repeating: "x", count: 107)
        }
        #expect(error.status == .cannotCreate)
        #expect(error.description.contains("107"))
    }

    @Test("An unusable state folder is named")
    func unusableState() throws {
        let folder = TemporaryFolder()
        folder.write("", to: "file")
        let error = try refusal(folder) { $0.state = folder.path + "/file/state" }
        #expect(error.status == .cannotCreate)
        #expect(error.description.contains("/file/state"))
        #expect(!folder.contains("popoverd.sock"))
    }

    @Test("A state folder that others can change is refused, and nothing is written there")
    func openState() throws {
        let folder = TemporaryFolder()
        try Files.makeFolder(folder.path + "/state")
        try #require(unsafe chmod(folder.path + "/state", 0o777) == 0)
        let error = #expect(throws: StartError.self) { _ = try TestDaemon(in: folder) }
        #expect(error?.status == .cannotCreate)
        #expect(error?.description.contains("cannot keep drafts in") == true)
        #expect(Files.names(in: folder.path + "/state").isEmpty)
    }

    @Test(
        "Only sealed drafts ask for the key, and only drafts in use have another daemon",
        arguments: [
            (.sealed, .cannotCreate), (.inUse, .alreadyRunning), (.refused, .cannotCreate),
        ] as [(StorageError.Cause, PopoverDaemon.ExitStatus)])
    func drafts(cause: StorageError.Cause, status: PopoverDaemon.ExitStatus) {
        let error = StartError(drafts: StorageError(operation: "open", cause: cause, message: "no"))
        #expect(error.status == status)
        #expect(error.description.contains(Paths.draftKeyName) == (cause == .sealed))
    }

    @Test("All errors of a configuration are reported with their lines, and nothing is touched")
    func badConfiguration() throws {
        let folder = TemporaryFolder()
        folder.write("limitz = 1\n[limits]\nmessage = \"x\"\n", to: "bad.toml")
        let error = try refusal(folder) { $0.configuration = folder.path + "/bad.toml" }
        #expect(error.status == .configuration)
        let lines = error.description.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix(folder.path + "/bad.toml:1:1: ") == true)
        #expect(lines.last?.hasPrefix(folder.path + "/bad.toml:3:") == true)
        #expect(folder.names == ["bad.toml"])
    }

    @Test("An unknown user is an error of the configuration")
    func unknownUser() throws {
        let folder = TemporaryFolder()
        folder.write("[administrators]\nusers = [\"no-such-user\"]\n", to: "bad.toml")
        let error = try refusal(folder) { $0.configuration = folder.path + "/bad.toml" }
        #expect(error.status == .configuration)
        #expect(error.description.contains("there is no user \"no-such-user\""))
    }

    @Test("Drafts survive a restart")
    func restart() throws {
        let folder = TemporaryFolder()
        let first = try TestDaemon(in: folder)
        let saved = try first.client("a").ask(
            "draft.save", #"{"key":"k","content":{"text":"half a letter"},"sync":true}"#)
        #expect(saved.contains(#""durable":true"#))
        first.end()
        let second = try TestDaemon(in: folder)
        let loaded = try second.client("a").ask("draft.load", #"{"key":"k"}"#)
        #expect(loaded.contains("half a letter"))
        second.end()
    }

    @Test("A damaged database is set aside, and the daemon starts")
    func damagedDatabase() throws {
        let folder = TemporaryFolder()
        try TestDaemon(in: folder).end()
        folder.write(String(repeating: "no database ", count: 1000), to: "state/drafts.sqlite3")
        let test = try TestDaemon(in: folder)
        #expect(test.lines.all.contains { $0.hasPrefix("error") && $0.contains("damaged") })
        let saved = try test.client().ask("draft.save", #"{"key":"k","content":1,"sync":true}"#)
        #expect(saved.contains(#""durable":true"#))
        test.end()
    }

    @Test("A second signal ends the daemon at once and still removes the socket")
    func secondSignal() throws {
        let test = try TestDaemon()
        let client = try test.client()
        // Its work is asked for, and it does not answer.
        client.connection.stopReading()
        test.daemon.shutDown()
        test.daemon.shutDown()
        #expect(test.daemon.finish() == .failure)
        #expect(!test.folder.contains("popoverd.sock"))
    }

    @Test(
        "After a shutdown request, the first signal changes nothing and the second ends the daemon")
    func signalsAfterRequest() throws {
        for signals in 1...2 {
            let test = try TestDaemon()
            let client = try test.client()
            // As a request does: the rules are done, connections and the disk are still closing.
            test.daemon.rulesEnded()
            #expect(client.connection.isOpen)
            for _ in 0..<signals { test.daemon.shutDown() }
            #expect(test.daemon.finish() == (signals == 1 ? .success : .failure))
        }
    }
}
