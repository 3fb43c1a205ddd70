// SPDX-License-Identifier: MIT

import FleetLink
import LibUV
import PluginProgram
import PopoverFleet
import PopoverModel

/// Carries out commands: authorize, record the nonce, ask the daemon, answer; audits each step.
///
/// Anybody who can write to the broker can send commands without a valid signature. They are counted
/// and neither audited nor charged to a key.
final class CommandProcessor {
    /// For the disk and the daemon's answer, in milliseconds; `session.end` waits for its disk.
    private static let timeout: UInt64 = 10_000
    private static let mostPending = 16
    private static let mostAlerts = 64
    /// Of a response topic, in bytes.
    private static let longestTopic = 256

    private struct PendingCommand {
        let authorized: AuthorizedCommand
        let responseTopic: String
        let correlation: [UInt8]
        let deadline: Int64
        /// The id of the request to the daemon; nil: the nonce is not recorded yet.
        var request: String?
    }

    private let process: PluginProcess<MQTTSettings.Values>
    private let link: FleetLink
    private let ledger: EventLedger
    private let topics: KioskTopics
    private let authorizer: CommandAuthorizer
    private let timer: Timer
    private var pending: [Int64: PendingCommand] = [:]
    private var latest: Int64 = 0
    /// The requests that raised the fleet's open alerts, oldest first.
    private var alerts: [(key: String, request: String)] = []
    private var rates = CommandRates()
    /// Commands without a valid signature, since the start.
    private(set) var unsigned = 0

    var keys: KeyRing {
        get { authorizer.keys }
        set { authorizer.keys = newValue }
    }

    /// - Parameter timer: calls `expire`.
    init(
        _ process: PluginProcess<MQTTSettings.Values>, link: FleetLink, ledger: EventLedger,
        topics: KioskTopics, keys: KeyRing, timer: Timer
    ) {
        self.process = process
        self.link = link
        self.ledger = ledger
        self.topics = topics
        self.timer = timer
        authorizer = CommandAuthorizer(topics: topics, keys: keys)
    }

    // MARK: Authorizing

    /// - Parameter now: milliseconds since 1970, as below.
    func handle(_ message: FleetLink.Message, at now: Int64) {
        let topic = responseTopic(of: message)
        do throws(CommandError) {
            let authorized = try authorizer.authorize(message.payload, at: now / 1000)
            guard isWithinRate(authorized.key, now / 1000) else { return }
            guard pending.count < Self.mostPending else {
                throw error(.notRecorded, "too many commands are pending", authorized)
            }
            latest += 1
            pending[latest] = PendingCommand(
                authorized: authorized, responseTopic: topic, correlation: message.correlation,
                deadline: now + Int64(Self.timeout))
            timer.start(afterMilliseconds: Self.timeout)
            let isQueued = link.admit(
                latest, nonce: authorized.command.nonce, issued: authorized.command.issued,
                expiry: authorized.command.expiry)
            guard isQueued else {
                pending[latest] = nil
                throw error(.notRecorded, "too many disk operations are queued", authorized)
            }
        } catch {
            if error.key == nil { unsigned += 1 }
            // What this method has thrown itself is charged already.
            let isCharged = error.reason == .notRecorded
            guard isCharged || isWithinRate(error.key, now / 1000) else { return }
            refuse(error, topic, message.correlation, at: now)
        }
    }

    /// - Parameter key: nil: the commands without a valid signature, of which so many are answered.
    private func isWithinRate(_ key: String?, _ second: Int64) -> Bool {
        for dropped in rates.begin(second) {
            process.log(
                .warning,
                "commands dropped: key=\(dropped.key ?? "none") count=\(dropped.count) "
                    + "limitPerSecond=\(CommandRates.mostPerSecond)")
        }
        return rates.admits(key)
    }

