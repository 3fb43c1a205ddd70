// SPDX-License-Identifier: MIT

import PopoverModel
package import PopoverScreens
import PopoverWire

/// The rules of the compositor: what the screen shows, and which window gets a press or a key.
///
/// It is a value: it handles events and returns orders, and knows neither wlroots, nor a socket, nor a
/// clock. The daemon decides; the stage asks it before it delivers a press, and shows what is in its scene:
///
/// 1. An app's window is beneath. A window with a mark is shown while the daemon has its popover or alert,
///    and taken off the screen with it, whatever its program does.
/// 2. Popups of the owner are its popover or a part of it; those of others are hidden while there is one.
///    Every other window lies below, but for keyboards.
/// 3. A press waits for the daemon's answer, and so does everything that people do after it.
/// 4. A popup of a program that is no client is shown while it has a popover, which the stage opens for it.
/// 5. Without the daemon, nothing marked is shown, popups are, and apps get every press.
package struct Stage {
    /// A daemon that has not answered about a press or a key after this time hangs. In microseconds, as all
    /// times.
    static let answerTime: Int64 = 1_000_000
    /// The same of a request for the scene, which may be large.
    static let sceneTime: Int64 = 5_000_000
    /// What a session or a hung program has left is covered for so long, unless its program draws.
    static let veilTime: Int64 = 1_000_000
    /// After the first drawing of a program that hung: it may have begun before.
    static let settlingTime: Int64 = 300_000

    /// Of a process; further ones are not shown.
    static let mostWindows = 64

    /// The most that a shadow covers beside a window, in points.
    static let shadowWidth = 32.0

    struct Tile: Hashable, Sendable {
        let id: UInt32
        let display: String
        let place: Rect
    }

    /// Covers a part of a window until its program has drawn.
    struct Veil: Hashable, Sendable {
        let window: StageWindow.ID
        /// In the window, which may move; nil: all of it.
        let part: Rect?
        var endsAt: Int64
        var hasDrawn = false
    }

    private(set) var outputs: ShieldedOutputs
    var tiles: [Tile] = []
    /// Oldest first.
    package internal(set) var windows: [StageWindow] = []
    var scene = StageScene()
    var state = ScreenState()
    /// The sizes that dialogs have chosen and that did not fit.
    var wishes: [StageWindow.ID: Size] = [:]
    /// The popover that a popup of an app's window is, or lies above: it goes with it.
    var ties: [StageWindow.ID: String] = [:]
    var veils: [Veil] = []
    var input = InputQueue()
    /// Oldest first.
    var presses: [Press] = []
    /// What people drag something with.
    var drag: Presser?
    /// Keys that nobody has got, and whose release nobody gets.
    var keptKeys: Set<Int32> = []
    /// Where the mouse is after the latest step that was handled; nil: it has not moved.
    var mouse: Point?
    /// Another window may be beneath the mouse since then.
    var isMouseStale = false
    /// The latest of each owner of keys, the latest of all last.
    var keyPresses: [KeyPress] = []
    var blanking: Blanking
    /// The number of the latest request.
    var requests = 0
    /// When typing was last reported to the daemon.
    var toldActivityAt = Int64.min / 2
    /// When the answers to requests are due, by their ids.
    var due: [String: Int64] = [:]
    /// The daemon is there, and has answered the request for its scene.
    private(set) var isSceneKnown = false
    private var isSceneStale = false
    private(set) var picture = Picture()
    var occluders = Occluders()
    /// Whether popups of programs that are no clients become popovers.
    package var opensForOthers = false
    package var guestRules: [GuestRule] = []
    /// Oldest first.
    var guests: [Guest] = []
    /// Popups of guests for which nothing was asked yet.
    var unasked: [StageWindow.ID] = []
    /// When the latest popup of a guest has gone, and when the daemon knew of all.
    var (guestLeftAt, guestsSettledAt) = (Int64.min, Int64.min)
    private var wakesAt: Int64?
    var now: Int64 = 0
    var orders: [StageOrder] = []

    private let drawsAlerts: Bool
    private let processStart: (UInt32) -> UInt64
    /// The processes of the daemon's clients, by their ids.
    var clients: [String: StageProcess] = [:]
    package var expected: ExpectedDisplays
    /// Whether Ctrl+Alt+F1 to F12 show other terminals.
    package var switchesTerminals = false
    /// The one that it was asked to draw last.
    private(set) var alert: StageAlert?

    /// - Parameters:
    ///   - drawsAlerts: whether it renders alerts, as shells do.
    ///   - blanksAfter: seconds without use after which it turns outputs off; 0: never.
    ///   - processStart: returns when a process started, as `StageProcess` says it.
    package init(
        names: OutputNames, drawsAlerts: Bool = false, blanksAfter: Int = 0,
        expected: ExpectedDisplays = ExpectedDisplays(),
        processStart: @escaping (UInt32) -> UInt64 = { _ in 0 }
    ) {
        self.processStart = processStart
        blanking = Blanking(seconds: blanksAfter)
        outputs = ShieldedOutputs(names: names)
        self.drawsAlerts = drawsAlerts
        self.expected = expected
    }

    /// Handles an event at a time in microseconds of CLOCK_MONOTONIC.
    package mutating func handle(_ event: StageEvent, at now: Int64) -> [StageOrder] {
        self.now = now
        switch event {
        case .outputs(let found): layOut(found)
        case .windowChanged(let window): change(window)
        case .windowGone(let id):
            windows.removeAll { $0.id == id }
            wishes[id] = nil
            ties[id] = nil
            veils.removeAll { $0.window == id }
            forgetPresses(of: id)
            isMouseStale = true
        case .windowDrew(let id): unveil(id, after: Self.settlingTime)
        case .windowAlive(let id, let isAlive):
            if isAlive { unveil(id, after: 0) } else { veil(again: id) }
        case .dragged(let presser):
            drag = presser
            isMouseStale = true
        case .alertPressed(let button): answerAlert(button)
        case .line(let line): receive(line)
        case .connected: connect()
        case .disconnected: disconnect()
        case .guestLine(let line, let process): receive(line, for: process)
        case .guestLost(let process): loseGuest(process)
        case .woke: wake()
        case .input(let step): if !keepsForWaking(step) { receive(step) }
        }
        drain()
        return conclude()
    }

    /// Adds what has followed from the event.
    private mutating func conclude() -> [StageOrder] {
        refresh()
        reviewGuests()
        pointAgain()
        reportKeyboards()
        let deadline = (veils.map(\.endsAt) + due.values + updateBlanking()).min()
        if let deadline, deadline != wakesAt { orders.append(.wake(at: deadline)) }
        wakesAt = deadline
        defer { orders = [] }
        return orders
    }

    /// Shows what follows from the state; before anything is delivered to it.
    mutating func refresh() {
        let wanted = composed()
        guard wanted != picture else { return }
        picture = wanted
        isMouseStale = true
        orders.append(.show(wanted))
    }

    private mutating func layOut(_ found: [StageOutput]) {
        outputs.update(
            found.map {
                ShieldedOutputs.Output(
                    id: $0.id, name: $0.name, size: $0.place.size, scale: $0.scale)
            })
        tiles = found.compactMap { output in
            outputs.display(of: output.id).map {
                Tile(id: output.id, display: $0, place: output.place)
            }
        }
        let shown = Dictionary(uniqueKeysWithValues: tiles.map { ($0.id, $0.display) })
        orders += expected.warnings(about: found, shown: shown).map { .log($0) }
        announce()
    }

    private mutating func change(_ window: StageWindow) {
        var wasMapped = false, tookPresses = false
        if let index = windows.firstIndex(where: { $0.id == window.id }) {
            wasMapped = windows[index].isMapped
            tookPresses = windows[index].anchor != nil
            windows[index] = keepingAnchor(window, windows[index].anchor)
            // What is shown again is on top.
            if window.isMapped && !wasMapped { windows.append(windows.remove(at: index)) }
        } else if windows.count(where: { $0.process == window.process }) < Self.mostWindows {
            windows.append(window)
        }
        tiePopups()
        if !wasMapped || !tookPresses { noteGuestPopup(window) }
        isMouseStale = true
    }

    private mutating func wake() {
        // A timer may be early: then it is ordered again.
        wakesAt = nil
        for veil in veils where veil.endsAt <= now {
            if veil.hasDrawn {
                veils.removeAll { $0 == veil }
            } else {
                orders.append(.askAlive(veil.window))
            }
        }
        if due.values.contains(where: { $0 <= now }) {
            due = [:]
            orders.append(.disconnect)
        }
    }

    /// An answer to this request is due then; a daemon that does not give it is given up.
    mutating func expect(_ request: String, within time: Int64) { due[request] = now + time }

    // MARK: The daemon

    private mutating func connect() {
        expect("hello", within: Self.sceneTime)
        orders.append(
            .send(
                requestLine("hello", id: "hello") { params in
                    params.member("protocol", 1)
                    params.member("app", "popover-stage")
                    params.member(
                        "roles", ["input", "observer"] + (drawsAlerts ? ["shell"] : []))
                }))
    }

    private mutating func disconnect() {
        isSceneKnown = false
        isSceneStale = false
        due = [:]
        scene = StageScene()
        clients = [:]
        endGuests()
        alert = nil
        // Those that it has added are still its own.
        var displays = state.displays
        displays.forget()
        state = ScreenState()
        state.displays = displays
        occluders = Occluders()
        isMouseStale = true
        // Nobody decides.
        decide(isDelivered: true)
    }

    private mutating func receive(_ line: String) {
        switch ServerMessage(line, reader: reader) {
        case .response("hello", _):
            due["hello"] = nil
            _ = state.apply(line)
            announce()
            orders.append(
                .send(
                    requestLine("bus.subscribe", id: Self.sceneRequest) {
                        $0.member("topics", Self.topics)
                    }))
            orders.append(.send(ScreenFocuses.line))
            expect(Self.sceneRequest, within: Self.sceneTime)
        case .response(Self.sceneRequest, let result):
            due[Self.sceneRequest] = nil
            _ = state.apply(line)
            let wasKnown = isSceneKnown
            isSceneKnown = true
            replaceScene(
                by: StageScene(
                    result.member("snapshot") ?? result, known: &clients, start: processStart))
            tiePopups()
            if !wasKnown { windows.forEach { noteGuestPopup($0) } }
            if isSceneStale { askScene() }
            if due[Self.sceneRequest] == nil { openForGuests() }
        case .response(let request, let result):
            due[request] = nil
            answer(request, result)
        case .error(let request, _):
            guard let request else { break }
            due[request] = nil
            answer(request, nil)
        case .notification("event", let params):
            _ = state.apply(line)
            if let topic = params?.member("topic")?.string { apply(topic, params?.member("data")) }
        case .notification("alert.present", let params):
            alert = StageAlert(params)
            agree(to: line)
            askScene()
        case .notification("alert.dismiss", let params):
            if params?.member("alert")?.string == alert?.id { alert = nil }
        case .notification("client.ping", _): agree(to: line)
        case .notification:
            switch state.apply(line) {
            case .displayChanged, .displayRemoved: announce()
            case .shields: isMouseStale = true
            default: break
            }
        case nil: break
        }
    }

    private static let topics = [
        "popover.*", "alert.*", "client.*", "session.*", "display.changed",
    ]
    private static let sceneRequest = "scene"
    let reader = JSONReader()

    private mutating func apply(_ topic: String, _ data: JSONNode?) {
        switch topic {
        case ScreenFocuses.topic: return
        case "session.ended":
            // The displays share the clipboard and the input method.
            orders.append(.forgetSession)
            coverSession(on: data?.member("display")?.string)
        case "session.locked": orders.append(.forgetSession)
        case "popover.closing":
            if let id = data?.member("popover")?.string { scene.close(id) }
        case "popover.closed":
            if let id = data?.member("popover")?.string { removePopover(id, data) }
        case "alert.answered", "alert.cancelled":
            let alert = data?.member("alert")?.string
            scene.alerts.removeAll { $0.id == alert }
        default: break
        }
        askScene()
    }

    /// Asks for the scene, which an event has changed; one request at a time.
    mutating func askScene() {
        isSceneStale = due[Self.sceneRequest] != nil
        guard !isSceneStale else { return }
        expect(Self.sceneRequest, within: Self.sceneTime)
        orders.append(.send(requestLine("status", id: Self.sceneRequest) { _ in }))
    }

    /// At once, since a frame may be drawn before the scene comes.
    private mutating func removePopover(_ id: String, _ data: JSONNode?) {
        guard let index = scene.popovers.firstIndex(where: { $0.id == id }) else { return }
        let popover = scene.popovers.remove(at: index)
        // A program that hangs leaves what it has drawn in its own window.
        guard data?.member("unresponsive")?.bool == true,
            let tile = tiles.first(where: { $0.display === popover.display }),
            !windows.contains(where: { $0.mark == GlassMark(.popover, id) })
        else { return }
        let place = popover.frame.offset(by: tile.place.origin)
        guard let shown = appWindow(of: popover.owner?.number, at: place.center) else { return }
        veil(shown.window, place.offset(by: Point(x: -shown.place.x, y: -shown.place.y)))
    }

    /// Covers what the apps have drawn for the person before.
    private mutating func coverSession(on display: String?) {
        for shown in picture.windows {
            guard windows.contains(where: { $0.id == shown.window && $0.isMapped && isApp($0) }),
                display == nil || tile(at: shown.place.center)?.display === display
            else { continue }
            veil(shown.window)
            dismissPopups(ofGuest: shown.window)
        }
    }

    // MARK: The alert that the stage draws

    /// Answers a request of the daemon's.
    mutating func agree(to line: String, for guest: StageProcess? = nil) {
        let request = try? reader.parse(Array(line.utf8), depthLimit: 64)
        guard let id = request?.member("id")?.string else { return }
        let answer = responseLine(to: id)
        orders.append(guest.map { .sendFor($0, answer) } ?? .send(answer))
    }

    /// Describes the displays, and removes those whose outputs are gone.
    mutating func announce() {
        var wanted = outputs.wanted
        for index in wanted.indices { wanted[index].isBlank = blanking.isBlank }
        // The last one stays while its output is off: apps would have to register all of their controls again.
        guard state.displays.isKnown && !wanted.isEmpty else { return }
        for name in state.displays.removeUnplugged(besides: wanted) {
            orders.append(.send(ScreenDisplay.removalLine(of: name)))
        }
        for line in state.displays.lines(for: wanted) { orders.append(.send(line)) }
    }
}
