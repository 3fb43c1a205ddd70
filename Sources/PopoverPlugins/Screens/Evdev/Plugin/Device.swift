// SPDX-License-Identifier: MIT

import CEvdev
import Glibc
import PopoverScreens

/// An open input device; closed when its owner drops it.
@safe
final class Device {
    let descriptor: Int32
    let isPipe: Bool
    private let abilities: evdev_abilities

    /// Throws where it cannot be opened, or is not a device of this use.
    /// - Parameter isForKeys: a keypad or a switch, whose keys nobody else gets.
    init(_ path: String, isForKeys: Bool = false) throws(DeviceError) {
        var abilities = evdev_abilities()
        descriptor = unsafe evdev_open(path, isForKeys, &abilities)
        guard descriptor >= 0 else { throw DeviceError(code: -descriptor) }
        self.abilities = abilities
        isPipe = abilities.is_pipe
        // From here, `deinit` closes it.
        let isTouch = abilities.has_slots || abilities.has_touch || abilities.is_mouse
        guard isForKeys ? abilities.has_keys : isTouch else {
            throw DeviceError(code: ENODEV)
        }
    }

    deinit {
        close(descriptor)
    }

    /// - Parameter range: for a device that reports none: minimum and maximum of x, then of y;
    ///   empty: its own.
    func touches(range: [Double]) -> Touches {
        let x = Self.range(abilities.x, range.prefix(2))
        let y = Self.range(abilities.y, range.suffix(2))
        var touches = Touches(x: x, y: y, hasSlots: abilities.has_slots)
        restore(&touches)
        return touches
    }

    /// Sets the last positions, which the kernel does not repeat.
    func restore(_ touches: inout Touches) {
        guard !isPipe else { return }
        var x = [Int32](repeating: 0, count: Touches.slots)
        var y = x
        let slot = unsafe evdev_places(
            descriptor, abilities.has_slots, &x, &y, Int32(Touches.slots))
        touches.restore(x: x, y: y, slot: Int(slot))
    }

    private static func range(
        _ axis: evdev_axis, _ named: ArraySlice<Double>
    ) -> ClosedRange<Double> {
        if let first = named.first, let last = named.last { return first...last }
        return axis.least < axis.most ? Double(axis.least)...Double(axis.most) : 0...65_535
    }

    /// The events that are queued; nil: the device is gone.
    func read() -> [evdev_event]? {
        var events = [evdev_event](repeating: evdev_event(), count: 64)
        let count = unsafe evdev_read(descriptor, isPipe, &events, Int32(events.count))
        return count < 0 ? nil : Array(events.prefix(Int(count)))
    }
}

extension evdev_event {
    /// Whether the kernel has dropped events before this one.
    var isLoss: Bool { Int32(type) == EV_SYN && Int32(code) == SYN_DROPPED }
}

struct DeviceError: Error, Equatable {
    /// An errno; ENODEV: not a device of this use.
    let code: Int32
}

/// A file that stands for a device: another one of the same name has another identity, and so has one
/// whose permissions have changed.
struct DeviceFile: Equatable {
    private static let folder = "/dev/input"

    private let number: ino_t
    private let seconds: Int
    private let nanoseconds: Int

    /// Nil if there is none.
    init?(_ path: String) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        number = status.st_ino
        seconds = status.st_ctim.tv_sec
        nanoseconds = status.st_ctim.tv_nsec
    }

    /// The paths of all input devices, sorted.
    static var paths: [String] {
        guard let folder = unsafe opendir(Self.folder) else { return [] }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(folder) {
            let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasPrefix("event") { names.append("\(Self.folder)/\(name)") }
        }
        return names.sorted()
    }
}
