// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverWire

/// Handles the lines that a client gets.
extension Peer {
    func receive(_ line: ArraySlice<UInt8>) {
        kiosk.note(line.count)
        note(line, isDaemons: true)
        kiosk.trace { "        client \(number) reads \(String(decoding: line, as: UTF8.self))" }
        let node: JSONNode
        do throws(JSONError) {
            node = try kiosk.reader.parse(line, depthLimit: 200)
        } catch {
            return wrong("a line that is no JSON: \(error)")
        }
        let method = node.member("method")?.string
        let params = node.member("params")
        switch (method, node.member("id")) {
        case (nil, let id):
            let number = id?.integer
            report(
                // The session itself rejects lines that are not requests.
                book.receive(.answer(number), mayBeSessions: node.member("error") != nil))
            settle(number, node)
        case ("event", _): takeEvent(params)
        case ("bye", _): takeBye(params)
        case (let method?, let id?):
            guard let call = id.string else { return wrong("a call without a name") }
            report(book.receive(.call(call), mayBeSessions: false))
            answer(call, method, params)
        case ("shield", nil):
            let display = params?.member("display")?.string ?? ""
            report(book.receiveShield(Array(line), of: display))
        case (let method?, nil):
            report(book.receive(.notification, mayBeSessions: false))
            learn(method, params)
        }
    }

    private func report(_ problem: String?) {
        if let problem { wrong(problem) }
    }

    private func takeEvent(_ params: JSONNode?) {
        if params?.member("topic")?.string == "bus.gap" {
            let data = params?.member("data")
            guard let from = data?.member("from")?.integer, let to = data?.member("to")?.integer
            else { return wrong("a gap without its ends") }
            kiosk.gaps += 1
            return report(book.takeGap(from, to))
        }
        guard let sequence = params?.member("sequence")?.integer else {
            return wrong("an event without its number")
        }
        report(book.takeEvent(sequence))
    }

    private func takeBye(_ params: JSONNode?) {
        guard let reason = params?.member("reason")?.string else {
            return wrong("bye without a reason")
        }
        kiosk.byes[reason, default: 0] += 1
        noteFarewell()
        later(.milliseconds(60_000)) { $0.wrong("is sent away, and keeps its connection") }
    }

    private func learn(_ method: String, _ params: JSONNode?) {
        func name(_ member: String) -> String { params?.member(member)?.string ?? "" }
        switch method {
        case "popover.closed": forget(popover: name("popover"))
        case "panel.closed": forget(panel: name("panel"))
        case "view.closed": forget(view: name("view"))
        case "alert.dismiss": forget(alert: name("alert"))
        default: break
        }
    }

    // MARK: Calls

    private func answer(_ call: String, _ method: String, _ params: JSONNode?) {
        if method == "alert.present" { present(params) }
        let isMistreated =
            !isCalm && !temperament.isWatcher
            && chance.happens(perMille: kiosk.rates.callMistreated)
        guard isMistreated else {
            let result = method.hasSuffix(".willClose") ? work() : "{}"
            return later(chance.interval(200...200_000)) { $0.reply(call, "\"result\":\(result)") }
        }
        switch chance.below(6) {
        case 0: break
        case 1:
            later(chance.milliseconds(3000...9000)) { [work = work()] in
                $0.reply(call, "\"result\":\(work)")
            }
        case 2:
            for _ in 0..<2 {
                later(chance.milliseconds(1...20)) { [work = work()] in
                    $0.reply(call, "\"result\":\(work)")
                }
            }
        case 3: reply(call, #""error":{"code":1,"message":"no"}"#)
        case 4: reply(call, #""result":{"draft":[[[[1,2,{"a":null}]]]]}"#)
        default: reply(call, #""result":17"#)
        }
    }

    private func reply(_ call: String, _ outcome: String) {
        say(Array("{\"jsonrpc\":\"2.0\",\"id\":\"\(call)\",\(outcome)}\n".utf8))
    }

    /// Typed text.
    private func work() -> String {
        switch chance.below(6) {
        case 0: "{}"
        case 1: #"{"saved":true}"#
        case 2: #"{"draft":null}"#
        default: #"{"draft":{"text":"\#(chance.below(1_000_000))"}}"#
        }
    }

    private func present(_ params: JSONNode?) {
        guard let alert = params?.member("alert")?.string else { return }
        var buttons: [String] = []
        if let elements = params?.member("buttons")?.elements {
            for button in elements {
                if let id = button.member("id")?.string { buttons.append(id) }
            }
        }
        alerts.append((alert, buttons))
        // Somebody taps a button later.
        guard let button = buttons.first, chance.below(3) > 0 || isCalm else { return }
        later(chance.milliseconds(300...20_000)) { $0.answerAlert(alert, button) }
    }

    func answerAlert(_ alert: String, _ button: String) {
        guard alerts.contains(where: { $0.alert == alert }) else { return }
        say(
            Array(
                (#"{"jsonrpc":"2.0","method":"alert.answer","params":{"alert":"\#(alert)","#
                    + #""button":"\#(button)"}}"# + "\n").utf8))
    }
}
