// SPDX-License-Identifier: MIT

import PopoverDrawing
import PopoverModel
import PopoverTestSupport
import Testing

/// Clients choose names and rectangles; no choice of theirs may end whoever draws them.
@Suite("A scene that nobody would draw on purpose")
struct OddSceneTests {
    static let rects = [
        Rect(x: 0, y: 0, width: 0, height: 0), Rect(x: -500, y: -500, width: 100, height: 100),
        Rect(x: 1e9, y: 1e9, width: 1e9, height: 1e9), Rect(x: 5, y: 5, width: 1, height: 900),
        Rect(x: -1e12, y: 3, width: 2e12, height: 0.5),
        Rect(x: 20, y: 20, width: 70, height: 30),
    ]

    private func scene(_ rect: Rect, on display: SceneDisplay) -> Scene {
        let long = String(repeating: "键🖨️\u{1B}\u{0}", count: 40)
        var scene = Scenes.empty(display)
        let region = Scenes.source(long + "keyboard", rect)
        scene.sources = [region, Scenes.source("", rect)]
        scene.surfaces = [region]
        scene.occluders = [region]
        scene.panels = [
            ScenePanel(
                panel: PanelID(number: 1), client: Scenes.client, app: long, display: "main",
                frame: rect, key: long, title: long)
        ]
        scene.views = [
            SceneView(
                view: ViewID(number: 1), client: Scenes.client, app: long, display: "main",
                kind: .modal, frame: rect)
        ]
        scene.popovers =
            Side.allCases.map { side in
                Scenes.popover(
                    .popover(frame: rect, side: side, arrow: rect.origin, scrolls: true),
                    anchor: rect, source: nil, title: long, passthrough: [rect, rect], modal: true)
            } + [
                Scenes.popover(.sheet(frame: rect, scrolls: true), anchor: rect, closing: .idle)
            ]
        let buttons = (0..<16).map { Button(id: "\($0)", label: long, role: .destructive) }
        scene.alerts = [
            Scenes.alert(title: long, message: long + " " + long, buttons: buttons, frame: rect),
            Scenes.alert(2, buttons: []),
        ]
        return scene
    }

    @Test("It has a picture and a text all the same", arguments: rects)
    func pictures(rect: Rect) throws {
        let displays = [
            Scenes.display(shielded: true), Scenes.display(width: 1, height: 1),
            Scenes.display(
                width: 3000, height: 20, insets: Insets(top: 50, left: 5000), locked: true),
        ]
        for display in displays {
            let scene = scene(rect, on: display)
            let size = try PictureLayout(scene).size
            let image = try #require(DecodedPNG(try SceneDrawing.png(scene).bytes))
            #expect(image.width == Int(size.width.rounded(.up)))
            #expect(try !SceneDrawing.svg(scene).bytes.isEmpty)
            let text = try SceneText.render(scene, width: 30)
            for line in text.split(separator: "\n") { #expect(String(line).cells == 30) }
        }
    }

    @Test("A picture of a PNG's largest display is made as well as one of a tiny scale")
    func extremes() throws {
        let scene = Scenes.empty(Scenes.display(width: 100_000, height: 100_000))
        let image = try #require(DecodedPNG(try SceneDrawing.png(scene, scale: 0.001).bytes))
        #expect(image.width == 101)
        #expect(try SceneDrawing.svg(scene).bytes.count < 1_000_000)
        #expect(try SceneText.render(scene).split(separator: "\n").count < 210)
    }
}
