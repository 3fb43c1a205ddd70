// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverScreens

/// Which window has the keys.
extension Stage {
    /// What people press to type there. An app is the same one after its program has started again.
    enum KeyOwner: Hashable, Sendable {
        /// By its position in the configuration.
        case app(Int)
        /// One that is not in the configuration.
        case program(UInt32)
        case layer(StageWindow.ID)
    }

    struct KeyPress: Hashable, Sendable {
        let owner: KeyOwner
        /// Without the dialogs that it has.
        let window: StageWindow.ID
    }

    private struct Target {
        let shown: Picture.Shown
        let window: StageWindow
        let owner: KeyOwner

        var isToplevel: Bool {
            window.kind == .toplevel && window.mark == nil && shown.level == .app
        }

        var layer: LayerRequest? {
            if case .layer(let request) = window.kind, window.mark == nil { request } else { nil }
        }
    }

    func focus(in picture: Picture) -> StageWindow.ID? {
        // Keys are the stage's own.
        if alertPlace != nil { return nil }
        let mapped = Dictionary(
            windows.filter { $0.isMapped && !$0.holdsCandidates }.map { ($0.id, $0) },
            uniquingKeysWith: { one, _ in one })
        let targets = picture.windows.compactMap { shown in
            mapped[shown.window].map { Target(shown: shown, window: $0, owner: owner(of: $0)) }
        }
        if let top = targets.last(where: { $0.shown.level == .alert }) { return top.window.id }
        let popover = targets.last { target in
            target.shown.level == .popover
                && scene.popovers.contains { $0.id == target.window.mark?.id && !$0.isClosing }
        }
        if let popover = popover?.window {
            return newestDialog(of: popover, in: targets) ?? popover.id
        }
        let layers = targets.filter { mayType(into: $0.window) }
        let exclusive = layers.last { $0.layer?.keys == .exclusive && $0.shown.level >= .app }
        return exclusive?.window.id ?? focus(among: targets, layers)
    }

    /// Without an alert, a popover and a layer surface that keep the keys from others.
    private func focus(among targets: [Target], _ layers: [Target]) -> StageWindow.ID? {
        let toplevels = targets.filter(\.isToplevel)
        let keyboard = state.focuses.keyboard(among: Set(tiles.map { Name($0.display) }))
        // A guest gets the keys by a press, before its popup is a popover: without them, its grab ends.
        let owned = toplevels.last { target in
            target.window.process == keyboard?.focus.process && !isGuest(target.window.owner)
                && keyboard.map { keepsKeys($0.focus) } == true
        }
        if let owned { return owned.window.id }
        // Nobody types into what is hidden.
        let seen = toplevels.enumerated().filter { index, target in
            !toplevels[(index + 1)...].contains { $0.shown.covers(target.shown) }
        }.map(\.element)
        let choices = seen + layers.filter { $0.layer?.keys != LayerRequest.Keys.none }
        let pressed = keyPresses.last { press in choices.contains { $0.owner == press.owner } }
        if let pressed {
            let owned = choices.filter { $0.owner == pressed.owner }
            let wanted = owned.last { root(of: $0.window).id == pressed.window } ?? owned.last
            guard let wanted = wanted?.window else { return nil }
            return newestDialog(of: root(of: wanted), in: toplevels) ?? wanted.id
        }
        let first = seen.compactMap { $0.window.region?.order }.min()
        return seen.last { $0.window.region?.order == first }?.window.id
    }

    /// Whether a client has the keys, and not the program that people have pressed since: the daemon knows nothing of
    /// programs that are no clients.
    private func keepsKeys(_ focus: ScreenFocus) -> Bool {
        let pressed = windows.last { owner(of: $0) == keyPresses.last?.owner }
        guard let pressed, !isClient(pressed.owner), !focus.hasRing else { return true }
        return focus.isOnTop
            && !scene.popovers.contains { $0.isClosing && $0.owner?.number == focus.process }
    }

    /// Of a window, through others; itself if it has none and is a toplevel.
    private func newestDialog(
        of window: StageWindow, in targets: [Target]
    ) -> StageWindow.ID? {
        targets.last { $0.window.kind == .toplevel && root(of: $0.window) == window }?.window.id
    }

    /// Whether a layer surface may have the keys: not while another program has a popover or an alert.
    private func mayType(into window: StageWindow) -> Bool {
        guard case .layer = window.kind, window.mark == nil else { return false }
        return scene.alerts.isEmpty
            && scene.popovers.allSatisfy { $0.isClosing || $0.owner == window.owner }
    }

    /// The window that a popup or a dialog belongs to, through others.
    func root(of window: StageWindow) -> StageWindow {
        var root = window
        // Programs may name each other's parents in a circle.
        for _ in windows {
            guard let parent = windows.first(where: { $0.id == root.parent }) else { break }
            root = parent
        }
        return root
    }

    private func owner(of window: StageWindow) -> KeyOwner {
        if case .layer = window.kind { return .layer(window.id) }
        return window.region?.order.map(KeyOwner.app) ?? .program(window.process)
    }

    /// People have pressed there: the keys go to what is there, if it takes any.
    mutating func press(at point: Point) {
        let mapped = Set(windows.filter(\.isMapped).map(\.id))
        guard let top = picture.window(at: point, among: mapped)?.window,
            let window = windows.first(where: { $0.id == top })
        else { return }
        let root = root(of: window)
        let press = KeyPress(owner: owner(of: root), window: root.id)
        keyPresses.removeAll { $0.owner == press.owner }
        keyPresses.append(press)
    }

    /// Forgets what a window that is gone was pressed for.
    mutating func forgetPresses(of window: StageWindow.ID) {
        keyPresses.removeAll { press in
            switch press.owner {
            case .app: false
            case .program(let process): !windows.contains { $0.process == process }
            case .layer(let id): id == window
            }
        }
    }
}

extension Picture.Shown {
    fileprivate func covers(_ other: Self) -> Bool {
        place.intersection(other.place) == other.place
    }
}
