// SPDX-License-Identifier: MIT

import CPopoverPlugin

/// What the daemon offers a plugin. To be used only while the daemon calls the plugin.
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

    /// A value from the plugin's part of the configuration.
    public func setting(_ key: String) -> String? {
        var value: String?
        unsafe withRaw(key) { raw in
            value = unsafe text(table.pointee.config_get(table.pointee.context, raw))
        }
        return value
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
