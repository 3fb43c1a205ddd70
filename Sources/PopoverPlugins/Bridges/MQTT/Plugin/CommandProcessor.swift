// SPDX-License-Identifier: MIT

import FleetLink
import PopoverFleet
import PopoverPluginKit

/// Takes commands from judgement to their end: remembered, carried out, answered, and written down at
/// each step.
final class CommandProcessor {
    /// From an order to the daemon's word on it, in milliseconds; `session.end` waits for its disk.
    private static let patience: UInt32 = 10_000
    /// Commands on their way at once.
    private static let most = 16
    /// Commands that are judged within a second; more are dropped before anything is made of them.
    private static let mostASecond = 20
    /// Alerts of the fleet's that are remembered by their keys.
    private static let mostAlerts = 64
    private static let longestResponse = 256

    private struct Matter {
        let warrant: AuthorizedCommand
        let response: String
        let correlation: [UInt8]
        let deadline: Int64
        /// The request to the daemon; nil: it has not been remembered yet.
        var request: String?
    }

    private let host: Host
    private let link: FleetLink
    private let ledger: EventLedger
    private let topics: KioskTopics
    private let door: CommandAuthorizer
    private let wordTimer: UInt32
    private var matters: [Int64: Matter] = [:]
    private var latest: Int64 = 0
    /// The requests of the fleet's alerts that are there, oldest first.
    private var alerts: [(key: String, request: String)] = []
    private var second: Int64 = 0
    private var judged = 0
    private var dropped = 0

    var keys: KeyRing {
        get { door.keys }
        set { door.keys = newValue }
    }

    init(
        host: Host, link: FleetLink, ledger: EventLedger, topics: KioskTopics, keys: KeyRing,
        wordTimer: UInt32
    ) {
        self.host = host
        self.link = link
        self.ledger = ledger
        self.topics = topics
        self.wordTimer = wordTimer
        door = CommandAuthorizer(topics: topics, keys: keys)
    }

    // MARK: Judging

    /// - Parameter now: milliseconds since 1970, as below.
    func judge(_ message: FleetLink.Message, at now: Int64) {
        guard admits(now / 1000) else { return }
        let response = place(of: message)
        do throws(CommandError) {
            let warrant = try door.judge(message.payload, at: now / 1000)
            guard matters.count < Self.most else {
                throw refusal(.notRecorded, "too many commands are on their way", warrant)
            }
            latest += 1
            matters[latest] = Matter(
                warrant: warrant, response: response, correlation: message.correlation,
                deadline: now + Int64(Self.patience))
            try? host.startTimer(wordTimer, milliseconds: Self.patience)
            let isTaken = link.admit(
                latest, nonce: warrant.command.nonce, expiry: warrant.command.expiry)
            guard isTaken else {
                matters[latest] = nil
                throw refusal(.notRecorded, "too much waits for the disk", warrant)
            }
        } catch {
            refuse(error, response, message.correlation, at: now)
        }
    }

    private func admits(_ second: Int64) -> Bool {
        if second != self.second {
            if dropped > 0 {
                host.log(.warning, "commands that came too fast and were dropped: \(dropped)")
            }
            self.second = second
            judged = 0
            dropped = 0
        }
        judged += 1
        if judged > Self.mostASecond { dropped += 1 }
        return judged <= Self.mostASecond
    }

