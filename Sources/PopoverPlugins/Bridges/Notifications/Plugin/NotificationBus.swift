// SPDX-License-Identifier: MIT

import CNotifications
import Glibc
import LibUV
import PopoverNotifications

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
        case close(UInt32, sender: String, BusCall)
        /// A connection has left the bus.
        case gone(String)
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
    var wants: DescriptorPoll.Events {
        let raw = unsafe notification_bus_wants(bus)
        var events: DescriptorPoll.Events = []
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
        case NOTIFICATION_DENIED: return .denied(unsafe text(event.text).text)
        case NOTIFICATION_NOTIFY:
            guard let call = unsafe event.call else { return .progress }
            return unsafe .notify(Notice(&event), BusCall(call))
        case NOTIFICATION_CLOSE:
            guard let call = unsafe event.call else { return .progress }
            return unsafe .close(event.id, sender: text(event.sender).text, BusCall(call))
        case NOTIFICATION_GONE: return .gone(unsafe text(event.text).text)
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

/// A text of at most `NOTIFICATION_TEXT_CAPACITY` bytes; longer ones are cut.
private func text(_ raw: UnsafePointer<CChar>?) -> (text: String, isCut: Bool) {
    guard let raw = unsafe raw else { return ("", false) }
    let capacity = Int(NOTIFICATION_TEXT_CAPACITY)
    let count = unsafe strnlen(raw, capacity + 1)
    let bytes = unsafe UnsafeRawBufferPointer(start: raw, count: min(count, capacity))
    guard count > capacity else { return (unsafe String(decoding: bytes, as: UTF8.self), false) }
    // A character may be cut in two, whose rest must not become a replacement character.
    let end = unsafe bytes.lastIndex { $0 & 0xC0 != 0x80 } ?? 0
    return (unsafe String(decoding: bytes[..<end], as: UTF8.self) + "…", true)
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
            Action(key: strings[index].text, label: strings[index + 1].text)
        }
        let urgencies: [Int32: Urgency] = [0: .low, 1: .normal, 2: .critical]
        let application = unsafe text(raw.application)
        let (summary, body) = unsafe (text(raw.summary), text(raw.body))
        let isCut =
            unsafe raw.has_more_actions
            || ([application, summary, body] + strings).contains { $0.isCut }
        unsafe self.init(
            sender: text(raw.sender).text, tag: text(raw.tag).text, replaces: raw.id,
            application: application.text, summary: summary.text, body: body.text,
            actions: actions, urgency: urgencies[raw.urgency], expiry: raw.expire_ms,
            isCut: isCut)
    }
}
