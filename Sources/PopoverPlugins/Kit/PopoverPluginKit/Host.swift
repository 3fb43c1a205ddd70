// SPDX-License-Identifier: MIT

import CPopoverPlugin

/// The functions that the daemon offers. Use it only while the daemon calls the plugin.
@safe
public struct Host {
    /// The daemon's; valid until the plugin's instance ends.
    private let table: UnsafePointer<popover_host>

    init(_ table: UnsafePointer<popover_host>) {
        unsafe self.table = table
    }

    public enum Level: Hashable, Sendable {
        case debug
        case info
        case warning
        case error

        fileprivate var raw: UInt32 {
            switch self {
            case .debug: POPOVER_LOG_DEBUG
            case .info: POPOVER_LOG_INFO
            case .warning: POPOVER_LOG_WARNING
            case .error: POPOVER_LOG_ERROR
            }
        }
    }

    /// Writes a line to the daemon's log.
    public func log(_ level: Level, _ message: String) {
        unsafe withRaw(message) { raw in
            unsafe table.pointee.log(table.pointee.context, level.raw, raw)
        }
    }

    /// CLOCK_MONOTONIC, in microseconds.
    public var now: Int64 {
        unsafe table.pointee.now(table.pointee.context)
    }

    /// An option's value from the configuration, or else its declared default.
    public func setting(_ key: String) -> String? {
        var value: String?
        unsafe withRaw(key) { raw in
            value = unsafe text(table.pointee.config_get(table.pointee.context, raw))
        }
        return value
    }

    /// The value of an option of type `text` for people who read a language: a BCP 47 tag, or nil if it
    /// is unknown.
    public func setting(_ key: String, in language: String?) -> String? {
        guard let language else { return setting(key) }
        var value: String?
        unsafe withRaw(key) { key in
            unsafe withRaw(language) { language in
                value = unsafe text(
                    table.pointee.config_text(table.pointee.context, key, language))
            }
        }
        return value
    }

    /// The values of an option of type `strings`.
    public func settings(_ key: String) -> [String] {
        (setting(key) ?? "").split(separator: "\n").map(String.init)
    }

    private func withRaw(_ text: String, _ body: (popover_string) -> Void) {
        var text = text
        text.withUTF8 { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                unsafe body(
                    popover_string(
                        bytes: characters.baseAddress, length: UInt64(characters.count)))
            }
        }
    }
}
