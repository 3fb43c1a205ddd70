// SPDX-License-Identifier: MIT

import Testing

@testable import PopoverStage

@Suite("Which output a touch screen is on")
struct TouchScreenTests {
    typealias Configured = [(output: String, screens: [String])]

    private func place(
        _ name: String = "panel", naming output: String? = nil, on outputs: [String],
        configured: Configured = []
    ) -> TouchScreen.Place {
        TouchScreen(id: 1, name: name, output: output).place(on: outputs, configured: configured)
    }

    @Test("The only output is its output, and without one it waits")
    func alone() {
        #expect(place(on: ["A"]) == .on("A"))
        #expect(place(on: []) == .nowhere)
    }

    @Test("It is on the output that it names, or waits for it")
    func named() {
        #expect(place(naming: "B", on: ["A", "B"]) == .on("B"))
        #expect(place(naming: "B", on: ["A"]) == .missing("B"))
    }

    @Test("The configuration counts more than what it says")
    func configured() {
        let configured: Configured = [("A", ["panel", "old panel"]), ("B", [])]
        #expect(place(naming: "B", on: ["A", "B"], configured: configured) == .on("A"))
        #expect(place(on: ["B"], configured: configured) == .missing("A"))
        // The only output is its, also if another one is named there.
        #expect(place("pad", on: ["A"], configured: configured) == .on("A"))
    }

    @Test("One of several that are possible is assumed, but none with touch screens of its own")
    func assumed() {
        #expect(place(on: ["A", "B"]) == .assumed("A"))
        #expect(place(on: ["A", "B"], configured: [("A", ["wall"])]) == .on("B"))
        #expect(place(on: ["A", "B", "C"], configured: [("A", ["wall"])]) == .assumed("B"))
        let all: Configured = [("A", ["wall"]), ("B", ["door"])]
        #expect(place(on: ["A", "B"], configured: all) == .assumed("A"))
    }

    @Test("The log says what to do")
    func words() {
        #expect(
            TouchScreen.Place.assumed("A").description
                == "is on the output A, unless touchScreens of an [[output]] says otherwise")
        #expect(TouchScreen.Place.missing("B").description == "waits for the output B")
        #expect(TouchScreen.Place.missing("B").output == nil)
    }
}
