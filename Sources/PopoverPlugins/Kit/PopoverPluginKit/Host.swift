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

    /// Sends the daemon a JSON-RPC request or notification, as a client would. The response comes to
    /// `PolicyPlugin.receive`. Needs `Capabilities.requests` and `trusted = true`.
    public func send(_ line: String) throws(HostError) {
        var status = POPOVER_STATUS_INVALID
        unsafe withRaw(line) { raw in
            status = unsafe table.pointee.send(table.pointee.context, raw)
        }
        try HostError.check(status)
    }

    /// Starts a timer, which calls `PolicyPlugin.timerFired`: after at most a day. A timer with the same
    /// id is restarted. Needs `Capabilities.loop` and `trusted = true`, like the functions below.
    public func startTimer(
        _ id: UInt32, milliseconds: UInt32, repeats: Bool = false
    ) throws(HostError) {
        try HostError.check(
            unsafe table.pointee.start_timer(
                table.pointee.context, id, milliseconds, repeats ? 1 : 0))
    }

    public func stopTimer(_ id: UInt32) throws(HostError) {
        try HostError.check(unsafe table.pointee.stop_timer(table.pointee.context, id))
    }

    /// Watches a non-blocking descriptor: calls `PolicyPlugin.descriptorReady` whenever it is ready. The
    /// plugin still owns the descriptor.
    public func watch(
        _ id: UInt32, descriptor: Int32, for events: DescriptorEvents
    ) throws(HostError) {
        try HostError.check(
            unsafe table.pointee.watch(table.pointee.context, id, descriptor, events.rawValue))
    }

    /// Stops watching. Call it before closing the descriptor.
    public func unwatch(_ id: UInt32) throws(HostError) {
        try HostError.check(unsafe table.pointee.unwatch(table.pointee.context, id))
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

/// Why a function of the host failed.
public enum HostError: Error, Hashable, Sendable {
    /// The capability was not declared, or the configuration does not trust the plugin.
    case notTrusted
    /// The line is too long, or there are too many lines, timers or watches.
    case limit
    /// An argument is invalid, or there is no such timer or watch.
    case invalid
    /// The system refused it.
    case failed

    fileprivate static func check(_ status: Int32) throws(HostError) {
        switch status {
        case POPOVER_STATUS_DONE: return
        case POPOVER_STATUS_NOT_TRUSTED: throw .notTrusted
        case POPOVER_STATUS_LIMIT: throw .limit
        case POPOVER_STATUS_FAILED: throw .failed
        default: throw .invalid
        }
    }
}
