// SPDX-License-Identifier: MIT

import Glibc
import PopoverModel
import PopoverWire

/// A client in a process of its own, controlled by a test: `popover-actor SOCKET`.
///
/// Orders come on standard input, one JSON object a line:
///
///     {"send": {…}}                        sends this message
///     {"always": METHOD, "result": …}      answers such requests of the daemon's from now on
///
/// Everything that comes from the daemon goes to standard output as it came, one object a line. The
/// actor ends when the daemon closes the connection or when standard input ends. It knows no rule:
/// the test decides what the client does.
///
/// `popover-actor --unusual` is no client: it sorts lines (`UnusualLines`).
@main
struct Actor {
    private let socket: Int32
    private var orders = LineFramer(limit: Self.longestLine)
    private var messages = LineFramer(limit: Self.longestLine)
    private var standingAnswers: [String: JSONText] = [:]

    static let longestLine = 64 * 1024 * 1024
    private static let depthLimit = 64

    static func main() {
        signal(SIGPIPE, SIG_IGN)
        guard CommandLine.arguments.count == 2 else {
            Stream.complain("usage: popover-actor SOCKET | --unusual")
            exit(2)
        }
        if CommandLine.arguments[1] == "--unusual" { return UnusualLines.write() }
        guard let socket = Stream.connect(to: CommandLine.arguments[1]) else {
            Stream.complain("no daemon at \(CommandLine.arguments[1])")
            exit(3)
        }
        var actor = Actor(socket: socket)
        actor.run()
    }

    private init(socket: Int32) {
        self.socket = socket
    }

    private mutating func run() {
        while true {
            let ready = Stream.wait(for: STDIN_FILENO, or: socket)
            if ready.first {
                guard let bytes = Stream.read(STDIN_FILENO) else { return }
                var input = bytes[...]
                while case .line(let line)? = orders.next(in: &input) { obey(line) }
            }
            if ready.second {
                guard let bytes = Stream.read(socket) else { return }
                var input = bytes[...]
                while case .line(let line)? = messages.next(in: &input) { forward(line) }
            }
        }
    }

    private mutating func obey(_ line: ArraySlice<UInt8>) {
        // Errors in orders are the test author's to fix.
        guard let order = try? JSONReader().parse(line, depthLimit: Self.depthLimit) else {
            Stream.complain("an order is not JSON: \(String(decoding: line, as: UTF8.self))")
            exit(2)
        }
        if let message = order.member("send") {
            Stream.write(message.compactText.bytes + [UInt8(ascii: "\n")], to: socket)
        } else if let method = order.member("always")?.string {
            standingAnswers[method] = order.member("result")?.compactText ?? .null
        }
    }

    private func forward(_ line: ArraySlice<UInt8>) {
        if !standingAnswers.isEmpty { answer(line) }
        Stream.write(line + [UInt8(ascii: "\n")], to: STDOUT_FILENO)
    }

    private func answer(_ line: ArraySlice<UInt8>) {
        // Every line is passed on as it came, also one that is not JSON.
        guard let message = try? JSONReader().parse(line, depthLimit: Self.depthLimit),
            let id = message.member("id"), let method = message.member("method")?.string,
            let result = standingAnswers[method]
        else { return }
        var writer = JSONWriter()
        writer.object { answer in
            answer.member("jsonrpc", "2.0")
            answer.member("id", id.compactText)
            answer.member("result", result)
        }
        writer.endLine()
        Stream.write(writer.bytes, to: socket)
    }
}
