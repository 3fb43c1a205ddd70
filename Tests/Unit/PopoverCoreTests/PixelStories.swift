// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

@Suite("Frames begin on the pixels of their display")
struct PixelStories {
    static let scales = [1, 1.25, 1.5, 2]

    /// A world whose display has fractions of points, with a shop and a shell.
    private func world(_ scale: Double, width: Double = 1280.35) -> (
        World, shop: ClientID, shell: ClientID
    ) {
        let insets = Insets(top: 0.3, left: 0.45, bottom: 10.7, right: 3.1)
        let display = DisplaySpecification(
            name: "main", size: Size(width: width, height: 800.2), scale: scale, insets: insets)
        let world = World(displays: [display])
        let shop = world.connect("shop")
        let shell = world.connect("shell", roles: [.shell])
        return (world, shop, shell)
    }

    private func isOnPixels(_ lengths: Double..., scale: Double) -> Bool {
        lengths.allSatisfy { abs(($0 * scale).rounded() - $0 * scale) < 1e-6 }
    }

    private func frame(in world: World) throws -> Rect {
        try #require(world.scene.popovers.first?.presentation.frame)
    }

    @Test("popovers beside fractional anchors, of the size that was asked for", arguments: scales)
    func popovers(scale: Double) throws {
        let (world, shop, _) = world(scale)
        world.open("menu", by: shop, at: Rect(x: 600.3499, y: 300.77, width: 81.3, height: 43.9)) {
            $0.size = Size(width: 320.5, height: 201.3)
        }
        for place in 0..<40 {
            let way = Double(place) * 0.13
            let anchor = Rect(x: 620.11 + way, y: 310.4 - way, width: 80.3, height: 44.1)
            for sides in [[PreferredSide.bottom], [.top], [.left], [.right]] {
                world.update(1, by: shop) {
                    $0.anchor = anchor
                    $0.sides = sides
                }
                let frame = try frame(in: world)
                #expect(isOnPixels(frame.x, frame.y, scale: scale), "\(frame)")
                #expect(frame.size == Size(width: 320.5, height: 201.3))
                #expect(!frame.overlaps(anchor))
            }
        }
    }

    @Test("a popover that is cut is a whole number of pixels", arguments: scales)
    func cut(scale: Double) throws {
        let (world, shop, _) = world(scale)
        world.open("menu", by: shop, at: Rect(x: 600.35, y: 100.77, width: 81.3, height: 43.9)) {
            $0.size = Size(width: 320, height: 790)
            $0.sides = [.bottom]
        }
        let frame = try frame(in: world)
        #expect(isOnPixels(frame.x, frame.y, frame.height, scale: scale), "\(frame)")
        #expect(frame.maxY <= 800.2 - 10.7 - 8)
    }

    @Test("sheets", arguments: scales)
    func sheets(scale: Double) throws {
        let (world, shop, shell) = world(scale, width: 400.35)
        world.open("menu", by: shop) { $0.size = Size(width: 320, height: 300.3) }
        var frame = try frame(in: world)
        #expect(isOnPixels(frame.x, frame.y, frame.width, scale: scale), "\(frame)")
        #expect(frame.height == 300.3)
        #expect(frame.maxY <= 800.2 - 10.7 && frame.maxY > 800.2 - 11.7)
        world.tell(
            shell,
            .setOccluder(
                "keys", rect: Rect(x: 0, y: 290.3, width: 400.35, height: 510), display: nil))
        frame = try self.frame(in: world)
        #expect(isOnPixels(frame.x, frame.y, frame.width, frame.height, scale: scale), "\(frame)")
        #expect(frame.minX >= 0.45 && frame.minY >= 0.3 && frame.maxY <= 290.3)
    }

    @Test("alerts", arguments: scales)
    func alerts(scale: Double) throws {
        let (world, shop, shell) = world(scale)
        world.raise(by: shop) { $0.size = Size(width: 333.3, height: 121.7) }
        let keys = Rect(x: 0, y: 350.3, width: 1281, height: 450)
        world.tell(shell, .setOccluder("keys", rect: keys, display: nil))
        let frame = try #require(world.scene.alerts.first?.frame)
        #expect(isOnPixels(frame.x, frame.y, scale: scale), "\(frame)")
        #expect(frame.size == Size(width: 333.3, height: 121.7))
        #expect(frame.maxY <= 350.3)
    }

    @Test("panels, wherever their owners want them", arguments: scales)
    func panels(scale: Double) throws {
        let (world, shop, _) = world(scale)
        world.open("inspector", by: shop)
        world.detach(1, by: shop, frame: Rect(x: 40.3, y: 41.77, width: 320.5, height: 200))
        var frame = try #require(world.scene.panels.first?.frame)
        #expect(isOnPixels(frame.x, frame.y, scale: scale), "\(frame)")
        #expect(frame.size == Size(width: 320.5, height: 200))
        let large = Rect(x: 1000.1, y: 0, width: 2000, height: 2000)
        world.tell(shop, .setPanel(PanelID(number: 1), frame: large))
        frame = try #require(world.scene.panels.first?.frame)
        #expect(isOnPixels(frame.x, frame.y, frame.width, frame.height, scale: scale), "\(frame)")
        #expect(frame.minX >= 0.45 && frame.maxX <= 1280.35 - 3.1)
    }
}
