// SPDX-License-Identifier: MIT

import PopoverKit
import PopoverModel

/// Carries out what the story tells its client.
actor Player {
    private let client: Client
    private var popover: Popover?
    /// Who gives the work at once, or waits for a word.
    private var gate = Gate()
    private var waiting: Task<Void, Never>?
    private var watching: [Task<Void, Never>] = []
    private var shown: AlertID?

    init(_ client: Client) {
        self.client = client
    }

    func carryOut(_ order: Order) async throws {
        try await client.ready()
        switch order.deed {
        case "open":
            gate = Gate()
            if order.word("slow") != "true" { gate.open() }
            let opened = try await open(width: order.word("width").flatMap(Double.init) ?? 320)
            popover = opened
            let (gate, text) = (self.gate, order.word("text") ?? "")
            watching.append(Task { await Self.watch(opened, text, gate) })
        case "hand": gate.open()
        case "save":
            do {
                try await client.saveDraft(
                    JSONText(encoding: ["text": order.word("text")]), key: "order-7")
            } catch let error as ClientError where error.refusal == .sessionEnded {
                return
            }
        case "done": try await popover?.close(.done)
        case "place":
            try await client.setSource("till", rect: Rect(x: 200, y: 80, width: 80, height: 40))
            Story.say("placed")
        case "remove":
            try await client.removeSource("till")
            Story.say("removed")
        case "escape": _ = try await client.key("Escape")
        case "tap":
            let point = Point(x: Double(order.number("x")), y: Double(order.number("y")))
            let judgement = try await client.tap(TapReport(point: point))
            Story.say("tapped", #""verdict":"\#(judgement.verdict.rawValue)""#)
        case "alert":
            let isOwn = order.word("renderer") == "self"
            waiting = Task { [client] in await Self.alert(client, isOwn ? .`self` : .shell) }
        case "press":
            guard let shown else { return }
            try await client.answerAlert(shown, button: order.word("button") ?? "")
        case "ask":
            let key = order.word("key")
            waiting = Task { [client] in await Self.ask(client, key) }
        case "withdraw": waiting?.cancel()
        case "replay":
            let events = try await client.subscribe(
                to: [order.word("of") ?? ""], since: order.number("since"))
            for await case .event(let event) in events {
                Story.say("replayed", #""topic":"\#(event.topic)","number":\#(event.sequence)"#)
                return events.cancel()
            }
        default: return
        }
    }

    /// Waits until the end of each popover is told.
    func finish() async {
        for task in watching { await task.value }
    }

    func watchAlerts() async {
        for await order in client.alerts {
            switch order {
            case .present(let alert):
                shown = alert.alert
                Story.say("shown", #""title":"\#(alert.title)""#)
            case .dismiss: Story.say("dismissed")
            }
        }
    }

    private func open(width: Double) async throws -> Popover {
        var request = OpenRequest(behavior: "inspector", size: Size(width: width, height: 240))
        request.source = "basket"
        request.key = "order-7"
        let popover = try await client.open(request)
        let animation = popover.animation
        Story.say(
            "opened",
            #""draft":\#(popover.draft?.content.text ?? "null"),"#
                + #""frame":\#(Self.json(popover.presentation.frame)),"#
                + #""lasts":\#(animation.duration.milliseconds),"#
                + #""easing":"\#(animation.easing?.rawValue ?? "")","#
                + #""start":\#(animation.start.map(Self.json) ?? "null")"#)
        return popover
    }

    private static func json(_ rect: Rect) -> String {
        #"{"x":\#(rect.x),"y":\#(rect.y),"width":\#(rect.width),"height":\#(rect.height)}"#
    }

    private static func watch(_ popover: Popover, _ text: String, _ gate: Gate) async {
        for await event in popover.events {
            switch event {
            case .willClose(let order):
                let disposition = order.isSaving ? "save" : "discard"
                Story.say(
                    "asked", #""reason":"\#(order.cause)","disposition":"\#(disposition)""#)
                Task {
                    await gate.pass()
                    do {
                        try order.answer(encoding: ["text": text])
                    } catch {
                        Story.say("failed", #""error":"\#(error)""#)
                    }
                }
            case .closed(let end):
                Story.say(
                    "closed",
                    #""reason":"\#(end.cause)","draft":"\#(end.draft.rawValue)","#
                        + #""returnFocus":\#(end.returnsFocus)"#)
            case .moved, .nudged: continue
            }
        }
    }

    private static func alert(_ client: Client, _ renderer: AlertRequest.Renderer) async {
        var request = AlertRequest(
            title: "The paper is out", severity: .warning,
            buttons: ["Refilled", "Later"].map { Button(id: $0, label: $0) })
        request.renderer = renderer
        do {
            Story.say("answered", #""button":"\#(try await client.alert(request))""#)
        } catch let error as ClientError where error.refusal != nil {
            Story.say("refused", #""why":"\#(error.refusal?.rawValue ?? "")""#)
        } catch {
            Story.say(error is CancellationError ? "withdrawn" : "failed", #""error":"\#(error)""#)
        }
    }

    /// Opens, and waits for its turn.
    private static func ask(_ client: Client, _ key: String?) async {
        var request = OpenRequest(size: Size(width: 320, height: 240))
        request.source = "basket"
        request.key = key
        request.wait = .seconds(10)
        do {
            _ = try await client.open(request)
            Story.say("granted")
        } catch let error as ClientError where error.refusal != nil {
            Story.say(
                "refused",
                #""why":"\#(error.refusal?.rawValue ?? "")","words":"\#(error.message)""#)
        } catch {
            Story.say(error is CancellationError ? "withdrawn" : "failed", #""error":"\#(error)""#)
        }
    }
}

/// Closed until somebody opens it.
struct Gate {
    private let stream: AsyncStream<Never>
    private let continuation: AsyncStream<Never>.Continuation

    init() {
        (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    }

    func open() { continuation.finish() }

    func pass() async {
        for await _ in stream {}
    }
}
