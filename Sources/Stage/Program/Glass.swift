// SPDX-License-Identifier: MIT

import CStage
import PopoverConfiguration
import PopoverDrawing
import PopoverModel
import PopoverScreens
import PopoverStage

/// The outputs, windows and devices of wlroots; closed when its owner drops it.
@safe
final class Glass {
    struct OpeningError: Error, CustomStringConvertible {
        let description: String
    }

    private let stage: OpaquePointer
    private var picture = Picture()
    private var usage = Stage.Usage()
    private(set) var outputs: [StageOutput] = []

    /// - Parameter grantable: the rights that `allow` may give.
    init(
        _ screen: StageConfiguration.Screen, grantable: [StageConfiguration.Rights]
    ) throws(OpeningError) {
        var text = [CChar](repeating: 0, count: Int(STAGE_ERROR_CAPACITY))
        let opened = unsafe screen.socket.withCString { socket in
            var settings = unsafe stage_settings(
                socket: screen.socket.isEmpty ? nil : socket,
                rights: screen.rights.raw, grantable: grantable.reduce(0) { $0 | $1.raw })
            return unsafe stage_open(&settings, &text)
        }
        guard let opened = unsafe opened else {
            throw OpeningError(description: Self.string(text))
        }
        unsafe stage = unsafe opened
        outputs = readOutputs()
        if outputs.isEmpty { throw OpeningError(description: Self.darkness) }
    }

    private static let darkness =
        "nothing can be shown: connect a screen, or another one if the log names it, and start again"

    deinit { unsafe stage_close(stage) }

    var socket: String { unsafe String(cString: stage_socket(stage)) }

    var descriptor: Int32 { unsafe stage_descriptor(stage) }

    /// Handles what devices and clients have sent.
    func dispatch() { unsafe stage_dispatch(stage) }

    /// Gives the programs of a process group rights, from their next connection on.
    func allow(_ group: Int32, _ rights: StageConfiguration.Rights) {
        unsafe stage_allow(stage, group, rights.raw)
    }

    /// When a process started, in ticks since the machine did; 0: unknown.
    static func processStart(of process: UInt32) -> UInt64 {
        stage_process_start(Int32(bitPattern: process))
    }

    /// Sends what is queued.
    func flush() { unsafe stage_flush(stage) }

    // MARK: Events

    /// The next event; nil: there is none. Events that concern nobody are skipped.
    func next() -> StageEvent? {
        var raw = stage_event()
        while unsafe stage_next(stage, &raw) {
            if let event = event(raw) { return event }
        }
        return nil
    }

    private func event(_ raw: stage_event) -> StageEvent? {
        switch raw.kind {
        case STAGE_EVENT_OUTPUTS:
            outputs = readOutputs()
            return .outputs(outputs)
        case STAGE_EVENT_WINDOW_CHANGED: return window(raw.window).map { .windowChanged($0) }
        case STAGE_EVENT_WINDOW_GONE: return .windowGone(raw.window)
        case STAGE_EVENT_WINDOW_DREW: return .windowDrew(raw.window)
        case STAGE_EVENT_FINGER_DRAGS: return .dragged(.finger(raw.number))
        case STAGE_EVENT_BUTTON_DRAGS: return .dragged(.button(raw.number))
        case STAGE_EVENT_DRAG_ENDED: return .dragged(nil)
        default: return input(raw).map { .input($0) }
        }
    }

