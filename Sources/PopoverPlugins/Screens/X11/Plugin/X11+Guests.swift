// SPDX-License-Identifier: MIT

import LibUV
import PluginProgram
import PopoverScreens

/// Menus of programs that are no clients of the daemon.
extension X11 {
    /// Has menus and popovers agree.
    func reviewGuests() {
        for order in guests.review(state.glass, layout, now: process.now) { perform(order) }
        if guests.needScene() { state.glass.ask() }
        if let line = state.glass.refreshLine() { process.send(line) }
        guard let time = guests.wakeAt else { return }
        guestTimer.start(afterMilliseconds: UInt64(max(0, time - process.now) / 1000 + 1))
    }

    /// Why menus are no popovers that are to be.
    var guestGap: String? {
        let reason =
            guests.refusal.map {
                "the daemon refuses (\($0)); give its user the right open-for-others in a [[bind]]"
            }
            ?? (guests.isOn && screen?.server.knowsProcesses == false
                ? "the server has no X-Resource 1.2" : nil)
        return reason.map { "menus of programs that are no clients are not popovers: \($0)" }
    }

    private func perform(_ order: GuestMenus.Order) {
        switch order {
        case .send(let line, let guest): send(line, for: guest)
        case .end(let guest): guestConnections.removeValue(forKey: guest)?.close()
        case .pressEscape: screen?.server.pressEscape()
        case .hide(let window): screen?.server.hide(window)
        case .refused: describe()
        }
    }

    private func send(_ line: String, for guest: UInt32) {
        do {
            if guestConnections[guest] == nil {
                guestConnections[guest] = try LineConnection(
                    PipeConnection(
                        process.loop, connectingTo: environment("POPOVERD_SOCKET") ?? ""),
                    handle: { [unowned self] line in
                        turn { receive(line, for: guest) }
                    },
                    end: { [unowned self] in turn { lose(guest) } })
            }
            guestConnections[guest]?.send(line)
        } catch {
            lose(guest)
        }
    }

    private func receive(_ line: String, for guest: UInt32) {
        guests.receive(line, for: guest, now: process.now)
        areWindowsDue = true
    }

    private func lose(_ guest: UInt32) {
        guestConnections.removeValue(forKey: guest)?.close()
        guests.lost(guest, now: process.now)
        areWindowsDue = true
    }
}
