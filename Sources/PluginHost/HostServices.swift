// SPDX-License-Identifier: MIT

import CPopoverPlugin
import PopoverModel

/// The host table of one instance and what stands behind its functions.
///
/// The table lives as long as this object, which the instance holds until after its `destroy`.
@safe
final class HostServices {
    /// Owned by this object.
    let table: UnsafeMutablePointer<popover_host>
    private let plugin: String
    private let clock: () -> Instant
    private let settings: (_ plugin: String, _ key: String) -> String?
    private let report: (PluginReport) -> Void
    /// What the plugin has asked for, at most one for each of its settings: it may keep the
    /// pointers until its `destroy`.
    private var answers: [String: LastingText] = [:]

    init(
        plugin: String, clock: @escaping () -> Instant,
        settings: @escaping (_ plugin: String, _ key: String) -> String?,
        report: @escaping (PluginReport) -> Void
    ) {
        self.plugin = plugin
        self.clock = clock
        self.settings = settings
        self.report = report
        unsafe table = .allocate(capacity: 1)
        unsafe table.initialize(to: popover_host())
        unsafe table.pointee.struct_size = UInt32(MemoryLayout<popover_host>.size)
        unsafe table.pointee.abi_major = POPOVER_PLUGIN_ABI_MAJOR
        unsafe table.pointee.abi_minor = POPOVER_PLUGIN_ABI_MINOR
        unsafe table.pointee.context = unsafe Unmanaged.passUnretained(self).toOpaque()
        unsafe table.pointee.log = { context, level, message in
            unsafe HostServices.from(context)?.log(level, message)
        }
        unsafe table.pointee.now = { context in
            unsafe HostServices.from(context)?.clock().microseconds ?? 0
        }
        unsafe table.pointee.config_get = { context, key in
            unsafe HostServices.from(context)?.setting(key) ?? popover_string()
        }
    }

    deinit {
        unsafe table.deallocate()
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> HostServices? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged<HostServices>.fromOpaque(context).takeUnretainedValue()
    }

    private func log(_ level: UInt32, _ message: popover_string) {
        let line = unsafe Self.text(message, upTo: PluginLimits.logLine) ?? ""
        report(.logged(plugin: plugin, level: PluginReport.Level(level), message: line))
    }

    private func setting(_ key: popover_string) -> popover_string {
        let name = unsafe Self.text(key, upTo: Int(POPOVER_NAME_CAPACITY))
        guard let name else { return unsafe popover_string() }
        if let known = answers[name] { return unsafe known.raw }
        guard let value = settings(plugin, name) else { return unsafe popover_string() }
        let text = LastingText(value)
        answers[name] = text
        return unsafe text.raw
    }

    /// Repaired where it is no UTF-8, since a log line of a broken plugin is wanted all the more.
    private static func text(_ raw: popover_string, upTo limit: Int) -> String? {
        guard let bytes = unsafe raw.bytes else { return nil }
        let count = unsafe Int(min(raw.length, UInt64(limit)))
        let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
        return unsafe String(decoding: buffer, as: UTF8.self)
    }
}

/// Text at an address of its own for as long as this object lives.
@safe
private final class LastingText {
    private let bytes: UnsafeMutableBufferPointer<CChar>

    init(_ text: String) {
        // NUL at the end, so that an empty text too has an address.
        let characters = text.utf8.map { CChar(bitPattern: $0) } + [0]
        unsafe bytes = .allocate(capacity: characters.count)
        _ = unsafe bytes.initialize(from: characters)
    }

    deinit {
        unsafe bytes.deallocate()
    }

    var raw: popover_string {
        unsafe popover_string(
            bytes: UnsafePointer(bytes.baseAddress), length: UInt64(bytes.count - 1))
    }
}

extension PluginReport.Level {
    /// Numbers that only a later version knows count as `error`: better too loud than unheard.
    fileprivate init(_ number: UInt32) {
        switch number {
        case POPOVER_LOG_DEBUG: self = .debug
        case POPOVER_LOG_INFO: self = .info
        case POPOVER_LOG_WARNING: self = .warning
        default: self = .error
        }
    }
}
