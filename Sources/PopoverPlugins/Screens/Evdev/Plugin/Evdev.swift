// SPDX-License-Identifier: MIT

import CEvdev
public import CPopoverPlugin
import Glibc
import PopoverModel
import PopoverPluginKit
import PopoverScreens

/// Reports touches without a display server, from the kernel's input devices; swallows nothing. It also
/// reads keypads and switches, which move the focus through the controls of all clients.
final class Evdev: PolicyPlugin {
    static let name = "evdev"
    static let version = "1.0.0"
    static let capabilities: Capabilities = [.requests, .loop]
    static let roles = ["input"]

    /// The host's limit of watches, without the folder's.
    private static let mostDevices = Int(POPOVER_WATCHES_CAPACITY) - 1
    private static let folderWatch: UInt32 = 0
    private static let lookTimer: UInt32 = 1
    private static let scanTimer: UInt32 = 2
    private static let backTimer: UInt32 = 3

    /// What a device is used for.
    private enum Use {
        case touch(Touches)
        case keypad
        case switchKeys
    }

    private let host: Host
    private let named: [String]
    private let keypads: [String]
    private let switches: [String]
    private let keys: KeySteps
    /// In milliseconds; 0: no scan.
    private let scanPause: UInt32
    /// In milliseconds; 0: never.
    private let backPause: UInt32
    private let display: String
    private let displays: DeviceDisplays
    /// By display.
    private let calibrations: [Name: Calibration]
    private let range: [Double]?

    private var folder: DeviceFolder?
    /// By the id of their watch, from 1.
    private var open: [UInt32: (path: String, device: Device, use: Use)] = [:]
    /// Between searches for missing devices.
    private var pauses = RetryPauses()
    private var complaints: Set<String> = []
    private var state = ScreenState()
    private var scan = SwitchScan()
    /// When the switch was pressed that is still held, and has not meant anything.
    private var heldSince: Int64?

    init?(host: Host) {
        self.host = host
        display = host.setting("display") ?? "main"
        var displays = DeviceDisplays(usual: display)
        named = displays.add(host.settings("devices"))
        keypads = displays.add(host.settings("keypads"))
        self.displays = displays
        switches = host.settings("switches")
        do {
            calibrations = try Self.calibrations(of: host, usual: display)
        } catch {
            host.log(.error, "\(error)")
            return nil
        }
        let range = Self.numbers(host.setting("range"))
        guard range.isEmpty || range.count == 4 && range[0] < range[1] && range[2] < range[3] else {
            host.log(.error, "range is not four numbers (such as 0 4095 0 4095)")
            return nil
        }
        self.range = range.isEmpty ? nil : range
        do {
            keys = try KeySteps(entries: host.settings("keys"))
        } catch {
            host.log(.error, "keys \(error)")
            return nil
        }
        do {
            scanPause = try Self.pause("scanMs", of: host)
            backPause = try Self.pause("backMs", of: host)
        } catch {
            host.log(.error, error.message)
            return nil
        }
        // The timer does not start where the plugin is not trusted.
        if !(named + keypads + switches).isEmpty {
            try? host.startTimer(Self.lookTimer, milliseconds: 1)
        }
    }

    private static func calibrations(of host: Host, usual: String) throws -> [Name: Calibration] {
        var matrices = try DeviceDisplays.values(of: host.settings("calibrations"))
        var rotations = try DeviceDisplays.values(of: host.settings("rotations"))
        matrices[Name(usual)] = host.setting("calibration")
        rotations[Name(usual)] = host.setting("rotation")
        var calibrations: [Name: Calibration] = [:]
        for display in Set(matrices.keys).union(rotations.keys) {
            calibrations[display] = try Calibration(
                matrix: matrices[display] ?? "1 0 0 0 1 0", rotation: rotations[display] ?? "0")
        }
        return calibrations
    }

    private struct BadPause: Error { let message: String }

    /// - Throws: A pause that is out of range.
    private static func pause(_ name: String, of host: Host) throws(BadPause) -> UInt32 {
        let pause = Int(host.setting(name) ?? "") ?? 0
        guard pause == 0 || (200...60_000).contains(pause) else {
            throw BadPause(message: "\(name) \(pause) is neither 0 nor 200 to 60000")
        }
        return UInt32(pause)
    }

    private static func numbers(_ text: String?) -> [Double] {
        let words = (text ?? "").split(separator: " ")
        let numbers = words.compactMap { Double($0) }.filter(\.isFinite)
        return numbers.count == words.count ? numbers : [.nan]
    }

    // MARK: Devices

    func timerFired(_ id: UInt32) {
        switch id {
        case Self.scanTimer: scanOn()
        case Self.backTimer: goBack()
        default: look()
        }
    }

    private var looksForAll: Bool { named.contains("*") }

    /// Opens the devices that have appeared.
    private func look() {
        if looksForAll && folder == nil { watchFolder() }
        let wanted = named.filter { $0 != "*" } + keypads + switches
        let paths = wanted + (looksForAll ? DeviceFolder.devices : [])
        var isMissing = looksForAll && folder == nil
        for path in paths where !open.values.contains(where: { $0.path == path }) {
            do throws(DeviceError) {
                try begin(path)
            } catch {
                // Most devices in the folder are not touch devices.
                guard wanted.contains(path) else { continue }
                isMissing = true
                complain(path, "cannot read \(path): \(message(error, path))")
            }
        }
        guard isMissing else { return pauses.reset() }
        try? host.startTimer(Self.lookTimer, milliseconds: pauses.next())
    }

