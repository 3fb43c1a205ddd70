// SPDX-License-Identifier: MIT

import CLibUV

/// The base class of all handles: state, ownership and closing.
///
/// The loop owns a handle from its creation until its close callback. Closing is explicit and takes
/// until the loop's next iteration; an open handle keeps the loop from closing.
@safe
public class Handle {
    public enum State: Hashable, Sendable {
        /// Usable. Next: `closing`.
        case open
        /// `close(then:)` was called; no more callbacks arrive. Next: `closed`.
        case closing
        /// Its memory is freed.
        case closed
    }

    public final let loop: Loop
    public final var state: State { life }
    /// Private, so that the compiler can leave out exclusivity checks.
    private final var life = State.open
    /// Owned by the loop until the close callback.
    final let pointer: UnsafeMutablePointer<uv_handle_t>
    private final var closeHandler: (() -> Void)?

    /// Allocates and initializes a `Raw`; frees it if `initialize` throws.
    @safe
    init<Raw, Failure: Error>(
        loop: Loop, initialize: (UnsafeMutablePointer<Raw>) throws(Failure) -> Void
    ) throws(Failure) {
        loop.checkThread()
        let raw = UnsafeMutablePointer<Raw>.allocate(capacity: 1)
        do {
            try unsafe initialize(raw)
        } catch {
            unsafe raw.deallocate()
            throw error
        }
        self.loop = loop
        unsafe pointer = unsafe UnsafeMutableRawPointer(raw)
            .assumingMemoryBound(to: uv_handle_t.self)
        loop.handleCount += 1
        // Released in the close callback, and nowhere else.
        unsafe pointer.pointee.data = unsafe Unmanaged.passRetained(self).toOpaque()
    }

    public final var isOpen: Bool { state == .open }

    /// Whether this handle keeps the loop running; true at first.
    public final var keepsLoopRunning: Bool {
        get {
            checkOpen()
            return unsafe uv_has_ref(pointer) != 0
        }
        set {
            checkOpen()
            if newValue { unsafe uv_ref(pointer) } else { unsafe uv_unref(pointer) }
        }
    }

    /// Closes the handle; `handler` is called in a later iteration, when its memory is freed. A
    /// handle may be closed twice, but the second time without a handler.
    public final func close(then handler: (() -> Void)? = nil) {
        loop.checkThread()
        guard state == .open else {
            precondition(handler == nil, "A handle that was closed before cannot call a handler.")
            return
        }
        life = .closing
        closeHandler = handler
        unsafe uv_close(pointer) { unsafe Handle.finishClosing($0) }
    }

    /// Called when libuv has released the handle; subclasses drop closures that may retain it.
    func didClose() {}

    /// Called at the start of every public method.
    final func checkOpen() {
        loop.checkThread()
        precondition(state == .open, "A handle was used after it was closed.")
    }

    final func raw<Raw>(as type: Raw.Type) -> UnsafeMutablePointer<Raw> {
        unsafe UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: type)
    }

    /// The object of a pointer that libuv passes to a callback; nil if it is closing: late
    /// callbacks are ignored. `type` must be the class that registered the callback.
    static func recover<Raw, Object: Handle>(
        _ raw: UnsafeMutablePointer<Raw>?, as type: Object.Type
    ) -> Object? {
        guard let raw = unsafe raw else { return nil }
        // All handles of libuv begin with the members of uv_handle_t.
        let handle = unsafe UnsafeMutableRawPointer(raw).assumingMemoryBound(to: uv_handle_t.self)
        guard let data = unsafe handle.pointee.data else { return nil }
        let object = unsafe Unmanaged<Object>.fromOpaque(data).takeUnretainedValue()
        object.loop.checkThread()
        return object.state == .open ? object : nil
    }

    private static func finishClosing(_ pointer: UnsafeMutablePointer<uv_handle_t>?) {
        guard let pointer = unsafe pointer, let data = unsafe pointer.pointee.data else { return }
        let object = unsafe Unmanaged<Handle>.fromOpaque(data).takeRetainedValue()
        object.loop.checkThread()
        object.life = .closed
        object.loop.handleCount -= 1
        unsafe UnsafeMutableRawPointer(pointer).deallocate()
        object.didClose()
        let handler = object.closeHandler
        object.closeHandler = nil
        handler?()
    }
}
