// SPDX-License-Identifier: MIT

import CWaylandScreen
import PopoverModel
import PopoverScreens

/// A connection to a Wayland server; closed when its owner drops it.
@safe
final class WaylandServer {
    enum Event {
        case down(SeatFingers.Key, output: UInt32, point: Point, time: UInt32)
        case moved(SeatFingers.Key, point: Point, time: UInt32)
        case up(SeatFingers.Key, time: UInt32)
        case cancelled(seat: UInt32, isTouch: Bool)
        case outputsChanged
        /// People use a seat, or have not used it for a second.
        case activity(seat: UInt32, isActive: Bool)
        /// The server tells of a seat's activity: first that it is idle, if it is.
        case activityWatched(seat: UInt32)
        /// The answer to `ask`.
        case answered
        /// The server has closed an output's surface; `cover` makes another.
        case uncovered
        /// A key that reaches no window.
        case key(isEscape: Bool, output: UInt32)
    }

    enum Flushed {
        case all
        /// The rest has to wait until the descriptor is writable.
        case some
        case lost
    }

    private let screen: OpaquePointer

    /// - Parameter path: the socket's.
    init(path: String) throws(WaylandError) {
        var text = [CChar](repeating: 0, count: Int(WAYLAND_SCREEN_ERROR_CAPACITY))
        guard let screen = unsafe wayland_screen_open(path, &text) else {
            throw WaylandError(text)
        }
        unsafe self.screen = screen
    }

    deinit {
        unsafe wayland_screen_close(screen)
    }

    var descriptor: Int32 { unsafe wayland_screen_descriptor(screen) }

    /// All outputs, oldest first.
    var outputs: [ShieldedOutputs.Output] {
        var raw = [wayland_output](
            repeating: wayland_output(), count: Int(WAYLAND_SCREEN_OUTPUTS_CAPACITY))
        let count = unsafe wayland_screen_outputs(screen, &raw)
        return raw.prefix(Int(count)).map { raw in
            let name = unsafe withUnsafeBytes(of: raw.name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            let isMeasured = raw.height > 0 && raw.usable_height > 0
            let taken = isMeasured ? Double(max(0, raw.height - raw.usable_height)) : 0
            return ShieldedOutputs.Output(
                id: raw.id, name: name,
                size: Size(width: Double(raw.width), height: Double(raw.height)),
                scale: raw.scale, taken: TakenEdges(bottom: taken))
        }
    }

    /// The protocol that the server lacks; valid after its first answer.
    var missing: String? {
        unsafe wayland_screen_missing(screen).map { unsafe String(cString: $0) }
    }

    /// Why the connection is lost.
    var error: WaylandError {
        var text = [CChar](repeating: 0, count: Int(WAYLAND_SCREEN_ERROR_CAPACITY))
        unsafe wayland_screen_error(screen, &text)
        return WaylandError(text)
    }

    /// Reads up to some kilobytes; false: the connection is lost.
    func read() -> Bool { unsafe wayland_screen_read(screen) }

    /// The next event that was read; nil: none.
    func next() -> Event? {
        var event = wayland_event()
        guard unsafe wayland_screen_next(screen, &event) else { return nil }
        let key = SeatFingers.Key(seat: event.seat, isTouch: event.is_touch, detail: event.detail)
        let point = Point(x: event.x, y: event.y)
        switch event.kind {
        case WAYLAND_EVENT_DOWN:
            return .down(key, output: event.output, point: point, time: event.time)
        case WAYLAND_EVENT_MOVE: return .moved(key, point: point, time: event.time)
        case WAYLAND_EVENT_UP: return .up(key, time: event.time)
        case WAYLAND_EVENT_CANCEL:
            return .cancelled(seat: event.seat, isTouch: event.is_touch)
        case WAYLAND_EVENT_ANSWERED: return .answered
        case WAYLAND_EVENT_UNCOVERED: return .uncovered
        case WAYLAND_EVENT_KEY:
            return .key(isEscape: event.detail != 0, output: event.output)
        case WAYLAND_EVENT_ACTIVE: return .activity(seat: event.seat, isActive: true)
        case WAYLAND_EVENT_WATCHED: return .activityWatched(seat: event.seat)
        case WAYLAND_EVENT_IDLE: return .activity(seat: event.seat, isActive: false)
        default: return .outputsChanged
        }
    }

    func flush() -> Flushed {
        switch unsafe wayland_screen_flush(screen) {
        case 0: .all
        case 1: .some
        default: .lost
        }
    }

    /// Has the server answer once it has processed all requests.
    func ask() { unsafe wayland_screen_ask(screen) }

    /// Measures from now on the usable area of each output.
    func measureUsableArea() { unsafe wayland_screen_measure_usable(screen) }

    /// Covers outputs that have lost their surface.
    func cover() { unsafe wayland_screen_cover(screen) }

    /// Blocks taps on an output, keeps keys from windows, and draws the focus ring.
    func apply(_ cover: ShieldedOutputs.Cover, to output: UInt32) {
        let holes = (cover.holes ?? []).map(wayland_rectangle.init)
        unsafe wayland_screen_shield(
            screen, output, cover.holes != nil, holes, Int32(clamping: holes.count))
        unsafe wayland_screen_take_keys(screen, output, cover.takesKeys)
        guard let ring = cover.ring else { return unsafe wayland_screen_ring(screen, output, nil) }
        var around = wayland_rectangle(ring)
        unsafe wayland_screen_ring(screen, output, &around)
    }
}

struct WaylandError: Error {
    let message: String

    init(message: String) { self.message = message }

    fileprivate init(_ text: [CChar]) {
        let bytes = text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        message = String(decoding: bytes, as: UTF8.self)
    }
}

extension wayland_rectangle {
    fileprivate init(_ rect: Rect) {
        self.init(
            x: Int32(clamping: Int(rect.minX)), y: Int32(clamping: Int(rect.minY)),
            width: Int32(clamping: Int(rect.width)), height: Int32(clamping: Int(rect.height)))
    }
}
