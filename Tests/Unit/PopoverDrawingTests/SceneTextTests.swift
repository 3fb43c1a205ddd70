// SPDX-License-Identifier: MIT

import PopoverDrawing
import PopoverModel
import Testing

@Suite("A scene as text")
struct SceneTextTests {
    @Test("A menu hangs below its control, and its arrow is in its border")
    func menu() throws {
        #expect(
            try SceneText.render(Scenes.menu(), width: 42) == """
                ┏━ main 800×480, shield ━━━━━━━━━━━━━━━━━┓
                ┃                                        ┃
                ┃                  sha…                  ┃
                ┃            ╭───────▲──────╮            ┃
                ┃            │ Share        │            ┃
                ┃            │ menu p1 of … │            ┃
                ┃            │              │            ┃
                ┃            ╰──────────────╯            ┃
                ┃                                        ┃
                ┃                                        ┃
                ┃                                        ┃
                ┃                                        ┃
                ┃                                        ┃
                ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛

                """)
    }

    @Test("An alert is above everything, with its buttons and how many are queued")
    func alert() throws {
        var scene = Scenes.menu()
        scene.displays[0].isShielded = false
        scene.alerts = [
            Scenes.alert(
                severity: .critical, title: "Fire",
                buttons: [Button(id: "a", label: "Leave"), Button(id: "b", label: "Stay")],
                frame: Rect(x: 200, y: 60, width: 400, height: 200)),
            Scenes.alert(2),
        ]
        #expect(
            try SceneText.render(scene, width: 42) == """
                ┏━ main 800×480 ━━━━━━━━━━━━━━━━━━━━━━━━━┓
                ┃                                        ┃
                ┃                  sha…                  ┃
                ┃          ╔══════════════════╗          ┃
                ┃          ║ Fire             ║          ┃
                ┃          ║ [Leave] [Stay]   ║          ┃
                ┃          ║ +1 queued        ║          ┃
                ┃          ╚══════════════════╝          ┃
                ┃                                        ┃
                ┃                                        ┃
                ┃                                        ┃
                ┃                                        ┃
                ┃                                        ┃
                ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛

                """)
    }

    @Test("Insets, a keyboard and a lock")
    func keyboard() throws {
        var scene = Scenes.empty(Scenes.display(height: 200, insets: Insets(top: 40)))
        scene.occluders = [
            Scenes.source("keyboard", Rect(x: 100, y: 120, width: 600, height: 80))
        ]
        #expect(
            try SceneText.render(scene, width: 42) == """
                ┏━ main 800×200 ━━━━━━━━━━━━━━━━━━━━━━━━━┓
                ┃░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░┃
                ┃                                        ┃
                ┃                                        ┃
                ┃     ▒▒▒▒▒▒▒▒▒▒ keyboard ▒▒▒▒▒▒▒▒▒▒     ┃
                ┃     ▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒     ┃
                ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛

                """)
        scene.displays[0].isLocked = true
        #expect(try SceneText.render(scene, width: 42).contains("······ locked ······"))
    }

    @Test("Without color there is no escape; with it every line ends as it began")
    func color() throws {
        #expect(try !SceneText.render(Scenes.menu()).contains("\u{1B}"))
        let colored = try SceneText.render(Scenes.menu(), hasColor: true)
        #expect(colored.contains("\u{1B}[0;1;34m╭"))
        for line in colored.split(separator: "\n") where line.contains("\u{1B}") {
            #expect(line.hasSuffix("\u{1B}[0m"))
        }
    }

    @Test("Every line is as wide as asked, also with wide characters and foreign escapes")
    func widths() throws {
        var scene = Scenes.menu()
        scene.popovers[0].title = "共有\u{1B}[2J 写真 共有 写真 共有"
        scene.sources[0].name = "🖨️"
        let text = try SceneText.render(scene, width: 60)
        #expect(!text.contains("\u{1B}"))
        #expect(text.contains("共有"))
        for line in text.split(separator: "\n") { #expect(String(line).cells == 60, "\(line)") }
    }

    @Test("A sheet has no arrow, and a closing popover says why")
    func sheet() throws {
        var scene = Scenes.empty()
        let frame = Rect(x: 0, y: 0, width: 800, height: 480)
        scene.popovers = [
            Scenes.popover(
                .sheet(frame: frame, scrolls: false), anchor: frame, closing: .displayChanged)
        ]
        let text = try SceneText.render(scene)
        #expect(!text.contains { "▲▼◀▶".contains($0) })
        #expect(text.contains("closing: display-changed"))
    }

    @Test("A text is fitted by cells, with an ellipsis where it is cut")
    func fitting() {
        #expect("share".fitted(toCells: 5) == "share")
        #expect("share".fitted(toCells: 4) == "sha…")
        #expect("写真".fitted(toCells: 3) == "写…")
        #expect("写真".fitted(toCells: 1) == "…")
        #expect("share".fitted(toCells: 0) == "")
    }
}
