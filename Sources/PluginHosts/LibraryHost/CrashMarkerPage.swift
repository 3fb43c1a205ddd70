// SPDX-License-Identifier: MIT

import Glibc
import PopoverModel

/// The layout of a crash marker's file: first eight letters, then the running call and its plugin's
/// name; from `firstEntry` on the plugins that the daemon died in, each a name, the time of the
/// last death, its call, and whether it is in quarantine. Numbers are in the machine's own order:
/// the file never leaves it.
enum CrashMarkerPage {
    static let size = 4096
    static let callPlace = 8
    static let callerPlace = 16
    private static let signature: UInt64 = 0x3142_4d55_5243_504f
    private static let firstEntry = 128
    private static let entrySize = 96
    private static let entryCount = 40
    private static let timePlace = 64
    private static let entryCallPlace = 72
    private static let quarantinePlace = 76
    /// What a clock may say, in seconds since 1970; differences of two do not overflow.
    private static let times: ClosedRange<Int64> = 0...(1 << 40)

    static func reset(_ page: UnsafeMutableRawPointer) {
        unsafe memset(page, 0, size)
        unsafe page.storeBytes(of: signature, as: UInt64.self)
    }

    /// Whether nothing stands in it that no daemon would have written.
    static func isSound(_ page: UnsafeMutableRawPointer) -> Bool {
        guard unsafe page.load(as: UInt64.self) == signature else { return false }
        let call = unsafe page.load(fromByteOffset: callPlace, as: UInt32.self)
        if call != 0 {
            guard NativeCall(rawValue: call) != nil, unsafe name(at: page + callerPlace) != nil
            else { return false }
        }
        return unsafe entries(of: page).allSatisfy { entry in
            if unsafe isFree(entry) { return true }
            let call = unsafe entry.load(fromByteOffset: entryCallPlace, as: UInt32.self)
            let quarantine = unsafe entry.load(fromByteOffset: quarantinePlace, as: UInt32.self)
            let time = unsafe entry.load(fromByteOffset: timePlace, as: Int64.self)
            return unsafe name(at: entry) != nil && NativeCall(rawValue: call) != nil
                && quarantine <= 1 && times.contains(time)
        }
    }

    /// Counts the call that was running as a death of its plugin, and ends it.
    static func recordDeath(_ page: UnsafeMutableRawPointer, seconds: Int64) -> CrashMarker.Death? {
        let call = unsafe page.load(fromByteOffset: callPlace, as: UInt32.self)
        unsafe page.storeBytes(of: 0, toByteOffset: callPlace, as: UInt32.self)
        guard NativeCall(rawValue: call) != nil,
            let plugin = unsafe name(at: page + callerPlace)
        else { return nil }
        let known = unsafe entry(of: plugin, in: page)
        let entry = unsafe known ?? roomiest(in: page)
        var isQuarantined = false
        if let known = unsafe known {
            let before = unsafe death(at: known)
            // A clock that was put back must not let a plugin off.
            let between = (seconds - before.time).magnitude
            let window = PluginLimits.deathWindow.milliseconds / 1000
            isQuarantined = before.isQuarantined || between <= UInt64(window)
        }
        unsafe erase(entry)
        unsafe memcpy(entry, page + callerPlace, CallerName.length)
        unsafe entry.storeBytes(of: seconds, toByteOffset: timePlace, as: Int64.self)
        unsafe entry.storeBytes(of: call, toByteOffset: entryCallPlace, as: UInt32.self)
        unsafe entry.storeBytes(
            of: isQuarantined ? 1 : 0, toByteOffset: quarantinePlace, as: UInt32.self)
        return unsafe death(at: entry)
    }

    static func entry(
        of plugin: String, in page: UnsafeMutableRawPointer
    ) -> UnsafeMutableRawPointer? {
        let name = CallerName.cleaned(plugin)
        return unsafe entries(of: page).first { unsafe self.name(at: $0) == name }
    }

    /// - Parameter entry: one that is not free.
    static func death(at entry: UnsafeMutableRawPointer) -> CrashMarker.Death {
        let call = unsafe entry.load(fromByteOffset: entryCallPlace, as: UInt32.self)
        let quarantine = unsafe entry.load(fromByteOffset: quarantinePlace, as: UInt32.self)
        return unsafe CrashMarker.Death(
            plugin: name(at: entry) ?? "", call: NativeCall(rawValue: call) ?? .load,
            time: entry.load(fromByteOffset: timePlace, as: Int64.self),
            isQuarantined: quarantine == 1)
    }

    static func erase(_ entry: UnsafeMutableRawPointer) {
        unsafe memset(entry, 0, entrySize)
    }

    private static func entries(
        of page: UnsafeMutableRawPointer
    ) -> [UnsafeMutableRawPointer] {
        unsafe (0..<entryCount).map { unsafe page + firstEntry + $0 * entrySize }
    }

    /// A free entry; where there is none, the oldest that is not in quarantine.
    private static func roomiest(in page: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
        let entries = unsafe entries(of: page)
        if let free = unsafe entries.first(where: { unsafe isFree($0) }) { return unsafe free }
        let oldest = unsafe entries.min { left, right in
            let (left, right) = unsafe (death(at: left), death(at: right))
            return (left.isQuarantined ? 1 : 0, left.time)
                < (right.isQuarantined ? 1 : 0, right.time)
        }
        return unsafe oldest ?? page + firstEntry
    }

    private static func isFree(_ entry: UnsafeMutableRawPointer) -> Bool {
        unsafe entry.load(as: UInt8.self) == 0
    }

    /// Nil for what is no plugin's name.
    private static func name(at place: UnsafeMutableRawPointer) -> String? {
        let field = unsafe UnsafeRawBufferPointer(start: place, count: CallerName.length)
        let bytes = unsafe Array(field.prefix { $0 != 0 })
        let rest = unsafe field.dropFirst(bytes.count)
        guard !bytes.isEmpty, bytes.allSatisfy(CallerName.isPrintable),
            unsafe rest.allSatisfy({ $0 == 0 })
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }
}
