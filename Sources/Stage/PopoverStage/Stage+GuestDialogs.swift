// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverWire

/// Dialogs of guests: where the configuration says so, the daemon knows them as views, under which no popover
/// opens.
extension Stage {
    func isGuestDialog(_ window: StageWindow) -> Bool {
        guard window.kind == .toplevel, window.mark == nil, rule(for: window).dialogs != nil,
            let parent = windows.first(where: { $0.id == window.parent })
        else { return false }
        return parent.kind == .toplevel && parent.mark == nil
    }

    /// Tells the daemon of a dialog, which is shown meanwhile.
    mutating func present(_ window: StageWindow) {
        guard let kind = rule(for: window).dialogs,
            let shown = picture.windows.first(where: { $0.window == window.id }),
            let tile = tile(at: shown.place.center)
        else { return }
        let index = indexOfGuest(window.owner, app: appName(of: window))
        guard !guests[index].dialogs.contains(where: { $0.window == window.id }) else { return }
        let dialog = Guest.Dialog(window: window.id)
        guests[index].dialogs.append(dialog)
        let request = ViewRequest(kind: kind, display: tile.display, closePopover: true)
        let line = requestLine("view.present", id: dialog.request) { request.writeMembers(to: &$0) }
        orders.append(.sendFor(window.owner, line))
    }

    mutating func note(_ view: String, of request: String, at index: Int) {
        let dialog = guests[index].dialogs.firstIndex { $0.request == request }
        if let dialog { return guests[index].dialogs[dialog].view = view }
        // The dialog is gone.
        close(view: view, of: guests[index].process)
    }

    /// The daemon ends a view.
    mutating func closeDialog(_ view: String?, at index: Int) {
        guard let view else { return }
        for dialog in guests[index].dialogs where dialog.view == view {
            orders.append(.dismiss(dialog.window))
        }
        guests[index].dialogs.removeAll { $0.view == view }
    }

    /// Tells the daemon which dialogs are gone.
    mutating func leaveDialogs(at index: Int) {
        let gone = guests[index].dialogs.filter { dialog in
            !windows.contains { $0.id == dialog.window && $0.isMapped }
        }
        for dialog in gone {
            if let view = dialog.view { close(view: view, of: guests[index].process) }
            guests[index].dialogs.removeAll { $0 == dialog }
        }
    }

    private mutating func close(view: String, of process: StageProcess) {
        orders.append(
            .sendFor(process, requestLine("view.close", id: "leave") { $0.member("view", view) }))
    }
}
