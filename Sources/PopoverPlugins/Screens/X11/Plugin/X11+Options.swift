// SPDX-License-Identifier: MIT

import PopoverPluginKit

extension X11 {
    enum Timer {
        static let open: UInt32 = 1
        static let raise: UInt32 = 2
        static let settle: UInt32 = 3
        static let announce: UInt32 = 4
        static let report: UInt32 = 5
        static let keys: UInt32 = 6
        static let glass: UInt32 = 7
        static let pump: UInt32 = 8
    }

    static let options = [
        OptionDescription(
            name: "display", type: .string, defaultValue: "",
            summary: "The X display, such as :0; empty: $DISPLAY."),
        OptionDescription(
            name: "outputs", type: .strings, defaultValue: "",
            summary: "Displays of outputs, such as wall=HDMI-1; the primary output is main."),
        OptionDescription(
            name: "keyboards", type: .strings,
            defaultValue: "onboard\nxvkbd\nkeyboard\nmatchbox-keyboard\nflorence\nsvkbd\nkvkbd\n"
                + "cellwriter\nmaliit-keyboard\n",
            summary: "Window classes of on-screen keyboards; "
                + "titles of windows without a class."),
    ]
}
