// SPDX-License-Identifier: MIT

public import PopoverTestSupport

/// Something that must hold for every world; the essay of `Placement` promises it.
public struct PlacementProperty: Sendable {
    public let name: String
    let check: @Sendable (PlacedWorld, inout SeededGenerator) -> Finding

    init(
        _ name: String, check: @escaping @Sendable (PlacedWorld, inout SeededGenerator) -> Finding
    ) {
        self.name = name
        self.check = check
    }

    /// One that draws nothing.
    init(_ name: String, check: @escaping @Sendable (PlacedWorld) -> Finding) {
        self.name = name
        self.check = { world, _ in check(world) }
    }

    /// Tries it on a world. The generator draws what the property changes in it.
    public func tried(on world: PlacedWorld, _ generator: SeededGenerator) -> Finding {
        var generator = generator
        return check(world, &generator)
    }

    public static let all = frames + choices + changes + [onPixels, total]

    /// What rounding may explain, in points.
    static let tolerance = 1e-6
}

/// What came of trying a property on a world.
public enum Finding: Hashable, Sendable {
    case holds
    /// The property says nothing about this world.
    case silent
    /// What is wrong.
    case broken(String)

    /// Holds, unless one of these conditions does not.
    static func all(_ conditions: (String, Bool)...) -> Finding {
        for (what, isMet) in conditions where !isMet { return .broken(what) }
        return .holds
    }
}
