// SPDX-License-Identifier: MIT

import Foundation
import Glibc
import Synchronization

/// A daemon that follows a script: a real Unix socket, served by a thread of the test's process.
///
/// It serves one connection, waits at most ten seconds for anything, and remembers every line that
/// it received, so that a test can compare what a client said.
public final class FakeDaemon: Sendable {
    /// The next step of the script.
    public enum Step: Sendable {
        /// Receives hello and welcomes.
        case welcome
        /// Receives a line with this text in it; the script ends when another one comes.
        case receive(String)
        /// Answers the request that was received last.
        case result(String)
        /// Refuses the request that was received last.
        case error(String)
        /// Sends a line as it is.
        case send(String)
        /// Receives until the client ends the connection.
        case drain
        /// Receives until the client ends the connection, and waits for another one.
        case reconnect
    }

    public let path: String
    private let folder: String
    private let received = Mutex<[String]>([])
    private let finished = DispatchSemaphore(value: 0)

    public static let welcome = """
        {"protocol":1,"server":"fake","client":"c7","displays":[],"limits":{},"appearance":{}}
        """

    public init(_ script: [Step]) throws {
        folder =
            FileManager.default.temporaryDirectory.appendingPathComponent(
                "fake-\(UUID().uuidString.prefix(8))"
            ).path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        path = folder + "/s"
        let listener = try FakeListener(path: path)
        let thread = Thread { [self] in
            serve(listener, script)
            finished.signal()
        }
        thread.start()
    }

    /// Waits for the script's end and gives the lines that were received, hello excluded.
    public func lines() -> [String] {
        _ = finished.wait(timeout: .now() + 20)
        finished.signal()
        try? FileManager.default.removeItem(atPath: folder)
        return received.withLock { $0.filter { !$0.contains(#""method":"hello""#) } }
    }

    /// The lines without the members that all of them share.
    public func requests() -> [String] {
        lines().map { line in
            line.replacingOccurrences(of: #"{"jsonrpc":"2.0","#, with: "{")
                .replacingOccurrences(
                    of: #""id":\d+,"#, with: "", options: .regularExpression)
        }
    }

    private func serve(_ listener: FakeListener, _ script: [Step]) {
        guard var connection = listener.accept() else { return }
        for step in script {
            switch step {
            case .welcome:
                guard receive("\"hello\"", from: connection) else { return }
                connection.send(answer("result", Self.welcome))
            case .receive(let text):
                guard receive(text, from: connection) else { return }
            case .result(let json): connection.send(answer("result", json))
            case .error(let json): connection.send(answer("error", json))
            case .send(let line): connection.send(line)
            case .drain: while receive("", from: connection) {}
            case .reconnect:
                while receive("", from: connection) {}
                guard let next = listener.accept() else { return }
                connection = next
            }
        }
    }

    private func receive(_ text: String, from connection: FakeSocket) -> Bool {
        guard let line = connection.line() else { return false }
        received.withLock { $0.append(line) }
        return text.isEmpty || line.contains(text)
    }

    private func answer(_ member: String, _ json: String) -> String {
        let line = received.withLock { $0.last ?? "" }
        let id = line.components(separatedBy: #""id":"#).dropFirst().first?
            .prefix { $0.isNumber }
        return #"{"jsonrpc":"2.0","id":\#(id ?? "null"),"\#(member)":\#(json)}"#
    }
}
