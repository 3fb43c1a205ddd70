// SPDX-License-Identifier: MIT

import CEvdev
public import CPopoverPlugin
import Glibc
import PopoverModel
import PopoverPluginKit
import PopoverScreens

/// Sees what people touch on a kiosk without a display server, straight from the kernel's devices.
/// It keeps nothing from anybody.
final class Evdev: PolicyPlugin {
    static let name = "evdev"
    static let version = "1.0.0"
    static let capabilities: Capabilities = [.requests, .loop]
    static let roles = ["input"]
    static let options = [
        OptionDescription(
            name: "devices", type: .strings, defaultValue: "",
            summary: "Paths of devices, or * for all that people touch; none: it does nothing."),
        OptionDescription(
            name: "display", type: .string, defaultValue: "main",
            summary: "The display that they lie on."),
        OptionDescription(
            name: "rotation", type: .integer, defaultValue: "0",
            summary: "How the picture is turned on the glass, clockwise: 0, 90, 180 or 270."),
        OptionDescription(
            name: "calibration", type: .string, defaultValue: "1 0 0 0 1 0",
            summary: "A matrix as libinput's, of six numbers."),
        OptionDescription(
            name: "range", type: .string, defaultValue: "",
            summary: "Least and most of x, then of y, for a device that does not know its own."),
    ]

    /// As many as may be watched at once, but for the folder.
    private static let mostDevices = Int(POPOVER_WATCHES_CAPACITY) - 1
    private static let folderWatch: UInt32 = 0
    private static let lookTimer: UInt32 = 1

    private let host: Host
    private let named: [String]
    private let display: String
    private let calibration: Calibration
    private let range: [Double]?

    private var folder: DeviceFolder?
    /// By the number of their watch, from 1.
    private var open: [UInt32: (path: String, device: Device, touches: Touches)] = [:]
    /// Of looks for what is missing.
    private var pauses = RetryPauses()
    private var complaints: Set<String> = []
    private var size: Size?
    private let reader = DaemonLineReader()

    init?(host: Host) {
        self.host = host
        named = host.settings("devices")
        display = host.setting("display") ?? "main"
        let matrix = Self.numbers(host.setting("calibration"))
        let rotation = Int(host.setting("rotation") ?? "") ?? 0
        guard matrix.count == 6 else {
            host.log(.error, "calibration is six numbers, as 1 0 0 0 1 0 is")
            return nil
        }
        guard [0, 90, 180, 270].contains(rotation) else {
            host.log(.error, "rotation is 0, 90, 180 or 270, not \(rotation)")
            return nil
        }
        calibration = Calibration(matrix: matrix, rotation: rotation)
        let range = Self.numbers(host.setting("range"))
        guard range.isEmpty || range.count == 4 && range[0] < range[1] && range[2] < range[3] else {
            host.log(.error, "range is four numbers, as 0 4095 0 4095 is")
            return nil
        }
        self.range = range.isEmpty ? nil : range
        // Where it is not trusted it may neither see nor say anything.
        if !named.isEmpty { try? host.startTimer(Self.lookTimer, milliseconds: 1) }
    }

    private static func numbers(_ text: String?) -> [Double] {
        let words = (text ?? "").split(separator: " ")
        let numbers = words.compactMap { Double($0) }.filter(\.isFinite)
        return numbers.count == words.count ? numbers : [.nan]
    }

    // MARK: Devices come and go

    func timerFired(_ id: UInt32) { look() }

    private var looksForAll: Bool { named.contains("*") }

