// SPDX-License-Identifier: MIT

import PopoverPluginKit

extension X11 {
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
