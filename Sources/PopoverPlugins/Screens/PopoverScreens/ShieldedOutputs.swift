// SPDX-License-Identifier: MIT

package import PopoverModel

/// A server's outputs as displays, where each has a shield of its own.
package struct ShieldedOutputs: CustomStringConvertible {
    /// As reported by the server.
    package struct Output: Hashable, Sendable {
        package let id: UInt32
        package let name: String
        /// In points; empty while the output is off.
        package let size: Size
        /// Pixels per point.
        package let scale: Double
        /// The space that others reserve at its edges.
        package let taken: TakenEdges

        package init(
            id: UInt32, name: String, size: Size, scale: Double, taken: TakenEdges = TakenEdges()
        ) {
            self.id = id
            self.name = name
            self.size = size
            self.scale = scale
            self.taken = taken
        }
    }

    package struct Tile: Hashable, Sendable {
        package let id: UInt32
        package let display: String
        /// In points.
        package let size: Size
        /// Pixels per point.
        package let scale: Double
        package let taken: TakenEdges
    }

    /// What an output's surfaces do.
    package struct Cover: Hashable, Sendable {
        /// In points; nil: no shield.
        package var holes: [Rect]?
        /// Whether they keep keys from windows.
        package var takesKeys: Bool
        /// Where the focus ring is, in points; nil: there is none.
        package var ring: Rect?

        package init(holes: [Rect]? = nil, takesKeys: Bool = false, ring: Rect? = nil) {
            self.holes = holes
            self.takesKeys = takesKeys
            self.ring = ring
        }
    }

    /// An output's new cover.
    package struct Change: Hashable, Sendable {
        package let output: UInt32
        package let cover: Cover

        package init(output: UInt32, cover: Cover) {
            self.output = output
            self.cover = cover
        }
    }

    private let names: OutputNames
    /// The first output ever: it is `main` while it is present, else the first one is.
    private var mainName: String?
    /// The outputs that are on.
    package private(set) var tiles: [Tile] = []
    /// By output; one that is missing does nothing.
    private var covers: [UInt32: Cover] = [:]

    package init(names: OutputNames) {
        self.names = names
    }

    package var displays: Set<Name> { Set(tiles.map { Name($0.display) }) }

    /// For the log.
    package var description: String {
        if tiles.isEmpty { return "no output" }
        return
            tiles
            .map { "\($0.display) \(Int($0.size.width))x\(Int($0.size.height))" }
            .joined(separator: ", ")
    }

    package func display(of output: UInt32) -> String? {
        tiles.first { $0.id == output }?.display
    }

    package mutating func update(_ outputs: [Output]) {
        mainName = mainName ?? outputs.first?.name
        let isMainThere = outputs.contains { $0.name === mainName }
        let main = isMainThere ? mainName : outputs.first?.name
        var taken: Set<Name> = []
        tiles = outputs.compactMap { output in
            let display = names.display(of: output.name, isMain: output.name === main)
            // Two outputs of one name cannot be distinguished.
            guard output.size.width > 0, taken.insert(Name(display)).inserted else { return nil }
            return Tile(
                id: output.id, display: display, size: output.size, scale: output.scale,
                taken: output.taken)
        }
        let known = Set(outputs.map(\.id))
        covers = covers.filter { known.contains($0.key) }
    }

    /// The displays that the outputs require.
    package var wanted: [KnownDisplays.Wanted] {
        tiles.map { KnownDisplays.Wanted(name: $0.display, size: $0.size, scale: $0.scale) }
    }

    /// The keyboards' occluders, by name.
    package var keyboards: [Name: Occluders.Place] {
        var keyboards: [Name: Occluders.Place] = [:]
        for tile in tiles {
            guard let rect = tile.taken.keyboard(on: tile.size) else { continue }
            let name = keyboards.isEmpty ? "keyboard" : "keyboard on \(tile.display)"
            keyboards[Name(name)] = Occluders.Place(display: tile.display, rect: rect)
        }
        return keyboards
    }

    /// The covers that have changed.
    package mutating func apply(_ shields: Shields, _ focuses: ScreenFocuses) -> [Change] {
        var changes: [Change] = []
        let edge = 2 * FocusRing.width
        for tile in tiles {
            // Taps and holes are in points: the surface needs no pixels.
            let place = Rect(x: 0, y: 0, width: tile.size.width, height: tile.size.height)
            let layout = ScreenLayout(tiles: [
                ScreenLayout.Tile(display: tile.display, place: place, scale: 1)
            ])
            let areas = shields.areas(in: layout)
            let visible = place.inset(
                by: Insets(
                    top: -edge, left: -edge, bottom: -edge, right: -edge))
            let focus = focuses[tile.display] ?? ScreenFocus()
            let wanted = Cover(
                holes: areas.covers.isEmpty ? nil : areas.holes, takesKeys: focus.isForeign,
                // Sides beyond the edges are not seen.
                ring: focus.ring?.intersection(visible))
            guard covers[tile.id, default: Cover()] != wanted else { continue }
            covers[tile.id] = wanted
            changes.append(Change(output: tile.id, cover: wanted))
        }
        return changes
    }
}
