// SPDX-License-Identifier: MIT

import LibUV
import PopoverConfiguration
import PopoverModel
import PopoverScreens
import PopoverStage

/// The process: the loop, with the outputs, the daemon and the apps.
final class StageProgram {
    private let loop: Loop
    private let glass: Glass
    private var stage: Stage
    private let configuration: StageConfiguration
    private let path: String?
    /// As the configuration wants them, which may be read again.
    private var wantedOutputs: [StageConfiguration.Output]
    private var configured: Set<UInt32> = []
    /// Where each touch screen was put.
    private var touchPlaces: [TouchScreen.ID: TouchScreen.Place] = [:]
    private lazy var link = DaemonLink(
        loop, user: configuration.screen.daemonUser, log: Self.log
    ) { [unowned self] in handle($0) }
    private lazy var apps = Apps(
        loop, configuration.apps, socket: glass.socket, allow: glass.allow, log: Self.log)
    private lazy var waking = Timer(loop) { [unowned self] in handle(.woke) }
    private var poll: DescriptorPoll?
    private var signals: [SignalWatcher] = []
    /// The first is being handled.
    private var waiting: [StageEvent] = []

    /// - Parameter path: the file of the configuration, which is read again at SIGHUP.
    init(_ configuration: StageConfiguration, path: String?) throws {
        self.configuration = configuration
        self.path = path
        wantedOutputs = configuration.outputs
        let names = try OutputNames(
            entries: configuration.outputs.map { "\($0.display)=\($0.name)" })
        stage = Stage(
            names: names, drawsAlerts: configuration.screen.drawsAlerts,
            blanksAfter: configuration.screen.blankSeconds,
            expected: Self.expected(configuration, configuration.apps),
            processStart: Glass.processStart)
        stage.switchesTerminals = configuration.screen.switchesTerminals
        stage.opensForOthers = configuration.screen.opensForOthers
        stage.guestRules = configuration.guests.map(\.rule)
        glass = try Glass(configuration.screen, grantable: configuration.apps.map(\.rights))
        for keyboard in configuration.keyboards { try Glass.set(keyboard, on: glass) }
        loop = try Loop()
    }

    private static func expected(
        _ configuration: StageConfiguration, _ apps: [StageConfiguration.App]
    ) -> ExpectedDisplays {
        ExpectedDisplays(
            outputs: configuration.outputs.map { ($0.name, display: $0.display) },
            apps: apps.map { ($0.name, display: $0.display) })
    }

    static func log(_ message: String) {
        System.writeStandardError("popover-stage: \(message)\n")
    }

    /// Serves clients until the process is asked to end; a loop with handles cannot be dropped.
    func run() throws -> Never {
        let poll = try DescriptorPoll(loop, descriptor: glass.descriptor) { [unowned self] _ in
            glass.dispatch()
            handleEvents()
        }
        try poll.start(.readable)
        self.poll = poll
        for signal in [Signal.terminate, .interrupt] {
            signals.append(
                try SignalWatcher(loop, signal: signal) { [unowned self] in
                    apps.end()
                    loop.stop()
                })
        }
        signals.append(try SignalWatcher(loop, signal: .hangUp) { [unowned self] in reload() })
        Self.log("serves Wayland clients at \(glass.socket)")
        handleEvents()
        link.connect()
        apps.start()
        _ = try? notifySystemd("READY=1")
        loop.run()
        System.endProcess(with: 0)
    }

    private func handleEvents() {
        while let event = glass.next() { handle(event) }
        glass.flush()
    }

    /// Orders may lead to events, which are handled after all orders of the one before.
    private func handle(_ event: StageEvent) {
        waiting.append(event)
        guard waiting.count == 1 else { return }
        while let next = waiting.first {
            handleNow(next)
            waiting.removeFirst()
            // An order may have ended a drag.
            if waiting.isEmpty, let event = glass.next() { waiting.append(event) }
        }
        glass.flush()
    }

    private func handleNow(_ event: StageEvent) {
        var event = event
        switch event {
        case .outputs(let outputs):
            outputs.forEach(configure)
            placeTouchScreens()
        case .windowChanged(var window):
            window.region = apps.region(of: window.process)
            event = .windowChanged(window)
        default: break
        }
        for order in stage.handle(event, at: Self.now) { carryOut(order) }
        glass.report(stage.usage)
    }

    private func carryOut(_ order: StageOrder) {
        switch order {
        case .send(let line):
            // A program has what people have typed before the daemon asks it to close.
            glass.flush()
            link.send(line)
        case .sendFor(let guest, let line): link.send(line, for: guest)
        case .endFor(let guest): link.end(guest)
        case .log(let line): Self.log(line)
        case .disconnect: link.lose()
        case .pressAlert(let start, let end):
            if let button = glass.alertButton(from: start, to: end) {
                handle(.alertPressed(button: button))
            }
        case .askAlive(let window): handle(.windowAlive(window, glass.isAlive(window)))
        case .wake(let time):
            let delay = max(0, time - Self.now)
            waking.start(afterMilliseconds: UInt64((delay + 999) / 1000))
        default: glass.carryOut(order)
        }
    }

    /// Once, since an output reports what it has taken.
    private func configure(_ output: StageOutput) {
        guard configured.insert(output.id).inserted,
            let wanted = wantedOutputs.first(where: { $0.name == output.name })
        else { return }
        set(output, to: wanted)
    }

    private func set(_ output: StageOutput, to wanted: StageConfiguration.Output) {
        if glass.set(output, to: wanted) { return }
        Self.log(
            "output \(output.name) rejects its configured size, scale or rotation, and stays as it is: "
                + "change them in its [[output]]; /sys/class/drm/*-\(output.name)/modes lists sizes"
        )
    }

    /// Puts each touch screen onto its output, and logs it where it is new.
    private func placeTouchScreens() {
        let names = glass.outputs.map(\.name)
        let main = wantedOutputs.first { $0.display == "main" }?.name
        for screen in glass.touchScreens {
            let place = screen.place(
                on: names.filter { $0 == main } + names.filter { $0 != main },
                configured: wantedOutputs.map { (output: $0.name, screens: $0.touchScreens) })
            glass.put(screen, on: place.output)
            if touchPlaces.updateValue(place, forKey: screen.id) == place { continue }
            let kind = screen.isTablet ? "tablet" : "touch screen"
            Self.log("the \(kind) \"\(screen.name)\" \(place)")
        }
    }

    /// Reads the configuration again, and changes the outputs and apps whose settings have changed.
    private func reload() {
        guard let path else { return Self.log("there is no configuration file to read again") }
        let old = wantedOutputs
        let new: StageConfiguration
        do {
            new = try StageConfiguration.load(path: path)
        } catch {
            return Self.log("the outputs and apps stay as they are: \(error)")
        }
        wantedOutputs = new.outputs
        for output in glass.outputs {
            guard let wanted = wantedOutputs.first(where: { $0.name == output.name }),
                !old.contains(wanted)
            else { continue }
            set(output, to: wanted)
        }
        placeTouchScreens()
        apps.replace(by: new.apps)
        stage.expected = Self.expected(configuration, new.apps)
        stage.guestRules = new.guests.map(\.rule)
        Self.log("has read the outputs and apps in \(path) again")
        handleEvents()
        // Warns about displays that are missing, and moves windows to their regions.
        handle(.outputs(glass.outputs))
        for window in stage.windows { handle(.windowChanged(window)) }
    }

    /// CLOCK_MONOTONIC in microseconds.
    private static var now: Int64 { Int64(SystemTime.monotonicMicroseconds) }
}
