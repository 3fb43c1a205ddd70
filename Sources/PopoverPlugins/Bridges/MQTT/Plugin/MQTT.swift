// SPDX-License-Identifier: MIT

public import CPopoverPlugin
import FleetLink
import PopoverFleet
import PopoverPluginKit

/// Sends events to a fleet's MQTT 5 broker, and carries out commands that operators have signed.
/// Without a broker, events wait on disk. Only the link's thread blocks, not the daemon's loop.
final class MQTT: PolicyPlugin {
    static let name = "mqtt"
    static let version = "1.0.0"
    static let capabilities: Capabilities = [.requests, .loop]
    static let roles = ["app", "observer"]
    static let options = MQTTSettings.table.map(\.description)

    private static let watch: UInt32 = 1

    private enum Timer {
        static let open: UInt32 = 1
        static let health: UInt32 = 2
        /// The daemon has not answered a command in time.
        static let answer: UInt32 = 3
        static let poll: UInt32 = 4
    }

    /// Events of the link per batch: checking a signature takes a tenth of a millisecond.
    private static let batch = 4

    private let host: Host
    private let settings: MQTTSettings?
    private let state: KioskState
    private var link: FleetLink?
    /// For opening the folder; the link has its own for the broker.
    private var retries = RetryPauses()
    private var complaint: String?
    private var version = MQTT.version

    private var ledger: EventLedger?
    private var health = KioskHealth()
    private var commands: CommandProcessor?

    init?(host: Host) {
        self.host = host
        do {
            settings = try MQTTSettings(host)
            if let settings { _ = try LocalFiles.keys(settings.keysFile) }
        } catch {
            host.log(.error, "\(error)")
            return nil
        }
        state = KioskState(filter: settings?.filter ?? EventFilter(topics: []))
    }

    // MARK: The link

    func timerFired(_ id: UInt32) {
        switch id {
        case Timer.open: open()
        case Timer.health: requestHealth()
        case Timer.answer: commands?.expire(at: LocalFiles.wallClock)
        default: poll()
        }
    }

    func descriptorReady(_ id: UInt32, _ events: DescriptorEvents) { poll() }

    private func open() {
        guard link == nil, let settings else { return }
        do {
            try LocalFiles.makeFolder(settings.link.directory)
            let keys = try LocalFiles.keys(settings.keysFile)
            let link = try FleetLink(settings.link)
            try host.watch(Self.watch, descriptor: link.descriptor, for: .readable)
            self.link = link
            let ledger = EventLedger(link: link, topics: settings.topics)
            self.ledger = ledger
            commands = CommandProcessor(
                host: host, link: link, ledger: ledger, topics: settings.topics, keys: keys,
                timer: Timer.answer)
            complaint = nil
            announce(settings, link)
            try host.send(
                DaemonRequest.subscribe(settings.filter.topics + ["alert.*", "config.*"]))
            try host.startTimer(
                Timer.health, milliseconds: min(settings.health * 1000, 86_400_000), repeats: true)
        } catch let error as HostError {
            failed("the daemon refuses: \(error)")
        } catch {
            failed("\(error)")
        }
    }

    private func failed(_ message: String) {
        if link != nil { try? host.unwatch(Self.watch) }
        link = nil
        ledger = nil
        commands = nil
        complain("cannot join the fleet: \(message)")
        try? host.startTimer(Timer.open, milliseconds: retries.next())
    }

    /// Once for each reason: a kiosk may be without a broker for days.
    private func complain(_ message: String) {
        if complaint != message { host.log(.warning, message) }
        complaint = message
    }

    /// Sets what the broker retains.
    private func announce(_ settings: MQTTSettings, _ link: FleetLink) {
        _ = link.set(settings.topics.status, payload: Array("online".utf8))
        guard !settings.discovery.isEmpty else { return }
        let discovery = Discovery(
            prefix: settings.discovery, topics: settings.topics, version: version)
        for document in discovery.documents {
            _ = link.set(document.topic, payload: document.payload)
        }
    }

    private func poll() {
        var count = 0
        while count < Self.batch, let event = link?.next() {
            count += 1
            handle(event)
        }
        if count == Self.batch { try? host.startTimer(Timer.poll, milliseconds: 0) }
    }

    private func handle(_ event: FleetLink.Event) {
        guard let settings else { return }
        let broker = "the broker \(settings.link.host):\(settings.link.port)"
        switch event {
        case .opened(let epoch, let latest): ledger?.opened(epoch: epoch, latest: latest)
        case .connected:
            host.log(.info, "connected to \(broker)")
            complaint = nil
            retries.reset()
        case .disconnected(let reason): complain("no connection to \(broker): \(reason)")
        case .complaint(let message): complain(message)
        case .message(let message): commands?.handle(message, at: LocalFiles.wallClock)
        case .admitted(let number, let admission):
            commands?.admitted(number, admission, at: LocalFiles.wallClock)
        }
    }

    // MARK: Messages from the daemon

    func receive(_ line: String) {
        let now = LocalFiles.wallClock
        switch state.apply(line, wall: now, monotonic: host.now) {
        case .welcome(let version):
            self.version = version
            // A plugin that is not trusted gets no welcome.
            if settings != nil { try? host.startTimer(Timer.open, milliseconds: 1) }
        case .subscribed(let health, let alerts):
            publish(health)
            publish(alerts)
        case .health(let health): publish(health)
        case .event(let event, let topic, let alerts):
            if let event { ledger?.keep(event) }
            if let alerts { publish(alerts) }
            if topic == "config.reloaded" { readKeys() }
        case .alertQueued(let request): commands?.alertQueued(request, at: now)
        case .response(let request): commands?.succeeded(request, at: now)
        case .error(DaemonRequest.subscription, let message):
            complain("no events are sent, the subscription failed: \(message)")
        case .error(let request, let message): commands?.failed(request, message, at: now)
        case nil: break
        }
    }

    private func requestHealth() {
        do {
            try host.send(DaemonRequest.status)
        } catch {
            complain("cannot request the kiosk's health: \(error)")
        }
    }

    private func publish(_ health: KioskHealth) {
        guard let settings, let link else { return }
        let counts = link.counts
        _ = link.set(
            settings.topics.health,
            payload: health.payload(
                version: version, time: LocalFiles.wallClock, waiting: counts.waiting,
                lost: counts.lost + UInt64(ledger?.missed ?? 0), unsigned: commands?.unsigned ?? 0))
    }

    private func publish(_ alerts: KioskAlerts) {
        guard let settings else { return }
        _ = link?.set(settings.topics.alerts, payload: alerts.payload)
    }

    private func readKeys() {
        guard let settings, let commands else { return }
        do {
            commands.keys = try LocalFiles.keys(settings.keysFile)
        } catch {
            // A right that was revoked must not survive a broken file.
            commands.keys = KeyRing()
            host.log(.error, "no commands are accepted: \(error)")
        }
    }
}

// The name is the header's.
// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func popoverd_plugin_abi_1() -> UnsafePointer<popover_plugin>? {
    unsafe descriptor(of: MQTT.self)
}
