// SPDX-License-Identifier: MIT

public import CPopoverPlugin
import FleetLink
import PopoverFleet
import PopoverPluginKit

/// Makes the kiosk one of a fleet: what happens here goes to a broker of MQTT 5, and what operators
/// sign comes from there.
///
/// Events wait on the disk while there is no broker. What they go through is the link's thread: the
/// daemon's loop waits for neither.
final class MQTT: PolicyPlugin {
    static let name = "mqtt"
    static let version = "1.0.0"
    static let capabilities: Capabilities = [.requests, .loop]
    static let roles = ["app", "observer"]
    static let options = MQTTSettings.options

    private static let watch: UInt32 = 1

    private enum Timer {
        static let open: UInt32 = 1
        static let health: UInt32 = 2
        /// The daemon has had its time to answer a command.
        static let word: UInt32 = 3
        static let attend: UInt32 = 4
    }

    /// What is taken from the link in one go: a signature takes a tenth of a millisecond to check.
    private static let turns = 4

    private let host: Host
    private let settings: MQTTSettings?
    private let reader: FleetWordReader
    private var link: FleetLink?
    /// Of attempts at the folder; those at the broker are the link's.
    private var retries = RetryPauses()
    private var complaint: String?
    private var version = MQTT.version

    private var ledger: EventLedger?
    private var health = KioskHealth()
    private var commands: CommandProcessor?

    init?(host: Host) {
        self.host = host
        do {
            settings = try MQTTSettings(
                setting: { host.setting($0) ?? "" }, variable: LocalFiles.variable,
                machine: LocalFiles.machine)
            if let settings { _ = try LocalFiles.keys(settings.keysFile) }
        } catch let problem as MQTTSettings.SettingsError {
            host.log(.error, problem.message)
            return nil
        } catch let problem as LocalFiles.FileError {
            host.log(.error, "keys: \(problem.message)")
            return nil
        } catch {
            return nil
        }
        reader = FleetWordReader(filter: settings?.filter ?? EventFilter(topics: []))
    }

    // MARK: The link

    func timerFired(_ id: UInt32) {
        switch id {
        case Timer.open: open()
        case Timer.health: askForHealth()
        case Timer.word: commands?.giveUp(at: LocalFiles.wallClock)
        default: attend()
        }
    }

    func descriptorReady(_ id: UInt32, _ events: DescriptorEvents) { attend() }

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
                wordTimer: Timer.word)
            complaint = nil
            announce(settings, link)
            try host.send(DaemonLine.subscribe(settings.filter.topics + ["alert.*", "config.*"]))
            try host.startTimer(
                Timer.health, milliseconds: min(settings.health * 1000, 86_400_000), repeats: true)
        } catch let problem as LocalFiles.FileError {
            failed(problem.message)
        } catch let failure as FleetLink.OpeningError {
            failed(failure.message)
        } catch {
            failed("the daemon does not take it: \(error)")
        }
    }

    private func failed(_ message: String) {
        if link != nil { try? host.unwatch(Self.watch) }
        link = nil
        ledger = nil
        commands = nil
        complain("the fleet cannot be joined: \(message)")
        try? host.startTimer(Timer.open, milliseconds: retries.next())
    }

    /// Once for each reason: a kiosk may be without a broker for days.
    private func complain(_ message: String) {
        if complaint != message { host.log(.warning, message) }
        complaint = message
    }

    /// What stands retained at the broker.
    private func announce(_ settings: MQTTSettings, _ link: FleetLink) {
        _ = link.set(settings.topics.status, payload: Array("online".utf8))
        guard !settings.discovery.isEmpty else { return }
        let discovery = Discovery(
            prefix: settings.discovery, topics: settings.topics, version: version)
        for document in discovery.documents {
            _ = link.set(document.topic, payload: document.payload)
        }
    }

    private func attend() {
        var turns = 0
        while turns < Self.turns, let event = link?.next() {
            turns += 1
            note(event)
        }
        if turns == Self.turns { try? host.startTimer(Timer.attend, milliseconds: 0) }
    }

    private func note(_ event: FleetLink.Event) {
        guard let settings else { return }
        let broker = "the broker \(settings.link.host):\(settings.link.port)"
        switch event {
        case .opened(let epoch, let latest): ledger?.opened(epoch: epoch, latest: latest)
        case .connected:
            host.log(.info, "speaks with \(broker)")
            complaint = nil
            retries.reset()
        case .disconnected(let reason): complain("\(broker) is not there: \(reason)")
        case .complaint(let message): complain(message)
        case .message(let message): commands?.judge(message, at: LocalFiles.wallClock)
        case .admitted(let number, let admission):
            commands?.admitted(number, admission, at: LocalFiles.wallClock)
        }
    }

    // MARK: The daemon's word

    func receive(_ line: String) {
        let now = LocalFiles.wallClock
        guard let word = reader.read(line, wall: now, monotonic: host.now) else { return }
        switch word {
        case .welcomed(let version):
            self.version = version
            // Where it is not trusted it may neither see nor say anything.
            if settings != nil { try? host.startTimer(Timer.open, milliseconds: 1) }
        case .subscribed(let health, let alerts):
            tell(health)
            tell(alerts)
        case .status(let health): tell(health)
        case .event(let event, let topic, let alerts):
            if let event { ledger?.keep(event) }
            if let alerts { tell(alerts) }
            if topic == "config.reloaded" { readKeys() }
        case .taken(let request): commands?.taken(request, at: now)
        case .answered(let request): commands?.answered(request, at: now)
        case .refused(let request, let message):
            if request == FleetWordReader.subscription {
                complain("the fleet is told nothing: \(message)")
            } else {
                commands?.refused(request, message, at: now)
            }
        }
    }

    private func askForHealth() {
        do {
            try host.send(DaemonLine.status)
        } catch {
            complain("the kiosk's health cannot be asked for: \(error)")
        }
    }

    private func tell(_ health: KioskHealth) {
        guard let settings, let link else { return }
        let counts = link.counts
        _ = link.set(
            settings.topics.health,
            payload: health.payload(
                version: version, time: LocalFiles.wallClock, waiting: counts.waiting,
                lost: counts.lost + UInt64(ledger?.missed ?? 0)))
    }

    private func tell(_ alerts: KioskAlerts) {
        guard let settings else { return }
        _ = link?.set(settings.topics.alerts, payload: alerts.payload)
    }

    private func readKeys() {
        guard let settings, let commands else { return }
        do {
            commands.keys = try LocalFiles.keys(settings.keysFile)
        } catch {
            // Who had a right that was taken away has it no longer.
            commands.keys = KeyRing()
            host.log(.error, "nobody may command: keys: \(error.message)")
        }
    }
}

// The name is the header's.
// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func popoverd_plugin_abi_1() -> UnsafePointer<popover_plugin>? {
    unsafe descriptor(of: MQTT.self)
}