    private func input(_ raw: stage_event) -> StageInput? {
        let point = Point(x: raw.x, y: raw.y)
        switch raw.kind {
        case STAGE_EVENT_FINGER_DOWN:
            return .pressed(.finger(raw.number), at: point, time: raw.time)
        case STAGE_EVENT_FINGER_MOVED:
            return .moved(.finger(raw.number), to: point, time: raw.time)
        case STAGE_EVENT_FINGER_UP: return .released(.finger(raw.number), time: raw.time)
        case STAGE_EVENT_FINGER_CANCELED: return .canceled(.finger(raw.number))
        case STAGE_EVENT_MOUSE_MOVED: return .pointed(at: point, time: raw.time)
        case STAGE_EVENT_BUTTON_DOWN:
            return .pressed(.button(raw.number), at: point, time: raw.time)
        case STAGE_EVENT_BUTTON_UP: return .released(.button(raw.number), time: raw.time)
        case STAGE_EVENT_BUTTON_CANCELED: return .canceled(.button(raw.number))
        case STAGE_EVENT_WHEEL:
            return .wheeled(WheelStep(raw.wheel), at: point, time: raw.time)
        case STAGE_EVENT_KEY_DOWN, STAGE_EVENT_KEY_UP:
            return .key(
                StageKey(
                    raw.number, symbol: raw.symbol, isDown: raw.kind == STAGE_EVENT_KEY_DOWN,
                    time: raw.time, keyboard: KeyboardState(raw.keyboard),
                    isComposing: raw.is_composing))
        case STAGE_EVENT_MODIFIERS: return .modifiers(KeyboardState(raw.keyboard))
        default: return nil
        }
    }

    private func readOutputs() -> [StageOutput] {
        var raw = [stage_output](repeating: stage_output(), count: Int(STAGE_OUTPUTS_CAPACITY))
        let count = unsafe stage_outputs(stage, &raw)
        return raw.prefix(Int(count)).map { output in
            StageOutput(
                id: output.id, name: Self.string(of: output.name),
                place: Rect(
                    x: Double(output.x), y: Double(output.y), width: Double(output.width),
                    height: Double(output.height)), scale: output.scale)
        }
    }

    var touchScreens: [TouchScreen] {
        var raw = [stage_touch_screen](
            repeating: stage_touch_screen(), count: Int(STAGE_TOUCH_SCREENS_CAPACITY))
        let count = unsafe stage_touch_screens(stage, &raw)
        return raw.prefix(Int(count)).map { screen in
            let output = Self.string(of: screen.output)
            return TouchScreen(
                id: screen.id, name: Self.string(of: screen.name),
                output: output.isEmpty ? nil : output, isTablet: screen.is_tablet)
        }
    }

    private func window(_ id: UInt32) -> StageWindow? {
        var raw = stage_window_description()
        guard unsafe stage_describe(stage, id, &raw) else { return nil }
        let kind: StageWindow.Kind
        switch raw.kind {
        case STAGE_WINDOW_POPUP: kind = .popup(at: Point(x: Double(raw.x), y: Double(raw.y)))
        case STAGE_WINDOW_LAYER: kind = .layer(LayerRequest(raw))
        case STAGE_WINDOW_CANDIDATES:
            kind = .candidates(
                at: Point(x: Double(raw.x), y: Double(raw.y)), textHeight: Double(raw.text_height))
        default: kind = .toplevel
        }
        var window = StageWindow(
            id: id, kind: kind,
            owner: StageProcess(
                number: UInt32(bitPattern: raw.pid), user: raw.user, startedAt: raw.started_at),
            mayBeKeyboard: raw.rights & STAGE_RIGHT_KEYBOARD.rawValue != 0,
            parent: raw.parent == 0 ? nil : raw.parent, name: Self.string(of: raw.name),
            title: Self.string(of: raw.title), isMapped: raw.is_mapped,
            size: Size(width: Double(raw.width), height: Double(raw.height)))
        window.inhibitsBlank = raw.inhibits_idle
        window.grabs = raw.grabs
        if raw.grabs || raw.takes_presses {
            window.anchor = Rect(
                x: Double(raw.anchor_x), y: Double(raw.anchor_y), width: Double(raw.anchor_width),
                height: Double(raw.anchor_height))
        }
        return window
    }

