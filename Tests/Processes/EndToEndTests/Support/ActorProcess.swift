// SPDX-License-Identifier: MIT

import Glibc

/// The test's end of one `popover-actor`: a client of the daemon in a process of its own.
///
/// Received messages stay in `inbox`, in order, until a test asks for them.
final class ActorProcess {
    let app: String
    /// Kept for as long as one of its clients is in use.
    let world: World
    private let child: Child
    private(set) var inbox: [JSON] = []
    private var transcript: [String] = []
    private var count = 0

    init(_ world: World, app: String) throws {
        self.world = world
        self.app = app
        child = try Child(Program.actor.path(), [world.socket])
    }

    // MARK: Sending

    func greet(_ roles: [String]) throws {
        try call(
            "hello",
            ["protocol": 1, "app": .string(app), "roles": .array(roles.map { .string($0) })])
    }

    /// Sends a request; `answer(to:)` waits for its response.
    func begin(_ method: String, _ params: JSON = [:]) -> String {
        count += 1
        let id = "\(app)-\(count)"
        send(["jsonrpc": "2.0", "id": .string(id), "method": .string(method), "params": params])
        return id
    }

    func send(_ message: JSON) {
        transcript.append("> \(message)")
        order(["send": message])
    }

    /// Answers a request of the daemon's.
    func reply(to request: JSON, _ result: JSON = [:]) {
        send(["jsonrpc": "2.0", "id": request["id"], "result": result])
    }

    /// From now on the process itself answers these requests of the daemon.
    func always(_ method: String, _ result: JSON) throws {
        order(["always": .string(method), "result": result])
    }

    private func order(_ order: JSON) {
        child.write("\(order)\n")
    }

    // MARK: Receiving

    /// The whole answer to a request; nil is one that could not be read.
    func answer(to id: String?) throws -> JSON {
        let wanted = id.map { JSON.string($0) } ?? .null
        return try receive("the answer to \(wanted)") { $0["method"].isNull && $0["id"] == wanted }
    }

    /// The result of a request; an error is thrown.
    @discardableResult
    func result(of id: String) throws -> JSON {
        let answer = try answer(to: id)
        guard answer["error"].isNull else { throw ErrorResponse(answer["error"]) }
        return answer["result"]
    }

    /// Asks and waits for the result; an error is thrown.
    @discardableResult
    func call(_ method: String, _ params: JSON = [:]) throws -> JSON {
        try result(of: begin(method, params))
    }

    /// Asks and waits for the error.
    func refusal(of id: String) throws -> ErrorResponse {
        let answer = try answer(to: id)
        guard !answer["error"].isNull else {
            throw ProgramError("\(id) was not refused", seen: seen)
        }
        return ErrorResponse(answer["error"])
    }

    func refusal(_ method: String, _ params: JSON = [:]) throws -> ErrorResponse {
        try refusal(of: begin(method, params))
    }

    /// The next notification or request of this method whose params hold these members.
    @discardableResult
    func next(_ method: String, _ members: JSON = [:]) throws -> JSON {
        try receive("\(method) with \(members)") {
            $0["method"] == .string(method) && $0["params"].holds(members)
        }
    }

    /// The next event of this topic whose data hold these members.
    @discardableResult
    func event(_ topic: String, _ data: JSON = [:]) throws -> JSON {
        try receive("the event \(topic) with \(data)") {
            $0["method"] == "event" && $0["params"]["topic"] == .string(topic)
                && $0["params"]["data"].holds(data)
        }["params"]
    }

    private func receive(_ what: String, where matches: (JSON) -> Bool) throws -> JSON {
        var looked = 0
        while true {
            if let index = inbox[looked...].firstIndex(where: matches) {
                return inbox.remove(at: index)
            }
            looked = inbox.count
            do {
                guard try readMessage() else {
                    throw ProgramError("\(app): the connection ended before \(what)", seen: seen)
                }
            } catch let trouble as ProgramError where !trouble.description.contains("so far") {
                throw ProgramError("\(app) timed out waiting for \(what)", seen: seen)
            }
        }
    }

    private func readMessage() throws -> Bool {
        guard let line = try child.output.next() else { return false }
        transcript.append("< \(line.prefix(2000))")
        guard let message = JSON(text: line.utf8) else { throw ProgramError("not JSON: \(line)") }
        inbox.append(message)
        return true
    }

    private var seen: String { transcript.suffix(60).joined(separator: "\n") }
}

/// An error that the daemon answered with.
struct ErrorResponse: Error, CustomStringConvertible {
    let error: JSON

    init(_ error: JSON) { self.error = error }

    var code: Double? { error["code"].number }
    var data: JSON { error["data"] }
    /// The reason of a refusal.
    var reason: String? { code == 1 ? data["reason"].string : nil }
    var description: String { "\(error)" }
}
