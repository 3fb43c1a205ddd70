// SPDX-License-Identifier: MIT

import Glibc
import PopoverKit
import PopoverModel

/// The story's client in Swift: it does what events tell it, and says what it sees, a line each.
@main
struct Story {
    static func main() async throws {
        try await Client.with(app: "story", timeout: .milliseconds(30_000)) { client in
            try await tell(client)
        }
        say("left")
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
            group.addTask { say("listening") }
            var popover: Popover?
            for await item in events {
                switch item {
                case .gap(let first, let last):
                    say("gap", #""first":\#(first),"last":\#(last.map(String.init) ?? "null")"#)
                case .event(let event):
                    say("event", #""topic":"\#(event.topic)""#)
                    do {
                        switch Order(event.data.text) {
                        case .open(let text):
                            try await client.ready()
                            let opened = try await open(client)
                            popover = opened
                            group.addTask { await watch(opened, text) }
                        case .done: try await popover?.close(.done)
                        case .leave: return group.cancelAll()
                        case nil: continue
                        }
                    } catch {
                        say("failed", #""error":"\#(error)""#)
                    }
                }
            }
        }
    }

    private static func open(_ client: Client) async throws -> Popover {
        var request = OpenRequest(behavior: "inspector", size: Size(width: 320, height: 240))
        request.source = "basket"
        request.key = "order-7"
        let popover = try await client.open(request)
        let frame = popover.presentation.frame
        say(
            "opened",
            #""draft":\#(popover.draft?.content.text ?? "null"),"frame":{"x":\#(frame.x),"#
                + #""y":\#(frame.y),"width":\#(frame.width),"height":\#(frame.height)}"#)
        return popover
    }

    private static func watch(_ popover: Popover, _ text: String) async {
        let end = await popover.end { order in
            say("asked", #""reason":"\#(order.cause)""#)
            return try? JSONText(#"{"text":"\#(text)"}"#)
        }
        guard let end else { return }
        say(
            "closed",
            #""reason":"\#(end.cause)","draft":"\#(end.draft.rawValue)","#
                + #""returnFocus":\#(end.returnsFocus)"#)
    }

    private static func say(_ fact: String, _ members: String = "") {
        print(#"{"said":"\#(fact)"\#(members.isEmpty ? "" : ",")\#(members)}"#)
        // All streams: there is one.
        fflush(nil)
    }
}

/// What the client is told to do; its test writes it, so that no parser is needed.
private enum Order {
    case open(String)
    case done
    case leave

    init?(_ text: String) {
        if text.contains(#""do":"done""#) {
            self = .done
        } else if text.contains(#""do":"leave""#) {
            self = .leave
        } else if text.contains(#""do":"open""#) {
            let parts = text.split(separator: #""text":""#)
            self = .open(parts.last.map { String($0.prefix { $0 != "\"" }) } ?? "")
        } else {
            return nil
        }
    }
}