    private static func string(_ text: [CChar]) -> String {
        String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private static func string<Text>(of text: Text) -> String {
        unsafe withUnsafeBytes(of: text) { bytes in
            unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    // MARK: Orders

    /// Sets an output's size, scale and rotation; false: it does not take them.
    func set(_ output: StageOutput, to wanted: StageConfiguration.Output) -> Bool {
        let quarters = StageConfiguration.Rotation.allCases.firstIndex(of: wanted.rotation) ?? 0
        return unsafe stage_set_output(
            stage, output.id, Int32(wanted.width), Int32(wanted.height), wanted.scale,
            Int32(quarters))
    }

    /// - Parameter output: nil: none.
    func put(_ screen: TouchScreen, on output: String?) {
        let found = outputs.first { $0.name == output }
        unsafe stage_map_touch_screen(stage, screen.id, found?.id ?? 0)
    }

    /// Sets the layout of keyboards, or checks it only if there is no glass, and returns a warning; empty: none.
    @discardableResult
    static func set(
        _ keyboard: StageConfiguration.Keyboard, on glass: Glass? = nil
    ) throws(OpeningError) -> String {
        var text = [CChar](repeating: 0, count: Int(STAGE_ERROR_CAPACITY))
        let isSet = unsafe stage_set_layout(
            glass?.stage, keyboard.name, keyboard.layout, keyboard.variant, keyboard.options,
            keyboard.locksNumbers, &text)
        let hint = "/usr/share/X11/xkb/rules/evdev.lst lists names"
        let reason = string(text)
        if isSet { return reason.isEmpty ? "" : "\(reason); \(hint)" }
        let names = [
            ("layout", keyboard.layout), ("variant", keyboard.variant),
            ("options", keyboard.options),
        ].filter { !$0.1.isEmpty }.map { "\($0.0) \"\($0.1)\"" }.joined(separator: ", ")
        throw OpeningError(
            description: "no keymap for \(names): \(reason); \(hint)")
    }

    func show(_ wanted: Picture) {
        let remaining = Set(wanted.windows.map(\.window))
        for shown in picture.windows where !remaining.contains(shown.window) {
            unsafe stage_hide(stage, shown.window)
        }
        if wanted.windows != picture.windows {
            for shown in wanted.windows {
                let place = stage_rect(shown.place)
                var bounds = stage_bounds(shown)
                unsafe stage_show(
                    stage, shown.window, shown.level.raw, place.x, place.y, place.width,
                    place.height, &bounds)
                guard shown.clip != shown.place else { continue }
                let clip = stage_rect(shown.clip)
                unsafe stage_clip(
                    stage, shown.window, clip.x, clip.y, clip.width, clip.height)
            }
        }
        draw(wanted.drawn)
        if wanted.focus != picture.focus { unsafe stage_focus(stage, wanted.focus ?? 0) }
        picture = wanted
    }

    private func draw(_ wanted: [Picture.Drawn]) {
        for slot in 0..<max(wanted.count, picture.drawn.count) {
            let old = picture.drawn.indices.contains(slot) ? picture.drawn[slot] : nil
            let new = wanted.indices.contains(slot) ? wanted[slot] : nil
            guard old != new else { continue }
            guard let new else {
                unsafe stage_erase(stage, UInt32(slot))
                continue
            }
            draw(new, in: UInt32(slot))
        }
    }

    private func draw(_ drawn: Picture.Drawn, in slot: UInt32) {
        switch drawn.kind {
        case .dim(let share): fill(drawn, slot, [0, 0, 0, Float(share)])
        case .veil: fill(drawn, slot, [0.15, 0.15, 0.17, 1])
        case .bubble(let side, let tip, let appearance):
            let arrow = side.flatMap { side in tip.map { (side: side, tip: $0) } }
            let body = PopoverBody(frame: drawn.place, arrow: arrow, appearance: appearance)
            draw(body.pixels(scale: scale(at: drawn.place.center)), body.place, drawn.level, slot)
        case .alert(let alert):
            let card = AlertCard(alert, at: drawn.place)
            draw(card.pixels(scale: scale(at: drawn.place.center)), card.place, drawn.level, slot)
        case .ring:
            let ring = RingPicture(around: drawn.place, width: FocusRing.width)
            draw(ring.pixels(scale: scale(at: drawn.place.center)), ring.place, drawn.level, slot)
        }
    }

    private func fill(_ drawn: Picture.Drawn, _ slot: UInt32, _ color: [Float]) {
        let place = stage_rect(drawn.place)
        unsafe stage_fill(
            stage, slot, drawn.level.raw, place.x, place.y, place.width, place.height, color)
    }

    private func draw(
        _ pixels: Pixels?, _ place: Rect, _ level: Picture.Level, _ slot: UInt32
    ) {
        unsafe stage_erase(stage, slot)
        guard let pixels, !pixels.values.isEmpty else { return }
        let place = stage_rect(place)
        unsafe stage_draw(
            stage, slot, level.raw, place.x, place.y, place.width, place.height, pixels.values,
            Int32(pixels.width), Int32(pixels.height), Int32(pixels.stride * 4))
    }

    private func scale(at point: Point) -> Double {
        outputs.first { $0.place.contains(point) }?.scale ?? 1
    }

    func carryOut(_ order: StageOrder) {
        switch order {
        case .show(let picture): show(picture)
        case .turnOutputs(let isOn): unsafe stage_set_power(stage, isOn)
        case .press(.finger(let number), let point, let time):
            unsafe stage_touch_down(stage, number, point.x, point.y, time)
        case .press(.button(let code), let point, let time):
            unsafe stage_point(stage, point.x, point.y, time)
            unsafe stage_button(stage, code, true, time)
        case .move(.finger(let number), let point, let time):
            unsafe stage_touch_moved(stage, number, point.x, point.y, time)
        case .move(.button, let point, let time):
            unsafe stage_point(stage, point.x, point.y, time)
        case .release(.finger(let number), let time): unsafe stage_touch_up(stage, number, time)
        case .release(.button(let code), let time): unsafe stage_button(stage, code, false, time)
        case .cancel(.finger(let number)): unsafe stage_touch_cancel(stage, number)
        case .cancel(.button(let code)): unsafe stage_button(stage, code, false, 0)
        case .dragNowhere(let point): unsafe stage_drag_nowhere(stage, point.x, point.y)
        case .cancelDrag: unsafe stage_cancel_drag(stage)
        case .point(let point, let time): unsafe stage_point(stage, point.x, point.y, time)
        case .pointNowhere: unsafe stage_unpoint(stage)
        case .wheel(let step, let time):
            unsafe stage_wheel(stage, stage_wheel_step(step), time)
        case .key(let key):
            unsafe stage_key(
                stage, stage_keyboard(key.keyboard), key.code, key.isDown, key.time)
        case .modifiers(let keyboard):
            unsafe stage_modifiers(stage, stage_keyboard(keyboard))
        case .switchTerminal(let number): unsafe stage_switch_terminal(stage, number)
        case .dismiss(let window): unsafe stage_dismiss(stage, window)
        case .awaitDrawing(let window, let part):
            let place = part.map(stage_rect) ?? (x: 0, y: 0, width: 0, height: 0)
            unsafe stage_await_drawing(
                stage, window, place.x, place.y, place.width, place.height)
        case .forgetSession: unsafe stage_forget_session(stage)
        case .send, .sendFor, .endFor, .log, .disconnect, .askAlive, .wake, .pressAlert: break
        }
    }

    /// Tells programs that wait until nobody uses the screen.
    func report(_ new: Stage.Usage) {
        if new.lastAt != usage.lastAt { unsafe stage_report_use(stage) }
        if new.isKept != usage.isKept { unsafe stage_keep_awake(stage, new.isKept) }
        usage = new
    }

    /// The button of the alert at both ends of a press.
    func alertButton(from start: Point, to end: Point) -> String? {
        for drawn in picture.drawn {
            guard case .alert(let alert) = drawn.kind else { continue }
            let card = AlertCard(alert, at: drawn.place)
            let button = card.button(at: start)
            return button == card.button(at: end) ? button : nil
        }
        return nil
    }

    func isAlive(_ window: StageWindow.ID) -> Bool { unsafe stage_is_alive(stage, window) }
}

extension AlertCard {
    /// Buttons are as high as a finger needs.
    fileprivate init(_ alert: StageAlert, at frame: Rect) {
        self.init(
            title: alert.title, message: alert.message, severity: alert.severity,
            buttons: alert.buttons, frame: frame, direction: alert.direction,
            language: alert.language)
        buttonHeight = 48
    }
}
