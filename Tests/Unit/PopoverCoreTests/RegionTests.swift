// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@testable import PopoverCore

/// The regions as one would write them down if there were only a few: a list, looked through from
/// one end to the other.
private struct ListedRegions {
    private var all: [Region] = []

    subscript(key: RegionKey) -> Region? { all.first { $0.key == key } }

    func onDisplay(_ display: String) -> [Region] { all.filter { $0.display == display } }

    func count(of client: ClientID) -> Int { all.filter { $0.key.client == client }.count }

    func topmost(at point: Point, on display: String) -> Region? {
        all.last { $0.display == display && $0.rect.contains(point) }
    }

    func of(_ client: ClientID, on displays: [String]) -> [Region] {
        displays.flatMap { onDisplay($0) }.filter { $0.key.client == client }
    }

    mutating func set(_ region: Region) {
        let known = all.firstIndex { $0.key == region.key }
        if let known, all[known].display == region.display {
            all[known] = region
        } else {
            remove(region.key)
            all.append(region)
        }
    }

    mutating func remove(_ key: RegionKey) { all.removeAll { $0.key == key } }

    mutating func removeDisplay(_ display: String) { all.removeAll { $0.display == display } }
}

@Suite("Regions equal a plain list")
struct RegionTests {
    private static let displays = ["main", "wall", "till"]

    private func key(_ dice: inout Dice) -> RegionKey {
        let client = ClientID(number: UInt64(dice.roll(3)))
        return RegionKey(client: client, name: "r\(dice.roll(40))")
    }

    /// Mostly near the display, with edges that meet those of other regions and of cells.
    private func coordinate(_ dice: inout Dice) -> Double {
        switch dice.roll(20) {
        case 0: dice.pick([1e9, -1e9, 1e300, -1e300, 0x1p60])
        case 1: dice.pick([-0.1, 0.1, 127.9, 128.1, -128.1])
        default: Double(dice.roll(60) - 15) * 32
        }
    }

    private func length(_ dice: inout Dice) -> Double {
        switch dice.roll(20) {
        case 0: dice.pick([1e9, 2e9, 1e300, 40_000, 0.1])
        case 1: 0
        case 2..<8: Double(dice.roll(100)) * 32
        default: Double(dice.roll(8)) * 32
        }
    }

    private func rect(_ dice: inout Dice) -> Rect {
        Rect(
            x: coordinate(&dice), y: coordinate(&dice), width: length(&dice),
            height: length(&dice))
    }

    @Test(
        "random registrations, moves and removals match a plain list", arguments: 0..<4)
    func agreesWithList(seed: UInt64) {
        var dice = Dice(seed: seed)
        var regions = RegionIndex()
        var listed = ListedRegions()
        for step in 0..<3000 {
            switch dice.roll(100) {
            case 0 where dice.chance(20):
                let display = dice.pick(Self.displays)
                for region in regions.onDisplay(display) { regions.remove(region.key) }
                listed.removeDisplay(display)
            case 0..<25:
                let key = key(&dice)
                #expect(regions.remove(key) == listed[key])
                listed.remove(key)
            default:
                let key = key(&dice)
                // Most stay on their display, and some even in their place.
                let display = listed[key].map(\.display).flatMap { dice.chance(70) ? $0 : nil }
                let rect = listed[key].map(\.rect).flatMap { dice.chance(10) ? $0 : nil }
                let region = Region(
                    key: key, display: display ?? dice.pick(Self.displays),
                    rect: rect ?? self.rect(&dice), surface: nil,
                    rectInSurface: self.rect(&dice))
                regions.set(region)
                listed.set(region)
            }
            for _ in 0..<4 {
                let point = Point(x: coordinate(&dice), y: coordinate(&dice))
                let display = dice.pick(Self.displays)
                #expect(
                    regions.topmost(at: point, on: display)
                        == listed.topmost(at: point, on: display)?.key, "seed \(seed), step \(step)"
                )
            }
            guard step.isMultiple(of: 10) else { continue }
            compare(regions, listed, &dice)
        }
    }

    private func compare(_ regions: RegionIndex, _ listed: ListedRegions, _ dice: inout Dice) {
        let looked = key(&dice)
        #expect(regions[looked] == listed[looked])
        for display in Self.displays {
            #expect(regions.onDisplay(display) == listed.onDisplay(display))
        }
        for client in (0..<3).map({ ClientID(number: $0) }) {
            #expect(regions.count(of: client) == listed.count(of: client))
            let displays = Array(Self.displays.reversed().prefix(dice.roll(4)))
            #expect(regions.of(client, on: displays) == listed.of(client, on: displays))
        }
    }

    @Test("a copy is independent of the original")
    func copies() {
        let key = RegionKey(client: ClientID(number: 1), name: "cart")
        var region = Region(
            key: key, display: "main", rect: World.cart, surface: nil, rectInSurface: World.cart)
        var regions = RegionIndex()
        regions.set(region)
        let copy = regions
        region.rect = World.lamp
        regions.set(region)
        #expect(copy[key]?.rect == World.cart)
        #expect(copy.topmost(at: World.cart.center, on: "main") == key)
        #expect(copy.topmost(at: World.lamp.center, on: "main") == nil)
        #expect(regions.topmost(at: World.lamp.center, on: "main") == key)
    }

    @Test("tolerates coordinates that are not numbers")
    func oddCoordinates() {
        let odd = [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude]
        var regions = RegionIndex()
        for (number, value) in odd.enumerated() {
            for place in [
                Rect(x: value, y: value, width: 1, height: 1),
                Rect(x: 0, y: 0, width: value, height: value),
            ] {
                let key = RegionKey(client: ClientID(number: 1), name: "\(number) \(place)")
                regions.set(
                    Region(
                        key: key, display: "main", rect: place, surface: nil,
                        rectInSurface: place))
                _ = regions.topmost(at: Point(x: value, y: value), on: "main")
                regions.remove(key)
            }
        }
        #expect(regions.onDisplay("main").isEmpty)
        #expect(regions.topmost(at: Point(x: 0, y: 0), on: "main") == nil)
    }
}
