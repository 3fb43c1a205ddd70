// SPDX-License-Identifier: MIT

import CXScreen
import PopoverModel
import PopoverScreens

/// A connection to an X server; closed when its owner drops it.
@safe
final class XServer {
    struct Output {
        let name: String
        /// In pixels.
        let place: Rect
        let isPrimary: Bool
    }

    enum Event {
        case swallowed(Fingers.Input)
        case seen(Fingers.Input)
        case pointer(Point?)
        /// Outputs or devices have changed: connect again.
        case changed
        case restacked
        /// Another client's window was mapped or renamed; `follow` reports its position.
        case shown(UInt32, WindowNames, GlassWindows.Facts)
        /// The position of a followed window, in pixels; nil: not visible. `top` is its ancestor below
        /// the root.
        case placed(UInt32, Rect?, top: UInt32)
        /// A followed window was unmapped, and is not followed any more.
        case gone(UInt32)
        /// A key that reaches nobody, by the kernel's code.
        case key(UInt32)
        /// The window that is to have the keys may be another: call `seekKeys`.
        case keysDue
        /// The order of the windows below the root, the lowest first.
        case stacked([GlassWindows.Stacked])
        case lost
    }

    private let screen: OpaquePointer

    /// Connects, and waits for the server; see `limitWait`.
    init(_ name: String) throws(XError) {
        var text = [CChar](repeating: 0, count: Int(X_SCREEN_ERROR_CAPACITY))
        var isRefused = false
        guard let screen = unsafe x_screen_open(name, &text, &isRefused) else {
            let message = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw XError(message: String(decoding: message, as: UTF8.self), isRefused: isRefused)
        }
        unsafe self.screen = screen
    }

    /// Gives up the connection that is used if this and the calls until the limit is 0 take longer.
    static func limitWait(seconds: UInt32) { x_screen_limit_wait(seconds) }

    /// The file with the server's cookie is another than when the process began.
    static var hasNewCookie: Bool { x_screen_has_new_cookie() }

    /// It was given up, since it took too long.
    var isHanging: Bool { unsafe x_screen_is_hanging(screen) }

    deinit {
        unsafe x_screen_close(screen)
    }

    var descriptor: Int32 { unsafe x_screen_descriptor(screen) }

    var outputs: [Output] {
        var raw = [x_output](repeating: x_output(), count: Int(X_SCREEN_OUTPUTS_CAPACITY))
        let count = unsafe x_screen_outputs(screen, &raw)
        return raw.prefix(Int(count)).map { raw in
            Output(
                name: Self.text(raw.name), place: Rect(raw.place), isPrimary: raw.is_primary)
        }
    }

    /// A C text, which ends with NUL.
    private static func text<Characters>(_ characters: Characters) -> String {
        unsafe withUnsafeBytes(of: characters) { bytes in
            guard let start = bytes.baseAddress, unsafe bytes[0] != 0 else { return "" }
            return unsafe String(cString: start.assumingMemoryBound(to: CChar.self))
        }
    }

    /// The next event; nil: none for now.
    func next() -> Event? {
        var event = x_event()
        let status = unsafe x_screen_next(screen, &event)
        guard status != 0 else { return nil }
        guard status > 0 else { return .lost }
        let place = event.has_place ? Point(x: event.x, y: event.y) : nil
        let phase: Fingers.Phase
        switch event.kind {
        case X_EVENT_DOWN: phase = .down
        case X_EVENT_MOVE: phase = .move
        case X_EVENT_UP: phase = .up
        case X_EVENT_POINTER: return .pointer(place)
        case X_EVENT_RESTACKED: return .restacked
        case X_EVENT_SHOWN:
            let names = WindowNames(
                instance: Self.text(event.instance), kind: Self.text(event.class_name),
                title: Self.text(event.title))
            let facts = GlassWindows.Facts(
                title: names.title, process: event.process, isOverride: event.is_override,
                isDrawn: event.is_drawn, isMenu: event.is_menu)
            return .shown(event.window, names, facts)
        case X_EVENT_PLACED:
            let place = event.place.width > 0 ? Rect(event.place) : nil
            return .placed(event.window, place, top: event.top)
        case X_EVENT_GONE: return .gone(event.window)
        case X_EVENT_KEY: return .key(event.detail)
        case X_EVENT_KEYS_DUE: return .keysDue
        case X_EVENT_STACKED: return .stacked(stack)
        default: return .changed
        }
        let input = Fingers.Input(
            phase: phase, key: Fingers.Key(isTouch: event.is_touch, detail: event.detail),
            time: event.time, place: place)
        return event.is_swallowed ? .swallowed(input) : .seen(input)
    }

