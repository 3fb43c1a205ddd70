// SPDX-License-Identifier: MIT

import Glibc
import PopoverClient
import PopoverKit
import PopoverModel

/// The story's client in Swift: it does what events tell it, and says what it sees, a line each.
@main
struct Story {
    static func main() async throws {
        do {
            let client = try await Client.connect(app: "story", timeout: .seconds(120))
            try await tell(client)
            say("left")
        } catch let error as ClientError {
            let words = error.message.split(separator: "\"", omittingEmptySubsequences: false)
                .joined(separator: #"\""#)
            say("refused", #""why":"\#(error.kind)","words":"\#(words)""#)
        }
    }

    private static func tell(_ client: Client) async throws {
        try await client.setSource("basket", rect: Rect(x: 600, y: 80, width: 80, height: 40))
        let events = try await client.subscribe(to: ["app.story.*"])
        await withDiscardingTaskGroup { group in
            group.addTask {
                for await connection in client.connections where connection == .ready {
                    say("ready")
                }
            }
            say("listening")
            group.addTask {
                for await words in client.warnings { say("warned", #""words":"\#(words)""#) }
            }
            let player = Player(client)
            group.addTask { await player.watchAlerts() }
            for await item in events {
                switch item {
                case .gap(let first, let last):
                    say("gap", #""first":\#(first),"last":\#(last.map(String.init) ?? "null")"#)
                case .event(let event):
                    say("event", #""topic":"\#(event.topic)""#)
                    let order = Order(event.data.text)
                    if order.deed == "leave" {
                        await client.close()
                        return await player.finish()
                    }
                    do {
                        try await player.carryOut(order)
                    } catch {
                        say("failed", #""error":"\#(error)""#)
                    }
                }
            }
        }
    }

    static func say(_ fact: String, _ members: String = "") {
        print(#"{"said":"\#(fact)"\#(members.isEmpty ? "" : ",")\#(members)}"#)
        // All streams: there is one.
        fflush(nil)
    }
}

/// What the client is told to do; its test writes it, so that no parser is needed.
struct Order {
    private let text: String
    var deed: String? { word("do") }

    init(_ text: String) {
        self.text = text
    }

    /// A member that is a string, or the digits of one that is a number.
    func word(_ name: String) -> String? {
        guard let start = text.range(of: "\"\(name)\":") else { return nil }
        let value = text[start.upperBound...]
        if value.first == "\"" { return String(value.dropFirst().prefix { $0 != "\"" }) }
        return String(value.prefix { $0 != "," && $0 != "}" })
    }

    func number(_ name: String) -> Int64 { word(name).flatMap { Int64($0) } ?? 0 }
}

extension String {
    /// Where it first has these characters.
    fileprivate func range(of part: String) -> Range<Index>? {
        indices.lazy.filter { self[$0...].hasPrefix(part) }.first.map { start in
            start..<index(start, offsetBy: part.count)
        }
    }
}

extension ClientError {
    /// As the story calls it.
    fileprivate var kind: String {
        switch self {
        case .noAccess: "access"
        case .protocolMismatch: "protocol"
        case .daemon(let error) where error.code == DaemonError.notPermitted: "rights"
        default: "\(self)"
        }
    }
}
