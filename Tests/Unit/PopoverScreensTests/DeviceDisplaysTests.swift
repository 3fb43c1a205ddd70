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

    @Test("A value without a display is quoted")
    func values() throws {
        let values = try DeviceDisplays.values(of: ["wall=180", "hall=90"])
        #expect(values == ["wall": "180", "hall": "90"])
        let error = #expect(throws: DeviceDisplays.BadEntry.self) {
            try DeviceDisplays.values(of: ["wall=180", "90"])
        }
        #expect(error?.description == "\"90\" is not display=value (such as wall=180)")
    }
}
