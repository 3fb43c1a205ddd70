// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverScreens
import PopoverWire

/// Guests: programs that are no clients of the daemon. A popup of theirs that grabs is a popover, which the
/// stage opens for them, over a connection for each. So is one that takes presses, as drop-down lists of
/// Chromium do, where people have pressed last. It is at its own place, and the daemon learns where that is:
/// presses there are inside.
extension Stage {
    /// Each has a connection to the daemon. Popups of further programs are asked to close.
    static let mostGuests = 64
    /// What an open may wait for its display, in milliseconds.
    private static let openWait: Int64 = 1000

    private static let noRight =
        "popups of programs that are no clients lie beside popovers: the daemon refuses to let the stage open "
        + "popovers for them (%); give the stage's user the right open-for-others in a [[bind]] of "
        + "popoverd.toml, or remove opensForOthers from [stage]"

    // MARK: Who is one

    /// Whether a process has connected to the daemon by itself.
    func isClient(_ process: StageProcess) -> Bool {
        let guest = guests.first { $0.process == process }
        // What the daemon says about it meanwhile is the stage's own connection.
        if let guest, guest.client == nil { return false }
        return clients.contains { $0.value == process && $0.key != guest?.client }
    }

    func isGuest(_ process: StageProcess) -> Bool {
        opensForOthers && isSceneKnown && !isClient(process)
    }

    /// Whether a window is shown as a popover or not at all. The menus that it opens belong to it.
    func isGuestPopup(_ window: StageWindow) -> Bool {
        isGuest(window.owner) && mayBePopover(window)
            && (window.grabs || unasked.contains(window.id)
                || guests.contains { $0.popup == window.id })
    }

    /// Whether it is a popup of an app's window, and no hint.
    private func mayBePopover(_ window: StageWindow) -> Bool {
        guard case .popup = window.kind, window.anchor != nil,
            let parent = windows.first(where: { $0.id == window.parent })
        else { return false }
        return parent.kind == .toplevel && parent.mark == nil && rule(for: window).opensPopovers
    }

    /// The rule for the app that a popup or a dialog belongs to.
    func rule(for window: StageWindow) -> GuestRule {
        let name = root(of: window).name
        return guestRules.first { $0.appID == name } ?? guestRules.first { $0.appID.isEmpty }
            ?? GuestRule()
    }

    func hasPopover(_ window: StageWindow) -> Bool {
        guests.contains { guest in
            guest.popup == window.id && scene.popovers.contains { $0.id == guest.popover }
        }
    }

    /// What a guest has a popover for stays that. Firefox has menus take no presses until they are seen.
    func keepingAnchor(_ window: StageWindow, _ anchor: Rect?) -> StageWindow {
        var window = window
        if guests.contains(where: { $0.popup == window.id }) {
            window.anchor = window.anchor ?? anchor
        }
        return window
    }

    // MARK: Opening

    /// A popup or a dialog that is new waits for the next scene: its program may have become a client just now,
    /// or be none any more.
    mutating func noteGuestPopup(_ window: StageWindow) {
        guard opensForOthers, isSceneKnown, !guests.contains(where: { $0.popup == window.id })
        else { return }
        if !unasked.contains(window.id) {
            let isPressed = keyPresses.last?.window == root(of: window).id
            guard mayBePopover(window) && (window.grabs || isPressed) || isGuestDialog(window)
            else { return }
            unasked.append(window.id)
        }
        // A popup draws meanwhile.
        if window.isMapped || window.kind != .toplevel { askScene() }
    }

    /// Opens popovers for what was there before the scene was asked for.
    mutating func openForGuests() {
        let found = unasked.compactMap { id in windows.first { $0.id == id } }
        // Without a grab, only what it draws says whether it takes presses: tool tips do not.
        let isReady = { (window: StageWindow) in
            window.isMapped || window.grabs && window.size.area > 0
        }
        unasked = found.filter { !isReady($0) }.map(\.id)
        for window in found where isReady(window) && isGuest(window.owner) {
            guard
                guests.count < Self.mostGuests
                    || guests.contains(where: { $0.process == window.owner })
            else {
                orders.append(.dismiss(window.id))
                continue
            }
            if isGuestDialog(window) { present(window) }
            guard mayBePopover(window), let anchor = window.anchor,
                let parent = picture.windows.first(where: { $0.window == window.parent }),
                let tile = tile(at: parent.place.center)
            else { continue }
            open(window, anchor.offset(by: parent.place.origin), on: tile)
        }
    }

