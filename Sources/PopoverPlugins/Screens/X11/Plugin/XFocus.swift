// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverScreens

/// Applies the daemon's focus to an X screen: who gets the keys, and where the ring is.
struct XFocus {
    private struct Keys: Equatable {
        let display: String
        let process: UInt32?
        let isForeign: Bool
        /// In pixels: of what is on top, else of the source.
        let frame: Rect
    }

    private struct Ring: Equatable {
        /// In pixels.
        let around: Rect
        let output: Rect
        let width: Int
    }

    private var keys: Keys?
    private var ring: Ring?

    /// The display whose keys reach no window beneath.
    var display: String? { keys.flatMap { $0.isForeign ? $0.display : nil } }

    mutating func apply(_ state: ScreenState, _ layout: ScreenLayout, to screen: XServer) {
        let displays = Set(layout.tiles.map { Name($0.display) })
        applyKeys(state, layout, state.focuses.keyboard(among: displays), to: screen)
        applyRing(layout, state.focuses.ring(among: displays), to: screen)
    }

    /// The connection is lost.
    mutating func end() { self = XFocus() }

    private mutating func applyKeys(
        _ state: ScreenState, _ layout: ScreenLayout,
        _ keyboard: (display: String, focus: ScreenFocus)?, to screen: XServer
    ) {
        let previous = keys
        keys = nil
        if let (name, focus) = keyboard,
            let tile = layout.tiles.first(where: { $0.display === name })
        {
            let rect = state.shields.frame(on: name) ?? focus.source
            let frame = rect.flatMap { layout.pixels($0, of: tile) }
            keys = Keys(
                display: name, process: focus.process, isForeign: focus.isForeign,
                frame: frame ?? tile.place)
        }
        guard keys != previous else { return }
        if let keys, keys.isForeign {
            screen.takeKeys(for: keys.process, near: keys.frame)
        } else if let keys, let process = keys.process {
            // Where it moves inside the process is the process's own business.
            guard previous?.process != process || previous?.isForeign == true else { return }
            screen.offerKeys(to: process, near: keys.frame)
        } else {
            screen.returnKeys()
        }
    }

    private mutating func applyRing(
        _ layout: ScreenLayout, _ shown: (display: String, rect: Rect)?, to screen: XServer
    ) {
        let previous = ring
        ring = nil
        if let shown, let tile = layout.tiles.first(where: { $0.display === shown.display }) {
            ring = Ring(
                around: layout.unclippedPixels(shown.rect, of: tile), output: tile.place,
                width: max(2, Int((FocusRing.width * tile.scale).rounded())))
        }
        guard ring != previous else { return }
        screen.ring(ring.map { ($0.around, $0.output, $0.width) })
    }
}
