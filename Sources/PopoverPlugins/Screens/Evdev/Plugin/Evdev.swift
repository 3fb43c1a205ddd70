// SPDX-License-Identifier: MIT

import CEvdev
import Glibc
import LibUV
import PluginProgram
import PopoverModel
import PopoverScreens
import PopoverWire

/// Reports touches without a display server, from the kernel's input devices; blocks nothing. It also
/// reads keypads and switches, which move the focus through the controls of all clients.
final class Evdev {
    static let description = PluginProgram<EvdevSettings>.Description(
        name: "evdev", version: "1.0.0", options: EvdevSettings.table, topics: [],
        roles: [.input], needs: Sandbox(readPaths: ["/dev/input"]))

    private static let mostDevices = 32
    /// Between looks for devices, in milliseconds.
    private static let lookPause: UInt64 = 1000

    /// What a device is used for.
    private enum Use {
        case touch(Touches)
        case keypad
        case switchKeys
    }

    private struct Open {
        let path: String
        let device: Device
        let poll: DescriptorPoll
        var use: Use
    }

    private let process: PluginProcess<EvdevSettings>
    private var settings = EvdevSettings()
    private var displays = DeviceDisplays(usual: "")
    private var keys = KeySteps([])
    private var named: [String] = []
    private var keypads: [String] = []

    /// By a number that its fingers share.
    private var open: [Int: Open] = [:]
    /// Files that are no devices of their use.
    private var strangers: [String: DeviceFile] = [:]
    private var state = ScreenState()
    private var scan = SwitchScan()
    /// When the switch was pressed that is still held, and has not meant anything.
    private var heldSince: Int64?

    private lazy var lookTimer = Timer(process.loop) { [unowned self] in look() }
    private lazy var scanTimer = Timer(process.loop) { [unowned self] in scanOn() }
    private lazy var backTimer = Timer(process.loop) { [unowned self] in goBack() }

    init(_ process: PluginProcess<EvdevSettings>) {
        self.process = process
    }

    func handle(_ message: PluginProgram<EvdevSettings>.Message) {
        switch message {
        case .started(let settings, _): start(settings)
        case .line(let line): receive(ServerMessage(line))
        case .scene, .event, .gap: break
        case .ended: process.loop.stop()
        }
    }

    private func start(_ settings: EvdevSettings) {
        self.settings = settings
        displays = DeviceDisplays(usual: settings.display)
        named = displays.add(settings.devices)
        keypads = displays.add(settings.keypads)
        keys = KeySteps(settings.keys)
        if (named + keypads + settings.switches).isEmpty {
            process.tell(.failed, "no device is named: set devices, keypads or switches")
        } else {
            look()
        }
    }

    // MARK: Devices

    private var looksForAll: Bool { named.contains("*") }

    /// Opens the devices that have appeared.
    private func look() {
        let wanted = named.filter { $0 != "*" } + keypads + settings.switches
        var failures: [String] = []
        for path in wanted where !isOpen(path) {
            do throws(Failure) {
                try begin(path)
            } catch {
                failures.append("cannot read \(path): \(error.message)")
            }
        }
        // Most devices in the folder are not touch devices.
        for path in looksForAll ? DeviceFile.paths : [] where !isOpen(path) { try? begin(path) }
        tell(failures)
        if looksForAll || !failures.isEmpty {
            lookTimer.start(afterMilliseconds: Self.lookPause)
        }
    }

    private func isOpen(_ path: String) -> Bool { open.values.contains { $0.path == path } }

    private func tell(_ failures: [String]) {
        let more = failures.count > 1 ? ", and \(failures.count - 1) more" : ""
        let failure = failures.first.map { $0 + more }
        if open.isEmpty {
            process.tell(.connecting, failure ?? "no touch device is plugged in")
        } else {
            let devices = open.count == 1 ? "1 input device" : "\(open.count) input devices"
            process.tell(.serving, [devices, failure].compactMap(\.self).joined(separator: "; "))
        }
    }

    private struct Failure: Error { let message: String }

    private func begin(_ path: String) throws(Failure) {
        guard let id = (1...Self.mostDevices).first(where: { open[$0] == nil }) else {
            throw Failure(message: "more than \(Self.mostDevices) devices")
        }
        let isSwitch = settings.switches.contains(path)
        let isForKeys = isSwitch || keypads.contains(path)
        let file = DeviceFile(path)
        // To open and close it again may take the kernel tens of milliseconds.
        guard file == nil || strangers[path] != file else {
            throw Failure(message: Self.message(ENODEV, isForKeys: isForKeys))
        }
        do throws(DeviceError) {
            let device = try Device(path, isForKeys: isForKeys)
            let use: Use =
                isSwitch
                ? .switchKeys
                : isForKeys ? .keypad : .touch(device.touches(range: settings.range))
            open[id] = Open(path: path, device: device, poll: try watch(device, id), use: use)
        } catch {
            strangers[path] = error.code == ENODEV ? file : nil
            throw Failure(message: Self.message(error.code, isForKeys: isForKeys))
        }
        process.log(.info, "opened \(path)")
    }