    /// - Parameter anchor: in the layout.
    private mutating func open(_ window: StageWindow, _ anchor: Rect, on tile: Tile) {
        let index = indexOfGuest(window.owner, app: appName(of: window))
        guests[index].popup = window.id
        guests[index].isDrawn = window.isMapped
        guests[index].popover = nil
        guests[index].hit = []
        guests[index].opens += 1
        let rule = rule(for: window)
        let request = OpenRequest(
            behavior: rule.behavior, size: window.size, place: Place(display: tile.display),
            anchor: anchor.offset(by: Point(x: -tile.place.x, y: -tile.place.y)),
            minimum: Size(width: 1, height: 1), isModal: rule.isModal,
            wait: .milliseconds(Self.openWait))
        let line = requestLine("popover.open", id: guests[index].request) {
            request.writeMembers(to: &$0)
        }
        // The popup is not shown until then.
        expect(opening(window.owner), within: Self.sceneTime)
        orders.append(.sendFor(window.owner, line))
    }

    /// The open that a guest waits for.
    private func opening(_ process: StageProcess) -> String { "open \(process.number)" }

    mutating func indexOfGuest(_ process: StageProcess, app: String) -> Int {
        if let index = guests.firstIndex(where: { $0.process == process }) { return index }
        let hello = Hello(
            protocolVersion: ProtocolVersion.current, app: app,
            represented: RepresentedProcess(
                pid: Int64(process.number), uid: Int64(process.user)))
        orders.append(
            .sendFor(process, requestLine("hello", id: "hello") { hello.writeMembers(to: &$0) }))
        guests.append(Guest(process: process))
        return guests.count - 1
    }

    /// The app id of the app's window, as the daemon spells names of apps.
    func appName(of window: StageWindow) -> String {
        AppName.spelling(root(of: window).name)
    }

    // MARK: The daemon

    /// Handles a line of the daemon's to the connection for a guest.
    mutating func receive(_ line: String, for process: StageProcess) {
        guard let index = guests.firstIndex(where: { $0.process == process }) else { return }
        let guest = guests[index]
        let message = ServerMessage(line, reader: reader)
        switch message {
        case .response(guest.request, _), .error(guest.request, _): due[opening(process)] = nil
        default: break
        }
        switch message {
        case .response("hello", let result):
            guests[index].client = result.member("client")?.string
        case .response(Self.closeRequest, _), .error(Self.closeRequest, _):
            guests[index].closings -= 1
            guard guests[index].closings == 0 else { break }
            due[closing(process)] = nil
            guestsSettledAt = now
        case .response(let request, let result):
            if let view = result.member("view")?.string { note(view, of: request, at: index) }
            guard let popover = result.member("popover")?.string else { break }
            guard request == guest.request, guest.popup != nil else {
                return close(popover, at: index)
            }
            guests[index].popover = popover
            setFrame(result, at: index)
            addToScene(popover, result, of: process)
        case .error("hello", let error):
            if error.needs == Right.openForOthers.rawValue {
                refuse(error.message)
            } else {
                endGuest(process)
            }
        case .error(let request, _):
            if request == guest.request { dismiss(at: index) }
        case .notification("popover.willClose", let params):
            if params?.member("popover")?.string == guest.popover { dismiss(at: index) }
            agree(to: line, for: process)
        case .notification("popover.closed", let params):
            if params?.member("popover")?.string == guest.popover { dismiss(at: index) }
        case .notification("popover.moved", let params):
            if params?.member("popover")?.string == guest.popover { setFrame(params, at: index) }
        case .notification("view.closed", let params):
            closeDialog(params?.member("view")?.string, at: index)
        case .notification("client.ping", _): agree(to: line, for: process)
        case .notification, nil: break
        }
    }

    private mutating func setFrame(_ node: JSONNode?, at index: Int) {
        guard let frame = node?.member("frame").flatMap(Rect.init) else { return }
        guests[index].frame = frame
        // In the new frame it is elsewhere.
        guests[index].hit = []
    }

    /// At once, since the popup may be ready: the next scene has it, too.
    private mutating func addToScene(_ id: String, _ grant: JSONNode, of process: StageProcess) {
        guard !scene.popovers.contains(where: { $0.id == id }),
            let popup = guests.first(where: { $0.process == process })?.popup,
            let parent = windows.first(where: { $0.id == popup })?.parent,
            let shown = picture.windows.first(where: { $0.window == parent }),
            let tile = tile(at: shown.place.center),
            let frame = grant.member("frame").flatMap(Rect.init)
        else { return }
        scene.popovers.append(
            StageScene.Popover(
                id: id, owner: process, display: tile.display, frame: frame, side: nil, tip: nil,
                isModal: false, isClosing: false))
    }

    /// Asks a guest's popup to close.
    private mutating func dismiss(at index: Int) {
        if let popup = guests[index].popup { orders.append(.dismiss(popup)) }
        guests[index].popup = nil
        guests[index].popover = nil
    }

