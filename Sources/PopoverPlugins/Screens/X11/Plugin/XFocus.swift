// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverScreens

/// Applies the daemon's focus to an X screen: who gets the keys, and where the ring is.
struct XFocus {
    private struct Keys: Equatable {
        let display: String
        let process: UInt32?
        /// In pixels.
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
    var display: String? { keys?.display }

    mutating func apply(_ state: ScreenState, _ layout: ScreenLayout, to screen: XServer) {
        let displays = Set(layout.tiles.map(\.display))
        applyKeys(state, layout, state.focuses.foreign(among: displays), to: screen)
        applyRing(layout, state.focuses.ring(among: displays), to: screen)
    }

    /// The connection is lost.
    mutating func end() { self = XFocus() }

    private mutating func applyKeys(
        _ state: ScreenState, _ layout: ScreenLayout,
        _ foreign: (display: String, process: UInt32?)?, to screen: XServer
    ) {
        let previous = keys
        keys = nil
        if let foreign, let tile = layout.tiles.first(where: { $0.display == foreign.display }) {
            let frame = state.shields.frame(on: tile.display).flatMap { layout.pixels($0, of: tile) }
            keys = Keys(
                display: tile.display, process: foreign.process, frame: frame ?? tile.place)
        }
        guard keys != previous else { return }
        if let keys {
            screen.takeKeys(for: keys.process, near: keys.frame)
        } else {
            screen.returnKeys()
        }
    }

    private mutating func applyRing(
        _ layout: ScreenLayout, _ shown: (display: String, rect: Rect)?, to screen: XServer
    ) {
        let previous = ring
        ring = nil
        if let shown, let tile = layout.tiles.first(where: { $0.display == shown.display }) {
            ring = Ring(
                around: layout.unclippedPixels(shown.rect, of: tile), output: tile.place,
                width: max(2, Int((FocusRing.width * tile.scale).rounded())))
        }
        guard ring != previous else { return }
        screen.ring(ring.map { ($0.around, $0.output, $0.width) })
    }
}
