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

    /// An output's new shield.
    package struct Change: Hashable, Sendable {
        package let output: UInt32
        /// In points; nil: no shield.
        package let holes: [Rect]?

        package init(output: UInt32, holes: [Rect]?) {
            self.output = output
            self.holes = holes
        }
    }

    private let names: OutputNames
    /// The first output ever: it is `main` while it is present, else the first one is.
    private var mainName: String?
    /// The outputs that are on.
    package private(set) var tiles: [Tile] = []
    /// By output; one that is missing has no shield.
    private var holes: [UInt32: [Rect]] = [:]

    package init(names: OutputNames) {
        self.names = names
    }

    package var displays: Set<String> { Set(tiles.map(\.display)) }

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
        let isMainThere = outputs.contains { $0.name == mainName }
        let main = isMainThere ? mainName : outputs.first?.name
        var taken: Set<String> = []
        tiles = outputs.compactMap { output in
            let display = names.display(of: output.name, isMain: output.name == main)
            // Two outputs of one name cannot be distinguished.
            guard output.size.width > 0, taken.insert(display).inserted else { return nil }
            return Tile(
                id: output.id, display: display, size: output.size, scale: output.scale,
                taken: output.taken)
        }
        let known = Set(outputs.map(\.id))
        holes = holes.filter { known.contains($0.key) }
    }

    /// The displays that the outputs require.
    package var wanted: [KnownDisplays.Wanted] {
        tiles.map { KnownDisplays.Wanted(name: $0.display, size: $0.size, scale: $0.scale) }
    }

    /// The keyboards' occluders, by name.
    package var keyboards: [String: Occluders.Place] {
        var keyboards: [String: Occluders.Place] = [:]
        for tile in tiles {
            guard let rect = tile.taken.keyboard(on: tile.size) else { continue }
            let name = keyboards.isEmpty ? "keyboard" : "keyboard on \(tile.display)"
            keyboards[name] = Occluders.Place(display: tile.display, rect: rect)
        }
        return keyboards
    }

    /// The shields that have changed.
    package mutating func apply(_ shields: Shields) -> [Change] {
        var changes: [Change] = []
        for tile in tiles {
            // Taps and holes are in points: the surface needs no pixels.
            let place = Rect(x: 0, y: 0, width: tile.size.width, height: tile.size.height)
            let layout = ScreenLayout(tiles: [
                ScreenLayout.Tile(display: tile.display, place: place, scale: 1)
            ])
            let areas = shields.areas(in: layout)
            let wanted = areas.covers.isEmpty ? nil : areas.holes
            guard holes[tile.id] != wanted else { continue }
            holes[tile.id] = wanted
            changes.append(Change(output: tile.id, holes: wanted))
        }
        return changes
    }
}
