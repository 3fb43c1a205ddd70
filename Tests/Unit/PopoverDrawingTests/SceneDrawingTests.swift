// SPDX-License-Identifier: MIT

import PopoverDrawing
import PopoverModel
import PopoverTestSupport
import Testing

@Suite("A picture of a scene")
struct SceneDrawingTests {
    private func png(_ scene: Scene, scale: Double = 1) throws -> DecodedPNG {
        try #require(DecodedPNG(try SceneDrawing.png(scene, scale: scale).bytes))
    }

    private func svg(_ scene: Scene) throws -> String {
        String(decoding: try SceneDrawing.svg(scene).bytes, as: UTF8.self)
    }

    /// A display's point in the picture of a single display.
    private func place(_ x: Double, _ y: Double, in scene: Scene) throws -> (x: Int, y: Int) {
        let origin = try #require(try PictureLayout(scene).places.first).origin
        return (Int(origin.x + x), Int(origin.y + y))
    }

    @Test("The arrow's tip is exactly where the scene says, for every side")
    func arrowTips() throws {
        let rows: [(Side, Rect, Point)] = [
            (.bottom, Rect(x: 240, y: 92, width: 320, height: 200), Point(x: 400, y: 80)),
            (.top, Rect(x: 240, y: 100, width: 320, height: 200), Point(x: 400, y: 312)),
            (.left, Rect(x: 40, y: 100, width: 320, height: 200), Point(x: 372, y: 180)),
            (.right, Rect(x: 240, y: 100, width: 320, height: 200), Point(x: 228, y: 180)),
        ]
        for (side, frame, tip) in rows {
            var scene = Scenes.empty()
            let presentation = Presentation.popover(
                frame: frame, side: side, arrow: tip, scrolls: false)
            scene.popovers = [Scenes.popover(presentation, anchor: Scenes.shareButton)]
            let (x, y) = try place(tip.x, tip.y, in: scene)
            #expect(try svg(scene).contains("L \(x) \(y) "), "\(side)")
        }
    }

    @Test("The arrow is as wide at its base as the appearance says")
    func arrowBase() throws {
        var scene = Scenes.menu()
        scene.appearance.arrowWidth = 30
        let (left, y) = try place(385, 92, in: scene)
        let (right, _) = try place(415, 92, in: scene)
        let text = try svg(scene)
        #expect(text.contains("L \(left) \(y) "))
        #expect(text.contains("L \(right) \(y) "))
    }

    @Test("An SVG is as large as its displays side by side, with room around them")
    func documentSize() throws {
        var scene = Scenes.empty()
        scene.displays.append(Scenes.display("wall", width: 300, height: 600))
        let size = try PictureLayout(scene).size
        #expect(size.width == 800 + 300 + 92)
        #expect(size.height == 600 + 96)
        #expect(try svg(scene).contains("width=\"\(Int(size.width))px\""))
    }

    @Test("A PNG has the signature, and its size grows with the scale")
    func dimensions() throws {
        let scene = Scenes.menu()
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        #expect(try SceneDrawing.png(scene).bytes.starts(with: signature))
        let size = try PictureLayout(scene).size
        #expect(try png(scene).width == Int(size.width))
        #expect(try png(scene, scale: 2).width == 2 * Int(size.width))
        #expect(try png(scene, scale: 2).height == 2 * Int(size.height))
    }

    @Test("A PNG of a huge display stays within the pixel limit")
    func pixelLimit() throws {
        let scene = Scenes.empty(Scenes.display(width: 60_000, height: 300))
        #expect(try Double(png(scene, scale: 4).width) <= SceneDrawing.maximumPixels)
    }

    @Test(
        "Behind a modal popover all is dimmed, and behind another nothing", arguments: [0.3, 0.8])
    func scrim(scrim: Double) throws {
        var scene = Scenes.menu()
        scene.appearance.scrim = scrim
        scene.popovers[0].passthrough = [Rect(x: 20, y: 300, width: 100, height: 100)]
        let (x, y) = try place(70, 352, in: scene)
        let body = try place(400, 270, in: scene)
        #expect(try png(scene).color(x, y) == 0xFBFCFE)
        let bright = try png(scene).brightness(x, y)
        scene.popovers[0].isModal = true
        let image = try png(scene)
        let share = Double(image.brightness(x, y)) / Double(bright)
        #expect(abs(share - (1 - scrim)) < 0.02)
        #expect(image.color(body.x, body.y) == 0xFFFFFF)
    }