    /// Of an app's window, hints as well, which the daemon does not know.
    mutating func dismissPopups(ofGuest app: StageWindow.ID) {
        for window in windows where isGuest(window.owner) && root(of: window).id == app {
            if case .popup = window.kind { orders.append(.dismiss(window.id)) }
        }
    }

    private static let closeRequest = "close"

    /// What a guest is waited for.
    private func closing(_ process: StageProcess) -> String {
        "\(Self.closeRequest) \(process.number)"
    }

    private mutating func close(_ popover: String, at index: Int) {
        end(
            requestLine("popover.close", id: Self.closeRequest) { params in
                params.member("popover", popover)
                params.member("outcome", "cancel")
            }, at: index)
    }

    /// What people do next waits for the daemon's answer.
    private mutating func end(_ line: String, at index: Int) {
        let process = guests[index].process
        guests[index].closings += 1
        expect(closing(process), within: Self.answerTime)
        orders.append(.sendFor(process, line))
    }

    /// The stage may not open popovers for others: their popups are shown as those of clients.
    private mutating func refuse(_ reason: String) {
        orders.append(.log(Self.noRight.replacing("%", with: reason)))
        opensForOthers = false
        endGuests()
    }

    /// The name of the app is reserved for others.
    private mutating func endGuest(_ process: StageProcess) {
        loseGuest(process)
        orders.append(.endFor(process))
    }

    /// The daemon has ended the connection for a guest, and with it the popover.
    mutating func loseGuest(_ process: StageProcess) {
        guard let index = guests.firstIndex(where: { $0.process == process }) else { return }
        dismiss(at: index)
        forget(process)
        if let client = guests.remove(at: index).client { clients[client] = nil }
    }

    mutating func endGuests() {
        for guest in guests {
            orders.append(.endFor(guest.process))
            forget(guest.process)
        }
        guests = []
        unasked = []
    }

    /// No answer is due any more.
    private mutating func forget(_ process: StageProcess) {
        due[opening(process)] = nil
        due[closing(process)] = nil
    }

    // MARK: What the programs do

    /// Tells the daemon what has become of guests and their popups.
    mutating func reviewGuests() {
        for index in guests.indices {
            leaveDialogs(at: index)
            guard let popup = guests[index].popup else { continue }
            let window = windows.first { $0.id == popup }
            if window?.isMapped == true { guests[index].isDrawn = true }
            if window == nil || guests[index].isDrawn && window?.isMapped == false {
                leave(at: index)
            } else if let popover = guests[index].popover {
                report(places(of: popup, from: guests[index].frame.origin), of: popover, at: index)
            }
        }
        for guest in guests
        where guest.closings == 0 && !windows.contains(where: { $0.owner == guest.process }) {
            orders.append(.endFor(guest.process))
            forget(guest.process)
            guests.removeAll { $0.process == guest.process }
        }
    }

    /// The popup is gone: nobody needs its popover.
    private mutating func leave(at index: Int) {
        let guest = guests[index]
        guestLeftAt = now
        guests[index].popup = nil
        guests[index].popover = nil
        if let popover = guest.popover { return close(popover, at: index) }
        // If it is granted already, the grant is returned.
        end(
            requestLine("request.cancel", id: Self.closeRequest) {
                $0.member("request", guest.request)
            }, at: index)
    }

    /// When the daemon is to judge a press: one that came after a popup was gone is of the time when the daemon
    /// knew.
    func timeOfReport(_ time: Int64) -> Int64 {
        time >= guestLeftAt ? max(time, guestsSettledAt) : time
    }

    private mutating func report(_ places: [Rect], of popover: String, at index: Int) {
        guard !places.isEmpty, places != guests[index].hit else { return }
        guests[index].hit = places
        let changes = PopoverChanges(hit: places)
        orders.append(
            .sendFor(
                guests[index].process,
                requestLine("popover.update", id: "update") { params in
                    params.member("popover", popover)
                    changes.writeMembers(to: &params)
                }))
    }

    /// Where a popup and the menus that it has opened are, from a point of the display.
    private func places(of popup: StageWindow.ID, from point: Point) -> [Rect] {
        picture.windows.compactMap { shown in
            guard belongs(shown.window, to: popup), let tile = tile(at: shown.room.center) else {
                return nil
            }
            return shown.place.offset(
                by: Point(x: -tile.place.x - point.x, y: -tile.place.y - point.y))
        }
    }

    private func belongs(_ id: StageWindow.ID, to popup: StageWindow.ID) -> Bool {
        var next: StageWindow.ID? = id
        for _ in windows {
            if next == popup { return true }
            next = windows.first { $0.id == next }?.parent
        }
        return false
    }
}
