// SPDX-License-Identifier: MIT

import PopoverDrawing
import PopoverModel
import PopoverTestSupport
import Testing

@Suite("Text in pictures")
struct TextDrawingTests {
    /// The columns of a rectangle of the display, each with its pixels from top to bottom.
    private func columns(of scene: Scene, in rect: Rect) throws -> [[UInt32]] {
        let picture = try SceneDrawing.png(scene)
        #expect(picture.textsWithoutFont.isEmpty)
        let image = try #require(DecodedPNG(picture.bytes))
        let origin = try #require(try PictureLayout(scene).places.first).origin
        let rect = rect.offset(by: origin)
        return (Int(rect.minX)..<Int(rect.maxX)).map { x in
            (Int(rect.minY)..<Int(rect.maxY)).map { image.color(x, $0) }
        }
    }

    /// The columns of a title in a popover without chips. Its ink keeps at least a point from the ends.
    private func title(_ title: String, _ direction: WritingDirection? = nil) throws -> [[UInt32]] {
        var scene = Scenes.menu()
        scene.displays[0].specification.direction = direction
        scene.popovers[0].title = title
        return try columns(of: scene, in: Rect(x: 258, y: 96, width: 284, height: 34))
    }

    private func isBlank(_ columns: some Sequence<[UInt32]>) -> Bool {
        columns.allSatisfy { $0.allSatisfy { $0 == 0xFFFFFF } }
    }

    /// The part from the first to the last column with ink.
    private func ink(_ columns: [[UInt32]]) -> ArraySlice<[UInt32]> {
        let first = columns.firstIndex { !isBlank([$0]) } ?? 0
        let last = columns.lastIndex { !isBlank([$0]) } ?? -1
        return columns[first..<max(first, last + 1)]
    }

    @Test("A Hebrew title is drawn from right to left: its second letter is left of its first")
    func order() throws {
        let second = ink(try title("ב", .ltr))
        let word = ink(try title("אב", .ltr))
        #expect(second.count > 4 && word.count > second.count + 4)
        let isFirstFromLeft = word.prefix(second.count - 1).elementsEqual(second.dropLast())
        #expect(isFirstFromLeft)
    }

    @Test("A title begins where the display says, else where its own text begins")
    func alignment() throws {
        for (text, direction, isRight) in [
            ("Share", nil, false), ("שיתוף", nil, true), ("Share", WritingDirection.rtl, true),
            ("שיתוף", .rtl, true), ("Share", .ltr, false), ("שיתוף", .ltr, false),
            ("123", nil, false), ("123", .rtl, true),
        ] {
            let columns = try title(text, direction)
            let halves = (left: isBlank(columns.prefix(140)), right: isBlank(columns.suffix(140)))
            #expect(
                halves == (isRight, !isRight), "\(text) on a display \(direction?.rawValue ?? "")")
        }
    }

    @Test(
        "Where people read from right to left, an alert's first button and its icon are at the right"
    )
    func mirroredAlert() throws {
        func alert(_ direction: WritingDirection) throws -> (words: [[UInt32]], buttons: [[UInt32]])
        {
            var scene = Scenes.empty(Scenes.display(direction: direction))
            let frame = Rect(x: 200, y: 100, width: 400, height: 160)
            let buttons = [
                Button(id: "a", label: "A", role: .destructive), Button(id: "b", label: " "),
            ]
            scene.alerts = [
                Scenes.alert(severity: .critical, title: " ", buttons: buttons, frame: frame)
            ]
            let icons = try columns(of: scene, in: Rect(x: 216, y: 112, width: 368, height: 34))
            let labels = try columns(of: scene, in: Rect(x: 210, y: 226, width: 380, height: 28))
            return (icons, labels)
        }
        let left = try alert(.ltr)
        let right = try alert(.rtl)
        let critical: UInt32 = 0xDC2626
        for (left, right) in [(left.words, right.words), (left.buttons, right.buttons)] {
            let found = [left, right].map { columns in
                [columns.prefix(180), columns.suffix(180)].map { $0.joined().contains(critical) }
            }
            #expect(found == [[true, false], [false, true]])
        }
    }

    @Test(
        "Every character of a script has a glyph",
        arguments: [
            "שיתוף תמונה", "مشاركة الصورة", "اشتراک‌گذاری", "共享照片", "写真を共有", "사진 공유", "แบ่งปันรูปภาพ",
            "फ़ोटो शेयर करें", "Поделиться", "Κοινή χρήση",
        ])
    func glyphs(text: String) throws {
        // `columns` expects that there is a font.
        #expect(ink(try title(text)).count > 20)
        #expect(try SceneDrawing.svg(Scenes.empty(Scenes.display(text))).textsWithoutFont == [])
    }

    @Test("Letters get the shapes that their place in the word asks for")
    func shaping() throws {
        let joined = ink(try title("بب"))
        let apart = ink(try title("ب\u{200C}ب"))
        #expect(apart.count > joined.count + 2)
        // In a Devanagari syllable the sign of the vowel i comes before its consonant.
        let consonant = ink(try title("क"))
        let beginsWithConsonant = ink(try title("कि")).prefix(consonant.count).elementsEqual(
            consonant)
        #expect(!beginsWithConsonant)
    }

    @Test("A text that no font can show is named")
    func missing() throws {
        var scene = Scenes.menu()
        scene.popovers[0].title = "A\u{10FFFD}"
        scene.sources[0].name = "A\u{10FFFD}"
        let picture = try SceneDrawing.png(scene)
        #expect(picture.textsWithoutFont == ["A\u{10FFFD}"])
        #expect(picture.warning?.contains("no font has every character of \"A\u{10FFFD}\"") == true)
        #expect(try SceneDrawing.png(Scenes.menu()).warning == nil)
    }

    @Test("A message breaks where its language does, and stays in its alert", arguments: [1, 40])
    func wrapping(times: Int) throws {
        var scene = Scenes.empty()
        let frame = Rect(x: 200, y: 100, width: 400, height: 160)
        // Neither has a blank.
        for words in [
            "请在打印机中添加纸张然后再试一次因为纸张已经用完了请在打印机中添加纸张",
            "กรุณาใส่กระดาษในเครื่องพิมพ์แล้วลองอีกครั้งเพราะกระดาษหมด",
        ] {
            scene.alerts = [
                Scenes.alert(
                    message: String(repeating: words, count: times), buttons: [], frame: frame)
            ]
            let second = try columns(of: scene, in: Rect(x: 264, y: 170, width: 316, height: 16))
            let below = try columns(of: scene, in: Rect(x: 220, y: 214, width: 360, height: 40))
            let (hasSecond, isKept) = (!isBlank(second), isBlank(below))
            #expect(hasSecond && isKept, "\(words)")
        }
    }
}
