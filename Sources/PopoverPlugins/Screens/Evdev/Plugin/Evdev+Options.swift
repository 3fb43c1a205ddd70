// SPDX-License-Identifier: MIT

import PopoverPluginKit

extension Evdev {
    static let options = [
        OptionDescription(
            name: "devices", type: .strings, defaultValue: "",
            summary:
                "Paths of input devices, or * for all touch devices; wall=PATH is on the display "
                + "wall. Empty: the plugin does nothing."),
        OptionDescription(
            name: "display", type: .string, defaultValue: "main",
            summary: "The display that the other devices lie on."),
        OptionDescription(
            name: "rotation", type: .integer, defaultValue: "0",
            summary: "Clockwise rotation of the picture on the touch screen: 0, 90, 180 or 270."),
        OptionDescription(
            name: "calibration", type: .string, defaultValue: "1 0 0 0 1 0",
            summary: "Six numbers, as in libinput's calibration matrix."),
        OptionDescription(
            name: "rotations", type: .strings, defaultValue: "",
            summary: "Rotations of other displays, such as wall=180."),
        OptionDescription(
            name: "calibrations", type: .strings, defaultValue: "",
            summary: "Calibrations of other displays, such as wall=0.5 0 0 0 0.5 0."),
        OptionDescription(
            name: "range", type: .string, defaultValue: "",
            summary: "Minimum and maximum of x, then of y, for a device that reports none."),
        OptionDescription(
            name: "keypads", type: .strings, defaultValue: "",
            summary: "Paths of keypads, whose keys move the focus and type nowhere; wall=PATH "
                + "moves that of the display wall."),
        OptionDescription(
            name: "keys", type: .strings, defaultValue: "",
            summary: "Meanings of keys, such as 352=activate: the kernel's code, and a step "
                + "of navigate or none."),
        OptionDescription(
            name: "switches", type: .strings, defaultValue: "",
            summary: "Paths of switches; each of their keys activates what has the focus."),
        OptionDescription(
            name: "scanMs", type: .integer, defaultValue: "0",
            summary: "Milliseconds that the focus stays on a control while a switch is used, "
                + "200 to 60000; 0: it does not move by itself."),
        OptionDescription(
            name: "backMs", type: .integer, defaultValue: "1500",
            summary: "Milliseconds that a switch is held to close what is on top, 200 to 60000; "
                + "0: a press activates at once, and closes nothing."),
    ]
}
