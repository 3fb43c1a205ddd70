// SPDX-License-Identifier: MIT

import PopoverPluginKit
import PopoverScreens

struct X11Settings: Sendable {
    static let table: [OptionRule<X11Settings>] = [
        .string("display", \.display, "The X display, such as :0; empty: $DISPLAY."),
        .strings(
            "outputs", \.outputs,
            "Displays of outputs, such as wall=HDMI-1; the primary output is main.",
            expected: OutputNames.Entry.form, parse: OutputNames.Entry.init),
        .strings(
            "keyboards", \.keyboards,
            default: [
                "onboard", "xvkbd", "keyboard", "matchbox-keyboard", "florence", "svkbd", "kvkbd",
                "cellwriter", "maliit-keyboard",
            ],
            "Window classes of on-screen keyboards; titles of windows without a class."),
        .flag(
            "opensForOthers", \.opensForOthers, default: false,
            "Whether menus of programs that are no clients are popovers."),
    ]

    private(set) var display = ""
    private(set) var outputs: [OutputNames.Entry] = []
    private(set) var keyboards: [String] = []
    private(set) var opensForOthers = false
}
