// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverWire

/// What becomes of guests' menus and of their popovers.
extension GuestMenus {
    /// What an open may wait for its display, in milliseconds.
    private static let openWait: Int64 = 1000
    /// Times in microseconds. A press beside a menu closes it, without a key that may come too late.
    private static let pressTime: Int64 = 100_000
    /// Less than the daemon waits for an answer.
    private static let answerTime: Int64 = 200_000
    /// Toolkits take a menu that somebody else hides for one that is open, until the next press.
    private static let hideTime: Int64 = 600_000

    /// Whether the scene has to be asked for, which the caller does then.
    package mutating func needScene() -> Bool { setChecks(.due, to: .asked) }

    @discardableResult
    private mutating func setChecks(_ old: Check, to new: Check) -> Bool {
        var isAny = false
        for guest in guests.indices {
            for menu in guests[guest].menus.indices where guests[guest].menus[menu].check == old {
                guests[guest].menus[menu].check = new
                isAny = true
            }
        }
        return isAny
    }

    /// Has menus and popovers agree; returns what is to be done.
    package mutating func review(
        _ scene: GlassScene, _ layout: ScreenLayout, now: Int64
    ) -> [Order] {
        let hasAlert = scene.items.contains { $0.mark.kind == .alert }
        if scene.isCurrent { setChecks(.asked, to: .done) }
        for index in guests.indices {
            let guest = guests[index]
            let isUnnamed = guest.isConnected && guest.client == nil
            if !isUnnamed && scene.hasClient(of: guest.process, besides: guest.client) {
                guests[index].menus = []
            }
            if guests[index].menus.isEmpty {
                leave(at: index)
            } else if guest.dismissal != nil {
                dismissFurther(at: index, now)
            } else if hasAlert {
                // Its taps would reach the menu.
                dismiss(at: index, now)
                dismissFurther(at: index, now)
            } else if guest.popover != nil {
                report(at: index, layout)
            } else if !guest.isWaiting {
                open(at: index, layout)
            }
        }
        for guest in guests where guest.menus.isEmpty && guest.closings == 0 && guest.isConnected {
            orders.append(.end(guest.process))
        }
        guests.removeAll { $0.menus.isEmpty && $0.closings == 0 }
        defer { orders = [] }
        return orders
    }

    private mutating func open(at index: Int, _ layout: ScreenLayout) {
        guard let menu = guests[index].menus.first, menu.check == .done, let place = menu.place,
            let display = layout.locate(place.center)?.display,
            let tile = layout.tiles.first(where: { $0.display == display }),
            let rect = layout.points(place, on: tile)
        else { return }
        if !guests[index].isConnected {
            let hello = Hello(
                protocolVersion: ProtocolVersion.current,
                app: AppName.spelling(names[guests[index].process] ?? ""),
                represented: RepresentedProcess(
                    pid: Int64(guests[index].process), uid: Int64(guests[index].user)))
            guests[index].isConnected = true
            send(requestLine("hello", id: "hello") { hello.writeMembers(to: &$0) }, at: index)
        }
        guests[index].isWaiting = true
        guests[index].opens += 1
        guests[index].display = display
        let request = OpenRequest(
            behavior: "menu", size: rect.size, place: Place(display: display),
            anchor: Rect(x: rect.minX, y: rect.minY, width: rect.width, height: 1),
            minimum: Size(width: 1, height: 1), wait: .milliseconds(Self.openWait))
        send(
            requestLine("popover.open", id: guests[index].request) {
                request.writeMembers(to: &$0)
            }, at: index)
    }

    /// Tells the daemon where the menus are.
    private mutating func report(at index: Int, _ layout: ScreenLayout) {
        let guest = guests[index]
        guard let popover = guest.popover,
            let tile = layout.tiles.first(where: { $0.display == guest.display })
        else { return }
        let places = guest.menus.compactMap { menu in
            menu.place.flatMap { layout.points($0, on: tile) }?
                .offset(by: Point(x: -guest.frame.minX, y: -guest.frame.minY))
        }
        guard !places.isEmpty, places != guest.hit else { return }
        guests[index].hit = places
        let changes = PopoverChanges(hit: places)
        send(
            requestLine("popover.update", id: "update") { params in
                params.member("popover", popover)
                changes.writeMembers(to: &params)
            }, at: index)
    }

    /// The menus are gone: nobody needs the popover.
    private mutating func leave(at index: Int) {
        let guest = guests[index]
        guests[index].dismissal = nil
        answerAll(at: index)
        guests[index].popover = nil
        guests[index].isWaiting = false
        if let popover = guest.popover {
            close(popover, at: index)
        } else if guest.isWaiting {
            guests[index].closings += 1
            // If it is granted already, the grant is returned.
            send(
                requestLine("request.cancel", id: Self.closeRequest) {
                    $0.member("request", guest.request)
                }, at: index)
        }
    }

    /// Has the menus close.
    mutating func dismiss(at index: Int, _ now: Int64) {
        guard guests[index].dismissal == nil else { return }
        guests[index].dismissal = Dismissal(
            escapeAt: max(now, pressedAt + Self.pressTime), answerAt: now + Self.answerTime,
            hideAt: now + Self.hideTime)
    }

    private mutating func dismissFurther(at index: Int, _ now: Int64) {
        guard let dismissal = guests[index].dismissal else { return }
        if let time = dismissal.escapeAt, time <= now {
            guests[index].dismissal?.escapeAt = nil
            orders.append(.pressEscape)
        }
        if let time = dismissal.answerAt, time <= now {
            guests[index].dismissal?.answerAt = nil
            answerAll(at: index)
        }
        if let time = dismissal.hideAt, time <= now {
            guests[index].dismissal?.hideAt = nil
            orders += guests[index].menus.map { .hide($0.window) }
        }
    }

    private mutating func answerAll(at index: Int) {
        for request in guests[index].unanswered { answer(request, at: index) }
        guests[index].unanswered = []
    }
}