    private func watchFolder() {
        do throws(DeviceError) {
            let folder = try DeviceFolder()
            watch(Self.folderWatch, folder.descriptor)
            self.folder = folder
        } catch {
            complain(DeviceFolder.path, "\(DeviceFolder.path): \(message(error, ""))")
        }
    }

    private func begin(_ path: String) throws(DeviceError) {
        guard open.count < Self.mostDevices,
            let id = (1...UInt32(Self.mostDevices)).first(where: { open[$0] == nil })
        else { return complain("", "more than \(Self.mostDevices) devices: ignoring \(path)") }
        let isSwitch = switches.contains(path)
        let device = try Device(path, isForKeys: isSwitch || keypads.contains(path))
        let use: Use =
            isSwitch
            ? .switchKeys
            : keypads.contains(path) ? .keypad : .touch(device.touches(range: range))
        open[id] = (path, device, use)
        complaints.remove(path)
        watch(id, device.descriptor)
        host.log(.info, "opened \(path)")
    }

    private func end(_ id: UInt32) {
        guard let path = open[id]?.path else { return }
        cancel(id)
        // A switch that is gone is not held.
        if case .switchKeys = open[id]?.use { heldSince = nil }
        try? host.unwatch(id)
        open[id] = nil
        host.log(.info, "lost \(path)")
        try? host.startTimer(Self.lookTimer, milliseconds: pauses.next())
    }

    private func watch(_ id: UInt32, _ descriptor: Int32) {
        do {
            try host.watch(id, descriptor: descriptor, for: .readable)
        } catch {
            host.log(.error, "cannot watch a device: \(error)")
        }
    }

    /// Once for each: a device may be away for days.
    private func complain(_ subject: String, _ message: String) {
        if complaints.insert(subject).inserted { host.log(.warning, message) }
    }

    private func message(_ error: DeviceError, _ path: String) -> String {
        guard error.code == ENODEV else { return unsafe String(cString: strerror(error.code)) }
        return (keypads + switches).contains(path) ? "it has no keys" : "not a touch device"
    }

    // MARK: Touches

    func descriptorReady(_ id: UInt32, _ events: DescriptorEvents) {
        if id == Self.folderWatch {
            folder?.drain()
            return look()
        }
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
    private func resynchronize(_ id: UInt32) {
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

    private func handle(_ event: evdev_event, _ id: UInt32) {
        let time = event.time == 0 ? host.now : event.time
        switch open[id]?.use {
        case .touch(var touches):
            let outputs = touches.handle(type: event.type, code: event.code, value: event.value)
            open[id]?.use = .touch(touches)
            for output in outputs { report(output, id, at: time) }
        case .keypad:
            let step = keys.step(type: event.type, code: event.code, value: event.value)
            if let step { send(step.line(on: display(of: id), time: time)) }
        case .switchKeys where Int32(event.type) == EV_KEY: use(event.value, at: time)
        case .switchKeys, nil: break
        }
    }

    private func display(of device: UInt32) -> String {
        open[device].map { displays.display(of: $0.path) } ?? display
    }

    private func cancel(_ id: UInt32) {
        guard case .touch(var touches) = open[id]?.use else { return }
        let outputs = touches.cancel()
        open[id]?.use = .touch(touches)
        for output in outputs { report(output, id, at: host.now) }
    }

    private func report(_ output: Touches.Output, _ device: UInt32, at time: Int64) {
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
            phase, tool, pointer: Int(device) * 1000 + output.number, display: display,
            point: calibrations[Name(display), default: Calibration()].point(
                output.position, on: size),
            time: time, isSwallowed: false
        ).line
        send(line)
    }

    private func send(_ line: String) {
        do {
            try host.send(line)
        } catch {
            host.log(.warning, "a report could not be sent: \(error)")
        }
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
            try? host.stopTimer(Self.backTimer)
            press(at: since)
        case 1 where backPause == 0: press(at: time)
        case 1:
            heldSince = time
            // What it activates is what has the focus now.
            try? host.stopTimer(Self.scanTimer)
            try? host.startTimer(Self.backTimer, milliseconds: backPause)
        default: break
        }
    }

    private func goBack() {
        guard heldSince != nil else { return }
        heldSince = nil
        scan.used()
        send(NavigationStep.back.line(on: display, time: host.now))
        if scan.isRunning { startScanTimer() }
    }

    private func press(at time: Int64) {
        guard scanPause > 0 else {
            return send(NavigationStep.activate.line(on: display, time: time))
        }
        send(scan.pressed().line(on: display, time: time))
        startScanTimer()
    }

    private func scanOn() {
        guard scan.isRunning else { return }
        send(NavigationStep.next.line(on: display, time: host.now, isScan: true))
        startScanTimer()
    }

    private func startScanTimer() {
        try? host.startTimer(Self.scanTimer, milliseconds: scanPause)
    }

    // MARK: Messages from the daemon

    func receive(_ line: String) {
        switch state.apply(line) {
        case .scanned(let answer): scan.answered(answer)
        case .scanRefused(let message):
            scan.end()
            host.log(.warning, message)
        case .error(let message): host.log(.warning, message)
        default: break
        }
    }
}

// The name is the header's.
// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func popoverd_plugin_abi_1() -> UnsafePointer<popover_plugin>? {
    unsafe descriptor(of: Evdev.self)
}