    /// Where the answer goes: a command must not make the kiosk write to any topic it has rights to.
    private func responseTopic(of message: FleetLink.Message) -> String {
        guard let response = message.response,
            response.hasPrefix("\(topics.prefix)/@reply/"),
            response.utf8.count <= Self.longestTopic,
            response.utf8.allSatisfy({
                $0 >= 0x20 && $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "+")
            })
        else { return topics.reply }
        return response
    }

    /// The link has recorded a nonce, or not.
    func admitted(_ number: Int64, _ admission: FleetLink.Admission, at now: Int64) {
        guard let command = pending[number] else { return }
        switch admission {
        case .new: carryOut(number, command, at: now)
        case .replayed: fail(number, .replayed, "command already received", at: now)
        case .forgotten: fail(number, .expired, "command already expired", at: now)
        case .tooOld:
            fail(
                number, .tooOld, "the command is older than this kiosk's record of commands",
                at: now)
        case .unrecorded:
            fail(number, .notRecorded, "the command could not be recorded", at: now)
        }
    }

    private func error(
        _ reason: CommandError.Reason, _ message: String, _ authorized: AuthorizedCommand
    ) -> CommandError {
        CommandError(
            reason, message, key: authorized.key, nonce: authorized.command.nonce,
            command: authorized.command.order.name.rawValue)
    }

    // MARK: Carrying out

    private func carryOut(_ number: Int64, _ command: PendingCommand, at now: Int64) {
        record(
            AuditEntry(command.authorized, kiosk: topics.kiosk, time: now, verdict: .accepted))
        let order = command.authorized.command.order
        if case .ping = order { return finish(number, nil, at: now) }
        if case .reloadPlugin(MQTT.description.name) = order {
            return fail(number, .failed, "mqtt cannot reload itself", at: now)
        }
        var raise: String?
        if case .clear(let key) = order {
            raise = alerts.last { $0.key === key }?.request
            if raise == nil { return fail(number, .failed, "no alert has this key", at: now) }
        }
        let request = "fleet-\(number)"
        guard let line = DaemonRequest.order(order, id: request, raise: raise) else { return }
        pending[number]?.request = request
        process.send(line)
    }

    private func number(of request: String) -> Int64? {
        pending.first { $0.value.request == request }?.key
    }

    /// The daemon has queued an alert, which is what `alert.raise` asks for.
    func alertQueued(_ request: String, at now: Int64) {
        guard let number = number(of: request),
            case .raise(let alert) = pending[number]?.authorized.command.order
        else { return }
        if alerts.count == Self.mostAlerts { alerts.removeFirst() }
        alerts.append((alert.key, request))
        finish(number, nil, at: now)
    }

    func succeeded(_ request: String, at now: Int64) {
        alerts.removeAll { $0.request == request }
        if let number = number(of: request) { finish(number, nil, at: now) }
    }

    func failed(_ request: String, _ message: String, at now: Int64) {
        alerts.removeAll { $0.request == request }
        if let number = number(of: request) { fail(number, .failed, message, at: now) }
    }

    /// The timer has fired: the daemon has dropped a line, or the disk does not answer.
    func expire(at now: Int64) {
        for (number, command) in pending.sorted(by: { $0.key < $1.key })
        where command.deadline <= now {
            fail(number, .failed, "timed out; the command may still complete", at: now)
        }
        startTimer(at: now)
    }

    private func startTimer(at now: Int64) {
        if let next = pending.values.map(\.deadline).min() {
            timer.start(afterMilliseconds: min(UInt64(max(1, next - now)), Self.timeout))
        } else {
            timer.stop()
        }
    }

    // MARK: Answering

    private func fail(
        _ number: Int64, _ reason: CommandError.Reason, _ message: String, at now: Int64
    ) {
        guard let command = pending[number] else { return }
        finish(number, error(reason, message, command.authorized), at: now)
    }

    private func finish(_ number: Int64, _ error: CommandError?, at now: Int64) {
        guard let command = pending.removeValue(forKey: number) else { return }
        if let error {
            refuse(error, command.responseTopic, command.correlation, at: now)
        } else {
            answer(
                AuditEntry(command.authorized, kiosk: topics.kiosk, time: now, verdict: .done),
                command.responseTopic, command.correlation)
        }
        startTimer(at: now)
    }

    private func refuse(
        _ error: CommandError, _ topic: String, _ correlation: [UInt8], at now: Int64
    ) {
        answer(AuditEntry(error, kiosk: topics.kiosk, time: now), topic, correlation)
    }

    private func answer(_ entry: AuditEntry, _ topic: String, _ correlation: [UInt8]) {
        if entry.key != nil { record(entry) }
        _ = link.say(topic, payload: entry.payload, correlation: correlation)
    }

    private func record(_ entry: AuditEntry) {
        process.log(entry.verdict == .refused ? .warning : .info, entry.logLine)
        _ = link.audit(entry.payload)
        ledger.keep(entry.payload(epoch:sequence:), at: topics.audit)
    }
}
