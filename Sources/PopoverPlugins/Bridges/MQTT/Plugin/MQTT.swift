// SPDX-License-Identifier: MIT

import FleetLink
import LibUV
import PluginProgram
import PopoverFleet
import PopoverModel
import PopoverPluginKit
import PopoverWire

/// Sends events to a fleet's MQTT 5 broker, and carries out commands that operators have signed.
/// Without a broker, events wait on disk.
final class MQTT {
    static let description = PluginProgram<MQTTSettings.Values>.Description(
        name: "mqtt", version: "1.0.0", options: MQTTSettings.table, topics: [],
        roles: [.app, .observer],
        needs: Sandbox(
            network: true,
            readPaths: [
                "$CREDENTIALS_DIRECTORY", "@authorityFile", "@certificateFile", "@keyFile",
                "@passwordFile", "@keys",
            ],
            writePaths: ["@directory"]),
        check: { values, isTrusted throws(OptionError) in
            let settings = try MQTTSettings(values)
            do throws(LocalFiles.FileError) {
                if isTrusted { _ = try LocalFiles.keys(settings.keysFile) }
            } catch {
                throw OptionError(error.description)
            }
        })

    /// Events of the link per batch: checking a signature takes a tenth of a millisecond.
    private static let batch = 4

    private let process: PluginProcess<MQTTSettings.Values>
    private var settings: MQTTSettings?
    private var state = KioskState(filter: EventFilter(topics: []))
    private var link: (link: FleetLink, poll: DescriptorPoll)?
    /// For opening the folder; the link has its own for the broker.
    private var retries = RetryPauses()
    private var complaint: String?
    private var version = MQTT.description.version

    private var ledger: EventLedger?
    private var commands: CommandProcessor?

    private lazy var openTimer = Timer(process.loop) { [unowned self] in open() }
    private lazy var pollTimer = Timer(process.loop) { [unowned self] in poll() }
    /// The daemon has not answered a command in time.
    private lazy var answerTimer = Timer(process.loop) { [unowned self] in
        commands?.expire(at: LocalFiles.wallClock)
    }
    private lazy var healthTimer = Timer(process.loop) { [unowned self] in
        process.send(DaemonRequest.status)
        startHealthTimer()
    }

    init(_ process: PluginProcess<MQTTSettings.Values>) {
        self.process = process
    }

    func handle(_ message: PluginProgram<MQTTSettings.Values>.Message) {
        let now = LocalFiles.wallClock
        switch message {
        case .started(let values, _): start(values)
        case .line(let line): follow(state.apply(ServerMessage(line)), at: now)
        case .event(let topic, let time, let data):
            follow(
                state.apply(topic: topic, time: time, data, wall: now, monotonic: process.now),
                at: now)
        case .gap: subscribe()
        case .scene: break
        case .ended:
            // Its orders are written, and the broker says that the kiosk is offline.
            leave()
            process.loop.stop()
        }
    }

    private func start(_ values: MQTTSettings.Values) {
        // They are checked.
        guard let settings = try? MQTTSettings(values) else { return }
        state = KioskState(filter: settings.filter)
        self.settings = settings
    }

    // MARK: The link

    private func open() {
        guard link == nil, let settings else { return }
        do {
            // A name remains one where the daemon has no state folder.
            guard settings.link.directory.hasPrefix("/") else {
                throw OptionError("the daemon has no state folder")
            }
            try LocalFiles.makeFolder(settings.link.directory)
            let keys = try LocalFiles.keys(settings.keysFile)
            let link = try FleetLink(settings.link)
            self.link = (link, try watch(link))
            let ledger = EventLedger(link: link, topics: settings.topics)
            self.ledger = ledger
            commands = CommandProcessor(
                process, link: link, ledger: ledger, topics: settings.topics, keys: keys,
                timer: answerTimer)
            announce(settings, link)
            subscribe()
            startHealthTimer()
        } catch {
            leave()
            process.tell(.connecting, "cannot join the fleet: \(error)")
            openTimer.start(afterMilliseconds: UInt64(retries.next()))
        }
    }

    private func watch(_ link: FleetLink) throws(UVError) -> DescriptorPoll {
        let watch = try DescriptorPoll(process.loop, descriptor: link.descriptor) {
            [unowned self] _ in poll()
        }
        try watch.start(.readable)
        return watch
    }

    private func leave() {
        link?.poll.close()
        commands = nil
        ledger = nil
        link = nil
    }

    private func subscribe() {
        guard let settings else { return }
        process.send(DaemonRequest.subscribe(settings.filter.topics + ["alert.*", "config.*"]))
    }

    private func startHealthTimer() {
        healthTimer.start(afterMilliseconds: UInt64(settings?.health ?? 0) * 1000)
    }

    /// Once for each reason: a disk may be full for days.
    private func complain(_ message: String) {
        if complaint != message { process.log(.warning, message) }
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
        while count < Self.batch, let event = link?.link.next() {
            count += 1
            handle(event)
        }
        if count == Self.batch { pollTimer.start(afterMilliseconds: 0) }
    }

    private func handle(_ event: FleetLink.Event) {
        guard let settings else { return }
        let broker = "the broker \(settings.link.host):\(settings.link.port)"
        switch event {
        case .opened(let epoch, let latest): ledger?.opened(epoch: epoch, latest: latest)
        case .connected:
            process.tell(.serving, "connected to \(broker)")
            complaint = nil
            retries.reset()
        case .disconnected(let reason):
            process.tell(.connecting, "no connection to \(broker): \(reason)")
        case .complaint(let message): complain(message)
        case .message(let message): commands?.handle(message, at: LocalFiles.wallClock)
        case .admitted(let number, let admission):
            commands?.admitted(number, admission, at: LocalFiles.wallClock)
        }
    }

    // MARK: Messages from the daemon

    private func follow(_ change: KioskState.Change?, at now: Int64) {
        switch change {
        case .welcome(let version):
            self.version = version
            open()
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

    private func publish(_ health: KioskHealth) {
        guard let settings, let link = link?.link else { return }
        let counts = link.counts
        _ = link.set(
            settings.topics.health,
            payload: health.payload(
                version: version, time: LocalFiles.wallClock, waiting: counts.waiting,
                lost: counts.lost + UInt64(ledger?.missed ?? 0), unsigned: commands?.unsigned ?? 0))
    }

    private func publish(_ alerts: KioskAlerts) {
        guard let settings else { return }
        _ = link?.link.set(settings.topics.alerts, payload: alerts.payload)
    }

    private func readKeys() {
        guard let settings, let commands else { return }
        do {
            commands.keys = try LocalFiles.keys(settings.keysFile)
        } catch {
            // A right that was revoked must not survive a broken file.
            commands.keys = KeyRing()
            process.log(.error, "no commands are accepted: \(error)")
        }
    }
}
