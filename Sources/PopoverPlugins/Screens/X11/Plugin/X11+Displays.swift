// SPDX-License-Identifier: MIT

import LibUV
import PluginProgram
import PopoverModel
import PopoverScreens

/// The displays of the server's outputs.
extension X11 {
    /// Pause before undoing another client's change, in milliseconds: it may repeat it for ever.
    private static let repairPause: UInt64 = 1000

    func layOut(_ outputs: [XServer.Output]) {
        // The primary one first; a mirror of another output is no display.
        let ordered = outputs.filter(\.isPrimary) + outputs.filter { !$0.isPrimary }
        layout.tiles = []
        for (index, output) in ordered.enumerated()
        where !layout.tiles.contains(where: { $0.place == output.place }) {
            let display = names.display(of: output.name, isMain: index == 0)
            let scale = state.displays.scale(of: display) ?? 1
            layout.tiles.append(
                ScreenLayout.Tile(display: display, place: output.place, scale: scale))
        }
        for name in state.displays.removeUnplugged(besides: wanted) {
            keyboards.forget(name)
            process.send(ScreenDisplay.removalLine(of: name))
        }
        announce()
    }

    /// Reports that the plugin serves.
    func describe() {
        let displays = layout.tiles
            .map { "\($0.display) \(Int($0.place.width))x\(Int($0.place.height))" }
            .joined(separator: ", ")
        let gap = guestGap.map { "; \($0)" } ?? ""
        process.tell(.serving, "connected to the X server \(server): \(displays)\(gap)")
    }

    private var wanted: [KnownDisplays.Wanted] {
        layout.tiles.map {
            KnownDisplays.Wanted(name: $0.display, size: $0.size, scale: $0.scale)
        }
    }

    /// Sets the displays' sizes, by the scales that the daemon has given them.
    func announce() {
        for line in state.displays.lines(for: wanted) { process.send(line) }
        keyboardReport.ask()
    }

    /// Restores sizes that a client has changed, after a pause.
    func announceLater() {
        if !announceTimer.isActive { announceTimer.start(afterMilliseconds: Self.repairPause) }
    }

    func rescale() {
        for (index, tile) in layout.tiles.enumerated() {
            layout.tiles[index].scale = state.displays.scale(of: tile.display) ?? tile.scale
        }
    }
}