    /// Opens what is there and not open yet.
    private func look() {
        if looksForAll && folder == nil { watchFolder() }
        let paths = named.filter { $0 != "*" } + (looksForAll ? DeviceFolder.devices : [])
        var isMissing = looksForAll && folder == nil
        for path in paths where !open.values.contains(where: { $0.path == path }) {
            do throws(DeviceError) {
                try begin(path)
            } catch {
                // Of all devices most are none that people touch.
                guard named.contains(path) else { continue }
                isMissing = true
                complain(path, "\(path) cannot be read: \(Self.words(error))")
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
            complain(DeviceFolder.path, "\(DeviceFolder.path): \(Self.words(error))")
        }
    }

    private func begin(_ path: String) throws(DeviceError) {
        guard open.count < Self.mostDevices,
            let id = (1...UInt32(Self.mostDevices)).first(where: { open[$0] == nil })
        else { return complain("", "more than \(Self.mostDevices) devices: \(path) is left out") }
        let device = try Device(path)
        open[id] = (path, device, device.touches(range: range))
        complaints.remove(path)
        watch(id, device.descriptor)
        host.log(.info, "sees \(path)")
    }

    private func end(_ id: UInt32) {
        guard let path = open[id]?.path else { return }
        for output in open[id]?.touches.cancel() ?? [] { tell(output, id, at: host.now) }
        try? host.unwatch(id)
        open[id] = nil
        host.log(.info, "\(path) is gone")
        try? host.startTimer(Self.lookTimer, milliseconds: pauses.next())
    }

    private func watch(_ id: UInt32, _ descriptor: Int32) {
        do {
            try host.watch(id, descriptor: descriptor, for: .readable)
        } catch {
            host.log(.error, "a device cannot be watched: \(error)")
        }
    }

    /// Once for each: a device may be away for days.
    private func complain(_ subject: String, _ words: String) {
        if complaints.insert(subject).inserted { host.log(.warning, words) }
    }

    private static func words(_ failure: DeviceError) -> String {
        failure.code == ENODEV
            ? "it is no device that people touch"
            : unsafe String(cString: strerror(failure.code))
    }

    // MARK: What people do

    func descriptorReady(_ id: UInt32, _ events: DescriptorEvents) {
        if id == Self.folderWatch {
            folder?.drain()
            return look()
        }
        guard let device = open[id]?.device else { return }
        while let events = device.read() {
            if events.isEmpty { return }
            let known = device.isPipe ? events[...] : events.prefix { !$0.isLoss }
            for event in known { take(event, id) }
            if known.count < events.count { return takeUp(id) }
        }
        end(id)
    }

    /// The kernel has lost some of what a device told: what is left says nothing without it.
    private func takeUp(_ id: UInt32) {
        guard let device = open[id]?.device else { return }
        for output in open[id]?.touches.cancel() ?? [] { tell(output, id, at: host.now) }
        while let events = device.read() {
            guard events.isEmpty, var touches = open[id]?.touches else { continue }
            device.takeUp(&touches)
            open[id]?.touches = touches
            return
        }
        end(id)
    }

    private func take(_ event: evdev_event, _ id: UInt32) {
        let outputs =
            open[id]?.touches.take(type: event.type, code: event.code, value: event.value) ?? []
        for output in outputs { tell(output, id, at: event.time == 0 ? host.now : event.time) }
    }

    private func tell(_ output: Touches.Output, _ device: UInt32, at time: Int64) {
        guard let size, let tool = tool(output) else { return }
        let phase: FingerReport.Phase =
            switch output.phase {
            case .down: .down
            case .move: .move
            case .up: .up
            case .cancel: .cancel
            }
        let report = FingerReport(
            phase, tool, pointer: Int(device) * 1000 + output.number, display: display,
            point: calibration.point(output.place, on: size), time: time, isSwallowed: false)
        do {
            try host.send(report.line)
        } catch {
            host.log(.warning, "the daemon does not listen: \(error)")
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

    // MARK: The daemon's word

    func receive(_ line: String) {
        switch reader.read(line) {
        case .welcomed(let displays): size = displays.first { $0.name == display }?.size ?? size
        case .displayChanged(let changed) where changed.name == display: size = changed.size
        case .displayRemoved(let name) where name == display: size = nil
        case .refused(let request, let message): host.log(.warning, "\(request): \(message)")
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
