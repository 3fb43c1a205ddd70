// SPDX-License-Identifier: MIT

import FleetLink
import PopoverFleet
import PopoverModel

/// A simulated kiosk: the link and rules of the plugin without a daemon.
final class SimulatedKiosk {
    private let topics: KioskTopics
    private let door: CommandAuthorizer
    let link: FleetLink
    private var epoch: String?
    private var latest: Int64 = 0
    private var owed = 0
    private var responses: [Int64: (warrant: AuthorizedCommand, response: String?)] = [:]
    private var commands: Int64 = 0

    enum News {
        case connected
        case disconnected
        /// A valid command has arrived and is stored.
        case commanded
    }

    struct Broker {
        var port: UInt16
        var authority: String
        var user: String
        var passwordFile: String
        var directory: String
        var keys: KeyRing
    }

    init(_ number: Int, _ broker: Broker) throws {
        let name = "sim-\(number)"
        let topics = try KioskTopics(prefix: "popoverd", kiosk: name, groups: [])
        self.topics = topics
        door = CommandAuthorizer(topics: topics, keys: broker.keys)
        var settings = LinkSettings()
        settings.host = "localhost"
        settings.port = broker.port
        settings.client = "popoverd-\(name)"
        settings.statusTopic = topics.status
        settings.gapTopic = topics.gap
        settings.directory = "\(broker.directory)/\(name)"
        settings.user = broker.user
        settings.passwordFile = broker.passwordFile
        settings.authorityFile = broker.authority
        settings.subscriptions = topics.commands
        settings.seed = UInt64(number) &* 0x9E37_79B9_7F4A_7C15 | 1
        link = try FleetLink(settings)
        _ = link.set(topics.status, payload: Array("online".utf8))
        _ = link.set(topics.alerts, payload: KioskAlerts().payload)
        _ = link.set(
            topics.health,
            payload: KioskHealth().payload(
                version: "simulated", time: 0, waiting: 0, lost: 0, unsigned: 0))
        let discovery = Discovery(prefix: "homeassistant", topics: topics, version: "simulated")
        for document in discovery.documents {
            _ = link.set(document.topic, payload: document.payload)
        }
    }

    /// Publishes events.
    func happen(_ count: Int, at now: Int64) {
        owed += count
        settle(at: now)
    }

    /// The news of the link since the last call.
    func attend(at now: Int64) -> [News] {
        var news: [News] = []
        while let event = link.next() {
            switch event {
            case .opened(let epoch, let latest):
                self.epoch = epoch
                self.latest = latest
                settle(at: now)
            case .connected: news.append(.connected)
            case .disconnected: news.append(.disconnected)
            case .message(let message): judge(message, at: now)
            case .admitted(let number, let admission):
                if admission == .new { news.append(.commanded) }
                answer(number, at: now)
            case .complaint: break
            }
        }
        return news
    }

    private func settle(at now: Int64) {
        guard let epoch, owed > 0, let topic = topics.event(of: "alert.queued") else { return }
        let data = JSONText(
            validated: Array(
                #"{"alert":"a1","client":"c2","app":"till","display":"main","severity":"info"}"#
                    .utf8))
        for _ in 0..<owed {
            latest += 1
            let event = FleetEvent(topic: "alert.queued", time: now / 1000, data: data)
            _ = link.keep(
                latest, topic: topic,
                payload: event.payload(kiosk: topics.kiosk, epoch: epoch, sequence: latest))
        }
        owed = 0
    }

    private func judge(_ message: FleetLink.Message, at now: Int64) {
        guard let warrant = try? door.authorize(message.payload, at: now / 1_000_000) else {
            return
        }
        commands += 1
        responses[commands] = (warrant, message.response)
        _ = link.admit(
            commands, nonce: warrant.command.nonce, issued: warrant.command.issued,
            expiry: warrant.command.expiry)
    }

    private func answer(_ number: Int64, at now: Int64) {
        guard let (warrant, response) = responses.removeValue(forKey: number) else { return }
        let entry = AuditEntry(
            warrant, kiosk: topics.kiosk, time: now / 1000, verdict: .done)
        _ = link.audit(entry.payload)
        _ = link.say(response ?? topics.reply, payload: entry.payload)
    }
}
