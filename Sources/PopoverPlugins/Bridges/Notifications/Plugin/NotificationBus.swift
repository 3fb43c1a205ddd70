// SPDX-License-Identifier: MIT

import CNotifications
import PopoverNotifications
import PopoverPluginKit

/// A connection to a bus that owns org.freedesktop.Notifications, or waits for the name; closed when
/// its owner drops it.
@safe
final class NotificationBus {
    enum Event {
        /// Something was processed that needs no reaction.
        case progress
        case owned
        /// Another program owns the name; this one is next in the queue.
        case waiting
        case denied(String)
        case notify(Notice, BusCall)
        case close(UInt32, BusCall)
        case lost(String)
    }

    struct ConnectionError: Error {
        let message: String
    }

    private let bus: OpaquePointer

    private init(_ bus: OpaquePointer) {
        unsafe self.bus = bus
    }

    deinit {
        unsafe notification_bus_close(bus)
    }

    /// Begins to connect.
    /// - Parameter version: what GetServerInformation returns.
    static func open(_ address: String, version: String) -> Result<NotificationBus, ConnectionError>
    {
        var error = [CChar](repeating: 0, count: Int(NOTIFICATION_ERROR_CAPACITY))
        guard let bus = unsafe notification_bus_open(address, version, &error) else {
            return .failure(ConnectionError(message: message(error)))
        }
        return .success(unsafe NotificationBus(bus))
    }

    var descriptor: Int32 { unsafe notification_bus_descriptor(bus) }

    /// The events to watch its descriptor for, until the next call.
    var wants: DescriptorEvents {
        let raw = unsafe notification_bus_wants(bus)
        var events: DescriptorEvents = []
        if raw & UInt32(NOTIFICATION_READABLE) != 0 { events.insert(.readable) }
        if raw & UInt32(NOTIFICATION_WRITABLE) != 0 { events.insert(.writable) }
        return events
    }

    /// When `next` has to be called at the latest, in microseconds of CLOCK_MONOTONIC; nil: when
    /// the descriptor is ready.
    var deadline: Int64? {
        let deadline = unsafe notification_bus_deadline(bus)
        return deadline < 0 ? nil : deadline
    }

    /// The next event; nil: none for now.
    func next() -> Event? {
        var error = [CChar](repeating: 0, count: Int(NOTIFICATION_ERROR_CAPACITY))
        var event = unsafe notification_event()
        let status = unsafe notification_bus_next(bus, &event, &error)
        guard status >= 0 else { return .lost(Self.message(error)) }
        guard status > 0 else { return nil }
        switch unsafe event.kind {
        case NOTIFICATION_OWNED: return .owned
        case NOTIFICATION_WAITING: return .waiting
        case NOTIFICATION_DENIED: return .denied(unsafe text(event.text))
        case NOTIFICATION_NOTIFY:
            guard let call = unsafe event.call else { return .progress }
            return unsafe .notify(Notice(&event), BusCall(call))
        case NOTIFICATION_CLOSE:
            guard let call = unsafe event.call else { return .progress }
            return unsafe .close(event.id, BusCall(call))
        default: return .progress
        }
    }

    func signalClosed(_ id: UInt32, _ ending: Ending) {
        unsafe notification_bus_signal_closed(bus, id, ending.rawValue)
    }

    func signalInvoked(_ id: UInt32, _ key: String) {
        unsafe notification_bus_signal_invoked(bus, id, key)
    }

    private static func message(_ error: [CChar]) -> String {
        String(decoding: error.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// A method call from the bus. It is answered once, with an error if its owner drops it.
@safe
final class BusCall {
    private var call: OpaquePointer?

    fileprivate init(_ call: OpaquePointer) {
        unsafe self.call = call
    }

    deinit {
        refuse(.failed("the notification was lost"))
    }

    func accept(_ id: UInt32) {
        guard let call = unsafe consume() else { return }
        unsafe notification_call_accept(call, id)
    }

    func finish() {
        guard let call = unsafe consume() else { return }
        unsafe notification_call_finish(call)
    }

    func refuse(_ error: BusError) {
        guard let call = unsafe consume() else { return }
        unsafe notification_call_refuse(call, error.name, error.message)
    }

    private func consume() -> OpaquePointer? {
        defer { unsafe call = nil }
        return unsafe call
    }
}

private func text(_ raw: UnsafePointer<CChar>?) -> String {
    guard let raw = unsafe raw else { return "" }
    return unsafe String(cString: raw)
}

extension Notice {
    fileprivate init(_ raw: inout notification_event) {
        let count = unsafe Int(raw.action_count)
        let strings = unsafe withUnsafeBytes(of: &raw.actions) { bytes in
            unsafe bytes.bindMemory(to: UnsafePointer<CChar>?.self).prefix(count).map {
                unsafe text($0)
            }
        }
        // A key without a label is no action.
        let actions = stride(from: 0, to: count - 1, by: 2).map { index in
            Action(key: strings[index], label: strings[index + 1])
        }
        let urgencies: [Int32: Urgency] = [0: .low, 1: .normal, 2: .critical]
        unsafe self.init(
            replaces: raw.id, application: text(raw.application), summary: text(raw.summary),
            body: text(raw.body), actions: actions, urgency: urgencies[raw.urgency],
            expiry: raw.expire_ms)
    }
}