    /// Where the answer goes. Nobody may have the kiosk write just anywhere with its rights.
    private func place(of message: FleetLink.Message) -> String {
        guard let response = message.response,
            response.hasPrefix("\(topics.prefix)/@reply/"),
            response.utf8.count <= Self.longestResponse,
            response.utf8.allSatisfy({
                $0 >= 0x20 && $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "+")
            })
        else { return topics.reply }
        return response
    }

    func admitted(_ number: Int64, _ admission: FleetLink.Admission, at now: Int64) {
        guard let matter = matters[number] else { return }
        let warrant = matter.warrant
        switch admission {
        case .new: carryOut(number, matter, at: now)
        case .replayed:
            end(number, refusal(.replayed, "it has come before", warrant), at: now)
        case .forgotten:
            end(number, refusal(.expired, "its time was over once already", warrant), at: now)
        case .unrecorded:
            end(number, refusal(.notRecorded, "it could not be remembered", warrant), at: now)
        }
    }

    private func refusal(
        _ reason: CommandError.Reason, _ message: String, _ warrant: AuthorizedCommand
    ) -> CommandError {
        CommandError(
            reason, message, key: warrant.key, nonce: warrant.command.nonce,
            command: warrant.command.order.name.rawValue)
    }

    // MARK: Carrying out

    private func carryOut(_ number: Int64, _ matter: Matter, at now: Int64) {
        record(AuditEntry(matter.warrant, kiosk: topics.kiosk, time: now, verdict: .accepted))
        let order = matter.warrant.command.order
        if case .ping = order { return end(number, nil, at: now) }
        if case .reloadPlugin(MQTT.name) = order {
            return end(
                number, refusal(.failed, "it cannot reload itself", matter.warrant), at: now)
        }
        var raise: String?
        if case .clear(let key) = order {
            raise = alerts.last { $0.key == key }?.request
            if raise == nil {
                return end(
                    number, refusal(.failed, "there is no alert of that key", matter.warrant),
                    at: now)
            }
        }
        let request = "fleet-\(number)"
        guard let line = DaemonLine.order(order, id: request, raise: raise) else { return }
        matters[number]?.request = request
        do {
            try host.send(line)
        } catch {
            end(number, refusal(.failed, "the daemon does not take it", matter.warrant), at: now)
        }
    }

    private func number(of request: String) -> Int64? {
        matters.first { $0.value.request == request }?.key
    }

    /// An alert has been queued: that is what was asked for.
    func taken(_ request: String, at now: Int64) {
        guard let number = number(of: request), let matter = matters[number],
            case .raise(let alert) = matter.warrant.command.order
        else { return }
        if alerts.count == Self.mostAlerts { alerts.removeFirst() }
        alerts.append((alert.key, request))
        end(number, nil, at: now)
    }

    func answered(_ request: String, at now: Int64) {
        alerts.removeAll { $0.request == request }
        if let number = number(of: request) { end(number, nil, at: now) }
    }

    func refused(_ request: String, _ message: String, at now: Int64) {
        alerts.removeAll { $0.request == request }
        guard let number = number(of: request), let matter = matters[number] else { return }
        end(number, refusal(.failed, message, matter.warrant), at: now)
    }

    /// The daemon has dropped lines, since too many waited, or the disk does not answer.
    func giveUp(at now: Int64) {
        for (number, matter) in matters.sorted(by: { $0.key < $1.key })
        where matter.deadline <= now {
            end(number, refusal(.failed, "nobody answered in time", matter.warrant), at: now)
        }
        armWord(at: now)
    }

    private func armWord(at now: Int64) {
        if let next = matters.values.map(\.deadline).min() {
            let left = UInt32(clamping: max(1, next - now))
            try? host.startTimer(wordTimer, milliseconds: min(left, Self.patience))
        } else {
            try? host.stopTimer(wordTimer)
        }
    }

    // MARK: What is told

    private func end(_ number: Int64, _ refusal: CommandError?, at now: Int64) {
        guard let matter = matters.removeValue(forKey: number) else { return }
        if let refusal {
            refuse(refusal, matter.response, matter.correlation, at: now)
        } else {
            let entry = AuditEntry(
                matter.warrant, kiosk: topics.kiosk, time: now, verdict: .done)
            record(entry)
            _ = link.say(
                matter.response, payload: entry.payload, correlation: matter.correlation)
        }
        armWord(at: now)
    }

    private func refuse(
        _ refusal: CommandError, _ response: String, _ correlation: [UInt8], at now: Int64
    ) {
        // A group's command is everybody's to read; who is not meant has nothing to say to it.
        let entry = AuditEntry(refusal, kiosk: topics.kiosk, time: now)
        record(entry)
        _ = link.say(response, payload: entry.payload, correlation: correlation)
    }

    private func record(_ entry: AuditEntry) {
        host.log(entry.verdict == .refused ? .warning : .info, entry.sentence)
        _ = link.audit(entry.payload)
        ledger.keep(entry.payload(epoch:sequence:), at: topics.audit)
    }
}
