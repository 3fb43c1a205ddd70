// SPDX-License-Identifier: MIT

package import PopoverModel

/// A program that is no client of the daemon, with a popup or a dialog that the daemon knows of.
struct Guest: Hashable, Sendable {
    let process: StageProcess
    /// As the daemon names it; nil: it has not answered yet.
    var client: String?
    /// The popup that has a popover, or waits for it.
    var popup: StageWindow.ID?
    /// The popup has had something to show.
    var isDrawn = false
    /// The number of the latest open.
    var opens = 0
    var popover: String?
    /// The popover's, on its display.
    var frame = Rect(x: 0, y: 0, width: 0, height: 0)
    /// What the daemon knows of the popup and its menus, in that frame.
    var hit: [Rect] = []
    var dialogs: [Dialog] = []
    /// How often the daemon is asked to close a popover or to forget an open, and has not answered.
    var closings = 0

    struct Dialog: Hashable, Sendable {
        let window: StageWindow.ID
        /// Nil: the daemon has not answered yet, or has refused it.
        var view: String?

        var request: String { "view \(window)" }
    }

    var request: String { "open \(opens)" }
}

/// How the programs take part whose windows have an app id.
package struct GuestRule: Hashable, Sendable {
    /// Empty: those that no other rule is about.
    package var appID: String
    /// Otherwise their popups are shown as they are.
    package var opensPopovers: Bool
    package var behavior: String
    package var isModal: Bool
    /// Nil: dialogs are windows as any other.
    package var dialogs: ViewRequest.Kind?

    package init(
        appID: String = "", opensPopovers: Bool = true, behavior: String = "menu",
        isModal: Bool = false, dialogs: ViewRequest.Kind? = nil
    ) {
        self.appID = appID
        self.opensPopovers = opensPopovers
        self.behavior = behavior
        self.isModal = isModal
        self.dialogs = dialogs
    }
}
