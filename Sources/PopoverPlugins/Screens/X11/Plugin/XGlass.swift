// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverScreens

/// Has an X screen show what the daemon says: no window of what has closed, and none above popovers and
/// alerts.
struct XGlass {
    /// A window manager may refuse an order: it is asked this often in a row.
    private static let mostFailures = 8

    var windows = GlassWindows()
    private var presses = DropDownPresses()
    private var latest: [GlassWindows.Repair] = []
    private var failures = 0
    /// Where drop-downs are, in pixels: taps there are theirs.
    private(set) var holes: [Rect] = []
    /// A window of a popover or an alert is on the screen.
    private(set) var isWatching = false

    /// The connection is lost.
    mutating func end() { self = XGlass() }

    /// Notes a window that was mapped; whether it has to be followed.
    mutating func show(
        _ window: UInt32, _ facts: GlassWindows.Facts, _ scene: GlassScene, on screen: XServer
    ) -> Bool {
        let isWanted = windows.saw(window, facts)
        if windows.isLeftover(window, scene) { screen.hide(window) }
        return isWanted
    }

    /// Follows what the daemon says.
    mutating func apply(_ scene: GlassScene, to screen: XServer) {
        // Its owner may have given a window to another popover meanwhile: `show` decides.
        for window in windows.leftovers(scene) { screen.look(window) }
        for window in windows.hungDropDowns(scene) { screen.hide(window) }
    }

    /// Follows what has changed on the screen; whether `holes` have.
    mutating func follow(_ scene: GlassScene, on screen: XServer) -> Bool {
        let isMarked = windows.areMarked(scene)
        if isMarked != isWatching { screen.watchStack(isMarked) }
        isWatching = isMarked
        let old = holes
        holes = windows.dropDowns(scene).sorted { $0.key < $1.key }.compactMap(\.value)
        return holes != old
    }

    /// Restores the order; the reports of windows that had lain above.
    mutating func judge(
        _ stack: [GlassWindows.Stacked], _ scene: GlassScene, on screen: XServer
    ) -> [String] {
        let (repairs, reports) = windows.judge(stack, scene)
        failures = repairs == latest && !repairs.isEmpty ? failures + 1 : 0
        latest = repairs
        for repair in repairs {
            if case .ask = repair, failures >= Self.mostFailures { continue }
            screen.perform(repair)
        }
        return reports
    }

    mutating func see(_ input: Fingers.Input, _ scene: GlassScene) {
        presses.see(input, over: windows.dropDowns(scene))
    }

    /// Whether a press is a drop-down's, and not for the daemon.
    mutating func keep(_ output: Fingers.Output) -> Bool { presses.keep(output) }
}