    private var stack: [GlassWindows.Stacked] {
        var raw = [x_stacked](repeating: x_stacked(), count: Int(X_SCREEN_STACK_CAPACITY))
        let count = unsafe x_screen_stack(screen, &raw)
        return raw.prefix(Int(count)).map {
            GlassWindows.Stacked(window: $0.window, isManagers: $0.is_managers)
        }
    }

    /// Which processes windows are of.
    var knowsProcesses: Bool { unsafe x_screen_knows_processes(screen) }

    /// False: too many requests are pending.
    func askForPointer() -> Bool { unsafe x_screen_ask_pointer(screen) }

    /// Blocks taps in these areas outside of the holes.
    func shield(_ covers: [Rect], holes: [Rect]) {
        let covers = covers.map(x_rectangle.init)
        let holes = holes.map(x_rectangle.init)
        unsafe x_screen_shield(
            screen, covers, Int32(covers.count), holes, Int32(clamping: holes.count))
    }

    /// False: too many windows are followed.
    func follow(_ window: UInt32) -> Bool { unsafe x_screen_follow(screen, window) }

    /// Reports a window's names again.
    func look(_ window: UInt32) { unsafe x_screen_look(screen, window) }

    func watchStack(_ isWatched: Bool) { unsafe x_screen_watch_stack(screen, isWatched) }
    func askStack() { unsafe x_screen_ask_stack(screen) }

    func perform(_ repair: GlassWindows.Repair) {
        switch repair {
        case .lower(let window, let other): unsafe x_screen_lower(screen, window, other)
        case .raise(let window, let other): unsafe x_screen_raise_above(screen, window, other)
        case .ask(let window, let other): unsafe x_screen_ask_raise(screen, window, other)
        }
    }

    /// False: the server lacks XTEST.
    @discardableResult
    func pressEscape() -> Bool { unsafe x_screen_press_escape(screen) }

    func hide(_ window: UInt32) { unsafe x_screen_hide(screen, window) }
    func raise() { unsafe x_screen_raise(screen) }

    /// Draws a ring of this width around a rectangle on an output, all in pixels; nil: none.
    func ring(_ ring: (around: Rect, output: Rect, width: Int)?) {
        guard let ring else { return unsafe x_screen_ring(screen, nil, nil, 0) }
        var around = x_rectangle(ring.around)
        var output = x_rectangle(ring.output)
        unsafe x_screen_ring(screen, &around, &output, Int32(clamping: ring.width))
    }

    /// Has the process's window nearest to the frame get the keys, else nobody.
    func takeKeys(for process: UInt32?, near frame: Rect) {
        unsafe x_screen_take_keys(screen, process ?? 0, x_rectangle(frame))
    }

    /// Returns the keys, and gives them to the process, if it has a window.
    func offerKeys(to process: UInt32, near frame: Rect) {
        unsafe x_screen_offer_keys(screen, process, x_rectangle(frame))
    }

    func seekKeys() { unsafe x_screen_seek_keys(screen) }
    func returnKeys() { unsafe x_screen_return_keys(screen) }
    func flush() { unsafe x_screen_flush(screen) }
}

struct XError: Error {
    let message: String
    /// The server wants another cookie.
    var isRefused = false
}

extension x_rectangle {
    fileprivate init(_ rect: Rect) {
        self.init(
            x: Int16(clamping: Int(rect.minX)), y: Int16(clamping: Int(rect.minY)),
            width: UInt16(clamping: Int(rect.width)), height: UInt16(clamping: Int(rect.height)))
    }
}

extension Rect {
    fileprivate init(_ rectangle: x_rectangle) {
        self.init(
            x: Double(rectangle.x), y: Double(rectangle.y), width: Double(rectangle.width),
            height: Double(rectangle.height))
    }
}