    @Test("A source stands out while its popover is visible, and not while that is closing")
    func activeSource() throws {
        let (x, y) = try place(366, 60, in: Scenes.menu())
        #expect(try png(Scenes.menu()).color(x, y) == 0x2563EB)
        #expect(try png(Scenes.menu(closing: .replaced)).color(x, y) == 0xFFFFFF)
    }

    @Test("A closing popover lets what is below shine through")
    func closing() throws {
        var scene = Scenes.menu(closing: .outsideTap)
        let dark = Rect(x: 250, y: 150, width: 300, height: 120)
        scene.sources.append(Scenes.source("share", dark))
        scene.occluders = []
        let (x, y) = try place(300, 285, in: scene)
        let faded = try png(scene).brightness(x, y)
        #expect(faded < 765)
        var visible = scene
        visible.popovers[0].closing = nil
        #expect(try png(visible).brightness(x, y) == 765)
    }

    @Test("An alert lies above the popover and dims everything else")
    func alertAbove() throws {
        var scene = Scenes.menu()
        scene.alerts = [Scenes.alert(frame: Rect(x: 300, y: 110, width: 200, height: 120))]
        let image = try png(scene)
        let alert = try place(490, 130, in: scene)
        let popover = try place(270, 270, in: scene)
        #expect(image.color(alert.x, alert.y) == 0xFFFFFF)
        #expect(image.brightness(popover.x, popover.y) < 560)
    }

    @Test("A queued alert is a badge")
    func badge() throws {
        var scene = Scenes.empty()
        let (x, y) = try place(800 - 36, 24, in: scene)
        let before = try png(scene).color(x, y)
        scene.alerts = [Scenes.alert()]
        #expect(before != 0xDC2626)
        #expect(try png(scene).color(x, y) == 0xDC2626)
    }

    @Test("A locked display is dark")
    func locked() throws {
        let scene = Scenes.empty(Scenes.display(locked: true))
        let (x, y) = try place(101, 101, in: scene)
        #expect(try png(scene).brightness(x, y) < 250)
    }

    @Test("Insets are hatched and the room between them is not")
    func insets() throws {
        let scene = Scenes.empty(Scenes.display(insets: Insets(top: 60)))
        let image = try png(scene)
        let (left, y) = try place(200, 30, in: scene)
        let hatched = Set((left..<left + 20).map { image.color($0, y) })
        #expect(hatched.count > 2)
        let room = try place(210, 105, in: scene)
        #expect(image.color(room.x, room.y) == 0xFBFCFE)
    }

    @Test("However long a title is, it stays in its popover", arguments: [8, 400])
    func longTitle(words: Int) throws {
        var scene = Scenes.menu()
        let plain = try png(scene)
        scene.popovers[0].title = String(repeating: "Wide ", count: words) + "\u{0}\u{202E}\n"
        let long = try png(scene)
        let (right, y) = try place(575, 112, in: scene)
        let (end, _) = try place(780, 112, in: scene)
        for x in right..<end { #expect(plain.color(x, y) == long.color(x, y)) }
        let (left, _) = try place(258, 112, in: scene)
        let (inner, _) = try place(540, 112, in: scene)
        #expect((left..<inner).contains { plain.color($0, y) != long.color($0, y) })
    }

    @Test("A display that is not there, and a scene without any, have no picture")
    func noDisplay() {
        #expect(throws: DrawingError.unknownDisplay("wall")) {
            try SceneDrawing.svg(Scenes.menu(), display: "wall")
        }
        #expect(throws: DrawingError.noDisplays) { try SceneDrawing.png(Scene()) }
    }

    @Test("Only the display that was asked for is drawn")
    func oneDisplay() throws {
        var scene = Scenes.empty()
        scene.displays.append(Scenes.display("wall", width: 300, height: 600))
        let places = try PictureLayout(scene, display: "wall").places
        #expect(places.map(\.display.specification.name) == ["wall"])
        let bytes = try SceneDrawing.png(scene, display: "wall").bytes
        #expect(try #require(DecodedPNG(bytes)).width == 356)
    }
}
