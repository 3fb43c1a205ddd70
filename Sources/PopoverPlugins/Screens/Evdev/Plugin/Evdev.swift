// SPDX-License-Identifier: MIT

import CEvdev
public import CPopoverPlugin
import Glibc
import PopoverModel
import PopoverPluginKit
import PopoverScreens

/// Reports touches without a display server, from the kernel's input devices; swallows nothing.
final class Evdev: PolicyPlugin {
    static let name = "evdev"
    static let version = "1.0.0"
    static let capabilities: Capabilities = [.requests, .loop]
    static let roles = ["input"]
    static let options = [
        OptionDescription(
            name: "devices", type: .strings, defaultValue: "",
            summary:
                "Paths of input devices, or * for all touch devices; empty: the plugin does nothing."
        ),
        OptionDescription(
            name: "display", type: .string, defaultValue: "main",
            summary: "The display that the devices lie on."),
        OptionDescription(
            name: "rotation", type: .integer, defaultValue: "0",
            summary: "Clockwise rotation of the picture on the touch screen: 0, 90, 180 or 270."),
        OptionDescription(
            name: "calibration", type: .string, defaultValue: "1 0 0 0 1 0",
            summary: "Six numbers, as in libinput's calibration matrix."),
        OptionDescription(
            name: "range", type: .string, defaultValue: "",
            summary: "Minimum and maximum of x, then of y, for a device that reports none."),
    ]

    /// The host's limit of watches, without the folder's.
    private static let mostDevices = Int(POPOVER_WATCHES_CAPACITY) - 1
    private static let folderWatch: UInt32 = 0
    private static let lookTimer: UInt32 = 1

    private let host: Host
    private let named: [String]
    private let display: String
    private let calibration: Calibration
    private let range: [Double]?

    private var folder: DeviceFolder?
    /// By the id of their watch, from 1.
    private var open: [UInt32: (path: String, device: Device, touches: Touches)] = [:]
    /// Between searches for missing devices.
    private var pauses = RetryPauses()
    private var complaints: Set<String> = []
    private var state = ScreenState()

    init?(host: Host) {
        self.host = host
        named = host.settings("devices")
        display = host.setting("display") ?? "main"
        let matrix = Self.numbers(host.setting("calibration"))
        let rotation = Int(host.setting("rotation") ?? "") ?? 0
        guard matrix.count == 6 else {
            host.log(.error, "calibration is not six numbers (such as 1 0 0 0 1 0)")
            return nil
        }
        guard [0, 90, 180, 270].contains(rotation) else {
            host.log(.error, "rotation \"\(rotation)\" is not 0, 90, 180 or 270")
            return nil
        }
        calibration = Calibration(matrix: matrix, rotation: rotation)
        let range = Self.numbers(host.setting("range"))
        guard range.isEmpty || range.count == 4 && range[0] < range[1] && range[2] < range[3] else {
            host.log(.error, "range is not four numbers (such as 0 4095 0 4095)")
            return nil
        }
        self.range = range.isEmpty ? nil : range
        // The timer does not start where the plugin is not trusted.
        if !named.isEmpty { try? host.startTimer(Self.lookTimer, milliseconds: 1) }
    }

    private static func numbers(_ text: String?) -> [Double] {
        let words = (text ?? "").split(separator: " ")
        let numbers = words.compactMap { Double($0) }.filter(\.isFinite)
        return numbers.count == words.count ? numbers : [.nan]
    }

    // MARK: Devices

    func timerFired(_ id: UInt32) { look() }

    private var looksForAll: Bool { named.contains("*") }

    /// Opens the devices that have appeared.
    private func look() {
        if looksForAll && folder == nil { watchFolder() }
        let paths = named.filter { $0 != "*" } + (looksForAll ? DeviceFolder.devices : [])
        var isMissing = looksForAll && folder == nil
        for path in paths where !open.values.contains(where: { $0.path == path }) {
            do throws(DeviceError) {
                try begin(path)
            } catch {
                // Most devices in the folder are not touch devices.
                guard named.contains(path) else { continue }
                isMissing = true
                complain(path, "cannot read \(path): \(Self.message(error))")
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
            complain(DeviceFolder.path, "\(DeviceFolder.path): \(Self.message(error))")
        }
    }

    private func begin(_ path: String) throws(DeviceError) {
        guard open.count < Self.mostDevices,
            let id = (1...UInt32(Self.mostDevices)).first(where: { open[$0] == nil })
        else { return complain("", "more than \(Self.mostDevices) devices: ignoring \(path)") }
        let device = try Device(path)
        open[id] = (path, device, device.touches(range: range))
        complaints.remove(path)
        watch(id, device.descriptor)
        host.log(.info, "opened \(path)")
    }

    private func end(_ id: UInt32) {
        guard let path = open[id]?.path else { return }
        for output in open[id]?.touches.cancel() ?? [] { report(output, id, at: host.now) }
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

    private static func message(_ error: DeviceError) -> String {
        error.code == ENODEV
            ? "not a touch device"
            : unsafe String(cString: strerror(error.code))
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
        for output in open[id]?.touches.cancel() ?? [] { report(output, id, at: host.now) }
        while let events = device.read() {
            guard events.isEmpty, var touches = open[id]?.touches else { continue }
            device.restore(&touches)
            open[id]?.touches = touches
            return
        }
        end(id)
    }

    private func handle(_ event: evdev_event, _ id: UInt32) {
        let outputs =
            open[id]?.touches.handle(type: event.type, code: event.code, value: event.value) ?? []
        for output in outputs { report(output, id, at: event.time == 0 ? host.now : event.time) }
    }

    private func report(_ output: Touches.Output, _ device: UInt32, at time: Int64) {
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
            point: calibration.point(output.position, on: size), time: time, isSwallowed: false
        ).line
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

    // MARK: Messages from the daemon

    func receive(_ line: String) {
        if case .error(let message) = state.apply(line) { host.log(.warning, message) }
    }
}

// The name is the header's.
// swift-format-ignore: AlwaysUseLowerCamelCase
@c @implementation
public func popoverd_plugin_abi_1() -> UnsafePointer<popover_plugin>? {
    unsafe descriptor(of: Evdev.self)
}
