// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverTestSupport

/// Tries every property on many worlds, one for each seed.
public struct Survey: Sendable {
    public private(set) var worlds = 0
    public private(set) var smallWorlds = 0
    /// By property, in the order of `PlacementProperty.all`: how often it said something.
    public private(set) var checks = PlacementProperty.all.map { _ in 0 }
    public private(set) var violations: [Violation] = []

    public struct Violation: Hashable, Sendable {
        /// The world's seed, or the small world's.
        public let seed: UInt64
        public let property: String
        public let what: String
    }

    public init() {}

    public mutating func tryWorld(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let world = PlacedWorld(PlacementQuery.drawn(using: &generator))
        worlds += 1
        for (index, property) in PlacementProperty.all.enumerated() {
            switch property.tried(on: world, generator) {
            case .holds: checks[index] += 1
            case .silent: break
            case .broken(let what):
                checks[index] += 1
                violations.append(
                    Violation(
                        seed: seed, property: property.name, what: "\(what): \(world.query)"))
            }
        }
    }

    public mutating func trySmallWorld(_ seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let world = SmallWorld(using: &generator)
        smallWorlds += 1
        if let disagreement = world.disagreement {
            violations.append(
                Violation(
                    seed: seed, property: Self.search, what: "\(disagreement): \(world)"))
        }
    }

    /// What is tried on small worlds.
    public static let search = "an exhaustive search finds the same"

    /// Adds what another survey has found.
    public mutating func add(_ other: Survey) {
        worlds += other.worlds
        smallWorlds += other.smallWorlds
        for index in checks.indices { checks[index] += other.checks[index] }
        violations += other.violations
    }
}