    private func watch(_ device: Device, _ id: Int) throws(DeviceError) -> DescriptorPoll {
        do throws(UVError) {
            let poll = try DescriptorPoll(process.loop, descriptor: device.descriptor) {
                [weak self] report in
                if case .ready = report { self?.read(id) } else { self?.end(id) }
            }
            do throws(UVError) {
                try poll.start([.readable, .disconnected])
            } catch {
                poll.close()
                throw error
            }
            return poll
        } catch {
            throw DeviceError(code: -error.code)
        }
    }

    private static func message(_ code: Int32, isForKeys: Bool) -> String {
        guard code == ENODEV else { return unsafe String(cString: strerror(code)) }
        return isForKeys ? "it has no keys" : "not a touch device"
    }

    private func end(_ id: Int) {
        cancel(id)
        guard let gone = open.removeValue(forKey: id) else { return }
        // A switch that is gone is not held.
        if case .switchKeys = gone.use { heldSince = nil }
        gone.poll.close()
        process.log(.info, "lost \(gone.path)")
        tell(["\(gone.path) is gone"])
        lookTimer.start(afterMilliseconds: Self.lookPause)
    }

    // MARK: Touches

    private func read(_ id: Int) {
        guard let device = open[id]?.device else { return }
        while let events = device.read() {
            if events.isEmpty { return }
            let known = device.isPipe ? events[...] : events.prefix { !$0.isLoss }
            for event in known { handle(event, id) }
            if known.count < events.count { return resynchronize(id) }
        }
        end(id)
    }

    /// Continues after the kernel has dropped events: the rest makes no sense without them.
    private func resynchronize(_ id: Int) {
        guard let device = open[id]?.device else { return }
        cancel(id)
        while let events = device.read() {
            guard events.isEmpty else { continue }
            if case .touch(var touches) = open[id]?.use {
                device.restore(&touches)
                open[id]?.use = .touch(touches)
            }
            return
        }
        end(id)
    }

    private func handle(_ event: evdev_event, _ id: Int) {
        let time = event.time == 0 ? process.now : event.time
        switch open[id]?.use {
        case .touch(var touches):
            let outputs = touches.handle(type: event.type, code: event.code, value: event.value)
            open[id]?.use = .touch(touches)
            for output in outputs { report(output, id, at: time) }
        case .keypad:
            let step = keys.step(type: event.type, code: event.code, value: event.value)
            if let step { process.send(step.line(on: display(of: id), time: time)) }
        case .switchKeys where Int32(event.type) == EV_KEY: use(event.value, at: time)
        case .switchKeys, nil: break
        }
    }

    private func display(of device: Int) -> String {
        open[device].map { displays.display(of: $0.path) } ?? settings.display
    }

    private func cancel(_ id: Int) {
        guard case .touch(var touches) = open[id]?.use else { return }
        let outputs = touches.cancel()
        open[id]?.use = .touch(touches)
        for output in outputs { report(output, id, at: process.now) }
    }

    private func report(_ output: Touches.Output, _ device: Int, at time: Int64) {
        let display = self.display(of: device)
        guard let size = state.displays.size(of: display), let tool = tool(output) else { return }
        let phase: FingerReport.Phase =
            switch output.phase {
            case .down: .down
            case .move: .move
            case .up: .up
            case .cancel: .cancel
            }
        let line = FingerReport(
            phase, tool, pointer: device * 1000 + output.number, display: display,
            point: settings.calibration(of: display).point(output.position, on: size),
            time: time, isSwallowed: false
        ).line
        process.send(line)
    }

    private func tool(_ output: Touches.Output) -> FingerReport.Tool? {
        guard output.isMouse else { return .touch }
        switch Int32(output.number) {
        case BTN_LEFT: return .mouse(.primary)
        case BTN_RIGHT: return .mouse(.secondary)
        case BTN_MIDDLE: return .mouse(.middle)
        default: return nil
        }
    }

    // MARK: Switches

    private func use(_ value: Int32, at time: Int64) {
        switch value {
        case 0:
            guard let since = heldSince else { return }
            heldSince = nil
            backTimer.stop()
            press(at: since)
        case 1 where settings.backPause == 0: press(at: time)
        case 1:
            heldSince = time
            // What it activates is what has the focus now.
            scanTimer.stop()
            backTimer.start(afterMilliseconds: settings.backPause)
        default: break
        }
    }

    private func goBack() {
        guard heldSince != nil else { return }
        heldSince = nil
        scan.used()
        process.send(NavigationStep.back.line(on: settings.display, time: process.now))
        if scan.isRunning { startScanTimer() }
    }

    private func press(at time: Int64) {
        guard settings.scanPause > 0 else {
            return process.send(NavigationStep.activate.line(on: settings.display, time: time))
        }
        process.send(scan.pressed().line(on: settings.display, time: time))
        startScanTimer()
    }

    private func scanOn() {
        guard scan.isRunning else { return }
        process.send(
            NavigationStep.next.line(on: settings.display, time: process.now, isScan: true))
        startScanTimer()
    }

    private func startScanTimer() {
        scanTimer.start(afterMilliseconds: settings.scanPause)
    }

    // MARK: Messages from the daemon

    private func receive(_ message: ServerMessage?) {
        switch state.apply(message) {
        case .scanned(let answer): scan.answered(answer)
        case .scanRefused(let message):
            scan.end()
            process.log(.warning, message)
        case .error(let message): process.log(.warning, message)
        default: break
        }
    }
}
