// SPDX-License-Identifier: MIT

package import PopoverModel

/// A server's outputs as displays, where each is shielded by itself.
package struct ShieldedOutputs: CustomStringConvertible {
    /// As the server tells.
    package struct Output: Hashable, Sendable {
        package let id: UInt32
        package let name: String
        /// In points; nothing as long as it shows nothing.
        package let size: Size
        /// Pixels a point.
        package let scale: Double
        /// What others have taken along its edges.
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
        /// Pixels a point.
        package let scale: Double
        package let taken: TakenEdges
    }

    /// How an output is to be shielded from now on.
    package struct Change: Hashable, Sendable {
        package let output: UInt32
        /// In points; nil: not at all.
        package let holes: [Rect]?

        package init(output: UInt32, holes: [Rect]?) {
            self.output = output
            self.holes = holes
        }
    }

    private let names: OutputNames
    /// The first output that there was: `main` wherever it is there, else the first one is.
    private var mainName: String?
    /// Those that show something.
    package private(set) var tiles: [Tile] = []
    /// By output; one without is not shielded.
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
            // Two of a name cannot be told apart.
            guard output.size.width > 0, taken.insert(display).inserted else { return nil }
            return Tile(
                id: output.id, display: display, size: output.size, scale: output.scale,
                taken: output.taken)
        }
        let known = Set(outputs.map(\.id))
        holes = holes.filter { known.contains($0.key) }
    }

    /// The displays that they are.
    package var wanted: [KnownDisplays.Wanted] {
        tiles.map { KnownDisplays.Wanted(name: $0.display, size: $0.size, scale: $0.scale) }
    }

    /// Where keyboards are, by name.
    package var keyboards: [String: Occluders.Place] {
        var keyboards: [String: Occluders.Place] = [:]
        for tile in tiles {
            guard let rect = tile.taken.keyboard(on: tile.size) else { continue }
            let name = keyboards.isEmpty ? "keyboard" : "keyboard on \(tile.display)"
            keyboards[name] = Occluders.Place(display: tile.display, rect: rect)
        }
        return keyboards
    }

    /// What is other than it was.
    package mutating func apply(_ shields: Shields) -> [Change] {
        var changes: [Change] = []
        for tile in tiles {
            // Taps and holes are in points: the surface has no pixels of its own.
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
