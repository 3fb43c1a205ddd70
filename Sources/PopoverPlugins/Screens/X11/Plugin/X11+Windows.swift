// SPDX-License-Identifier: MIT

import LibUV
import PluginProgram
import PopoverScreens

/// Other clients' windows.
extension X11 {
    func show(_ window: UInt32, _ names: WindowNames, _ facts: GlassWindows.Facts) {
        guard let screen = screen?.server else { return }
        let isKeyboard = keyboards.saw(window, named: names)
        var facts = facts
        facts.isKeyboard = isKeyboard
        let isGuests = guests.saw(window, facts, names) {
            Accounts.userID(ofProcess: facts.process)
        }
        let isWanted = glass.show(window, facts, state.glass, on: screen) || isGuests
        if (isKeyboard || isWanted) && !screen.follow(window) { return forget(window) }
        areWindowsDue = true
    }

    func forget(_ window: UInt32) {
        keyboards.gone(window)
        glass.windows.gone(window)
        guests.gone(window, now: process.now)
        keyboardReport.ask()
        areWindowsDue = true
    }

    func applyScene() {
        if let screen { glass.apply(state.glass, to: screen.server) }
        if let line = state.glass.refreshLine() { process.send(line) }
        applyWindows()
    }

    /// Follows changes of windows, popovers and alerts.
    func applyWindows() {
        areWindowsDue = false
        guard let screen = screen?.server else { return }
        if glass.follow(state.glass, on: screen) { applyShields() }
        ordering.ask()
        reviewGuests()
    }

    func keepOrder() {
        if glass.isWatching { screen?.server.askStack() }
    }
}
