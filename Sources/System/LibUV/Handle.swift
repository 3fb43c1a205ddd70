// SPDX-License-Identifier: MIT

import CLibUV

/// What all handles share: their state, their owner, and their end.
///
/// The loop owns a handle from its making until its close callback. Closing is explicit and takes
/// until the loop's next turn; a handle that nobody closes keeps the loop from closing.
@safe
public class Handle {
    public enum State: Hashable, Sendable {
        /// Usable. Can go to: `closing`.
        case open
        /// `close(then:)` was called; no more callbacks arrive. Can go to: `closed`.
        case closing
        /// Its memory is returned. The end.
        case closed
    }

    public final let loop: Loop
    public final var state: State { life }
    /// Private, so that the compiler knows who changes it, and looking costs no check.
    private final var life = State.open
    /// Owned by the loop until the close callback.
    final let pointer: UnsafeMutablePointer<uv_handle_t>
    private final var closeHandler: (() -> Void)?

    /// Allocates the memory of a `Raw` and has it initialized; it is returned when that throws.
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

    /// Whether the loop keeps running for this handle's sake; true at first.
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

    /// Closes the handle; `handler` is called in a later turn, when its memory is returned.
    ///
    /// Closing again is harmless, but then there is no moment left to call a handler at.
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

    /// For subclasses: libuv has let go of the handle. Callers' closures are to be dropped here,
    /// since they may well hold the handle.
    func didClose() {}

    /// Every entrance of a handle begins here.
    final func checkOpen() {
        loop.checkThread()
        precondition(state == .open, "A handle was used after it was closed.")
    }

    final func raw<Raw>(as type: Raw.Type) -> UnsafeMutablePointer<Raw> {
        unsafe UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: type)
    }

    /// The object behind a pointer that libuv gives to a callback; nil when it is closing, since a
    /// callback that was under way then is to be ignored.
    ///
    /// `type` must be the class that registered the callback.
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
