// SPDX-License-Identifier: MIT

import CPopoverPlugin
import PopoverModel

/// What all instances of a host share.
struct HostContext {
    /// CLOCK_MONOTONIC.
    let clock: () -> Instant
    let report: (PluginReport) -> Void
}

/// The host table of one instance and what stands behind its functions. The table lives as long as
/// this object, which the instance holds until after its `destroy`.
@safe
final class HostServices {
    /// Owned by this object.
    let table: UnsafeMutablePointer<popover_host>
    private let plugin: String
    private let hostContext: HostContext
    /// Its options as it reads them: it may keep the pointers until its `destroy`.
    private let options: [String: LastingOption]

    init(
        _ descriptor: PluginDescriptor, options: [String: OptionReading], hostContext: HostContext
    ) {
        plugin = descriptor.name
        self.hostContext = hostContext
        self.options = options.mapValues(LastingOption.init)
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
            unsafe HostServices.from(context)?.hostContext.clock().microseconds ?? 0
        }
        unsafe table.pointee.config_get = { context, key in
            unsafe HostServices.from(context)?.setting(key, nil) ?? popover_string()
        }
        unsafe table.pointee.config_text = { context, key, language in
            let language = unsafe HostServices.text(language, upTo: HostServices.longestTag)
            return unsafe HostServices.from(context)?.setting(key, language) ?? popover_string()
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
        hostContext.report(
            .logged(plugin: plugin, level: PluginReport.Level(level), message: line))
    }

    /// Bytes of a language that are read; no tag in a configuration is longer.
    private static let longestTag = 35

    private func setting(_ key: popover_string, _ language: String?) -> popover_string {
        guard let name = unsafe Self.text(key, upTo: Int(POPOVER_NAME_CAPACITY)) else {
            return unsafe popover_string()
        }
        return unsafe options[name]?.text(for: language).raw ?? popover_string()
    }

    /// Repaired where it is no UTF-8, since a log line of a broken plugin is wanted all the more.
    private static func text(_ raw: popover_string, upTo limit: Int) -> String? {
        guard let bytes = unsafe raw.bytes else { return nil }
        let count = unsafe Int(min(raw.length, UInt64(limit)))
        let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: count)
        return unsafe String(decoding: buffer, as: UTF8.self)
    }
}

/// An option's texts at addresses of their own.
private enum LastingOption {
    case same(LastingText)
    case byLanguage(Translations, [LastingText])

    init(_ reading: OptionReading) {
        switch reading {
        case .same(let text): self = .same(LastingText(text))
        case .byLanguage(let translations):
            self = .byLanguage(translations, translations.entries.map { LastingText($0.text) })
        }
    }

    func text(for language: String?) -> LastingText {
        switch self {
        case .same(let text): text
        case .byLanguage(let translations, let texts): texts[translations.index(for: language)]
        }
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
