// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@testable import PopoverWire

/// The contract names what may be declared, not how: whatever is understood counts, and nothing
/// refuses an open.
@Suite("Declared looks")
struct DeclaredAppearanceTests {
    private func read(_ json: String) throws -> DeclaredAppearance {
        let reader = JSONReader()
        return try DeclaredAppearance(
            Member(root: try reader.parse(Array(json.utf8), depthLimit: 8)))
    }

    @Test(
        "Every known way to hide the arrow or the border hides it",
        arguments: [
            #"{"arrow":false,"border":false}"#, #"{"arrow":"hidden","border":"none"}"#,
            #"{"hideArrow":true,"hideBorder":true}"#, #"{"hidesArrow":true,"hidesBorder":true}"#,
            #"{"arrowHidden":true,"borderHidden":true}"#,
        ])
    func hidden(json: String) throws {
        let appearance = try read(json)
        #expect(!appearance.hasArrow)
        #expect(!appearance.hasBorder)
        #expect(appearance.unreadable.isEmpty)
    }

    @Test(
        "A part that is not hidden is shown",
        arguments: [
            "{}", #"{"arrow":true,"border":"visible"}"#, #"{"arrow":"shown","hideBorder":false}"#,
        ])
    func shown(json: String) throws {
        #expect(try read(json) == DeclaredAppearance())
    }

    @Test(
        "Colors are read by every known name",
        arguments: [
            ##"{"background":"#fff","text":"#000"}"##,
            ##"{"backgroundColor":"#fff","textColor":"#000"}"##,
            ##"{"background":"#ffffff","foreground":"#000000ff"}"##,
            ##"{"colors":{"background":"#fff","text":"#000"}}"##,
            ##"{"colours":{"background":"#fff","color":"#000"}}"##,
        ])
    func colors(json: String) throws {
        let appearance = try read(json)
        #expect(appearance.background == DeclaredColor("#fff"))
        #expect(appearance.text == DeclaredColor("#000"))
        #expect(appearance.unreadable.isEmpty)
    }

    @Test(
        "A member that is not understood is kept by its path",
        arguments: [
            (#"{"background":"red"}"#, "background"), (#"{"text":7}"#, "text"),
            (#"{"arrow":"maybe"}"#, "arrow"), (#"{"border":{"width":1}}"#, "border"),
            (##"{"colors":{"text":"#ffff0"}}"##, "colors.text"),
        ])
    func unreadable(json: String, path: String) throws {
        #expect(try read(json).unreadable == [path])
    }
}
