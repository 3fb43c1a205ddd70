// SPDX-License-Identifier: MIT

import Glibc
import LibUV
import PopoverTestSupport
import Testing

@testable import PopoverDaemon

/// A daemon in a folder of its own, on a loop that the test turns by hand. Its clients are on the
/// same loop, so that nothing ever waits for another thread.
final class TestDaemon {
    let folder: TemporaryFolder
    let daemon: Daemon
    /// What the daemon has logged.
    let lines: LoggedLines
    private var options = DaemonOptions()
    /// The loop's callbacks need them for as long as it turns.
    private var clients: [TestClient] = []

    var socket: String { folder.path + "/popoverd.sock" }
    var loop: Loop { daemon.loop }

    /// - Parameter configuration: the text of its configuration.
    init(_ configuration: String = "", in folder: TemporaryFolder = TemporaryFolder()) throws {
        self.folder = folder
        options.socket = folder.path + "/popoverd.sock"
        options.state = folder.path + "/state"
        folder.write(configuration, to: "popoverd.toml")
        options.configuration = folder.path + "/popoverd.toml"
        let lines = LoggedLines()
        self.lines = lines
        daemon = try Daemon(
            options, paths: TestDaemon.paths(in: folder),
            log: Log(RecordingLog(lines: lines), clock: { Clock.now }))
        try daemon.start()
    }

    static func paths(in folder: TemporaryFolder) -> Paths {
        Paths(variable: { _ in nil }, userID: 1000, programDirectory: folder.path)
    }

    func connect() throws -> TestClient {
        let client = TestClient(try PipeConnection(loop, connectingTo: socket), on: self)
        clients.append(client)
        return client
    }

    /// A client that has said hello.
    func client(_ app: String = "test", roles: String = "") throws -> TestClient {
        let client = try connect()
        _ = try client.ask("hello", #"{"protocol":1,"app":"\#(app)"\#(roles)}"#, id: "0")
        return client
    }

    /// Turns the loop until this is so; ten seconds are more than any test needs.
    func run(
        until isDone: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        var isOver = false
        let patience = Timer(loop) { isOver = true }
        patience.start(afterMilliseconds: 60_000)
        while !isDone() && !isOver { loop.runOnce() }
        patience.close()
        try #require(!isOver, "waited in vain", sourceLocation: sourceLocation)
    }

    /// Ends the daemon, and checks that it has closed everything.
    func end() {
        daemon.shutDown()
        #expect(daemon.finish() == .success)
    }
}

/// A client of the raw wire.
final class TestClient {
    private(set) var lines: [String] = []
    private(set) var hasEnded = false
    let connection: PipeConnection
    private unowned let test: TestDaemon
    private var rest: [UInt8] = []

    init(_ connection: PipeConnection, on test: TestDaemon) {
        self.connection = connection
        self.test = test
        connection.onBytes = { [unowned self] bytes in
            rest.append(copying: bytes)
            while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                lines.append(String(decoding: rest[..<end], as: UTF8.self))
                rest.removeFirst(end + 1)
            }
        }
        connection.onEnd = { [unowned self] in end() }
        connection.onFailure = { [unowned self] _ in end() }
        read()
    }

    func read() {
        #expect(throws: Never.self) { try connection.startReading() }
    }

    private func end() {
        hasEnded = true
        connection.close()
    }

    func send(_ line: String) {
        write(line + "\n")
    }

    func write(_ text: String) {
        #expect(throws: Never.self) { try connection.write(Array(text.utf8)) }
    }

    /// Asks, and waits for the answer.
    func ask(_ method: String, _ params: String = "{}", id: String = "1") throws -> String {
        send(#"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#)
        return try answer(id)
    }

    func answer(_ id: String) throws -> String {
        try line { $0.contains(#""id":\#(id),"#) || $0.contains(#""id":\#(id)}"#) }
    }

    /// The first line like this; waits for it, and takes it out.
    func line(like isWanted: (String) -> Bool) throws -> String {
        try test.run { lines.contains(where: isWanted) || hasEnded }
        let found = lines.firstIndex(where: isWanted)
        let index = try #require(found, "the line never came: \(lines)")
        return lines.remove(at: index)
    }

    func waitForEnd() throws {
        try test.run { hasEnded }
    }

    func close() {
        if connection.isOpen { connection.close() }
        hasEnded = true
    }
}
