// SPDX-License-Identifier: MIT

import CLibUV

/// Reports when a descriptor becomes readable or writable; it does not own the descriptor.
///
/// It is level-triggered: it reports in every loop iteration until the cause is gone. The descriptor
/// must stay open until `close(then:)` was called, and may be closed right after. Regular files and
/// `/dev/null` cannot be polled (EPERM).
public final class DescriptorPoll: Handle {
    public struct Events: OptionSet, Hashable, Sendable {
        public let rawValue: Int32
        public init(rawValue: Int32) { self.rawValue = rawValue }

        public static let readable = Events(rawValue: Int32(UV_READABLE.rawValue))
        public static let writable = Events(rawValue: Int32(UV_WRITABLE.rawValue))
        /// The peer has closed or half-closed its end.
        public static let disconnected = Events(rawValue: Int32(UV_DISCONNECT.rawValue))
    }

    /// What is known of the descriptor.
    public enum Report: Hashable, Sendable {
        case ready(Events)
        /// The descriptor is in an error state; polling has stopped.
        case failed(UVError)
    }

    private let descriptor: Int32
    private var handler: (Report) -> Void

    /// Creates a poll that watches nothing yet.
    public init(
        _ loop: Loop, descriptor: Int32, handler: @escaping (Report) -> Void
    ) throws(UVError) {
        self.descriptor = descriptor
        self.handler = handler
        try super.init(loop: loop) { (raw: UnsafeMutablePointer<uv_poll_t>) throws(UVError) in
            try check(
                unsafe uv_poll_init(loop.pointer, raw, descriptor), "poll descriptor \(descriptor)")
        }
    }

    /// Watches for these events instead of earlier ones.
    public func start(_ events: Events) throws(UVError) {
        checkOpen()
        try check(
            unsafe uv_poll_start(
                raw(as: uv_poll_t.self), events.rawValue,
                { unsafe DescriptorPoll.deliver($0, status: $1, events: $2) }),
            "poll descriptor \(descriptor)")
    }

    public func stop() {
        checkOpen()
        _ = unsafe uv_poll_stop(raw(as: uv_poll_t.self))
    }

    override func didClose() {
        handler = { _ in }
    }

    private static func deliver(
        _ raw: UnsafeMutablePointer<uv_poll_t>?, status: Int32, events: Int32
    ) {
        guard let poll = unsafe Handle.recover(raw, as: DescriptorPoll.self) else { return }
        if status < 0 {
            let operation = "poll descriptor \(poll.descriptor)"
            poll.handler(.failed(UVError(code: status, operation: operation)))
        } else {
            poll.handler(.ready(Events(rawValue: events)))
        }
    }
}
