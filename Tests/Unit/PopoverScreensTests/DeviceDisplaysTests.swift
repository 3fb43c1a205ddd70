// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverScreens
import Testing

@Suite("Displays of devices")
struct DeviceDisplaysTests {
    @Test("An entry names its display or has the usual one")
    func entries() {
        var displays = DeviceDisplays(usual: "main")
        let paths = displays.add(["wall=/dev/input/a=b", "/dev/input/c=d", "*", "=x", "y="])
        #expect(paths == ["/dev/input/a=b", "/dev/input/c=d", "*", "=x", "y="])
        #expect(displays.display(of: "/dev/input/a=b") == "wall")
        #expect(displays.display(of: "/dev/input/c=d") == "main")
        #expect(displays.display(of: "*") == "main")
    }

    @Test("A value belongs to a display")
    func values() throws {
        let parts = try #require(DeviceDisplays.parts(of: "wall=180"))
        #expect(parts == (display: "wall", rest: "180"))
        for entry in ["90", "=90", "wall="] { #expect(DeviceDisplays.parts(of: entry) == nil) }
    }
}
