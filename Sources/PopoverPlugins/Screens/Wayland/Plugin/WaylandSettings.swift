// SPDX-License-Identifier: MIT

import PopoverPluginKit
import PopoverScreens

struct WaylandSettings: Sendable {
    static let table: [OptionRule<WaylandSettings>] = [
        .string(
            "display", \.display,
            "The server's socket, a path or a name in $XDG_RUNTIME_DIR; empty: $WAYLAND_DISPLAY."),
        .strings(
            "outputs", \.outputs,
            "Displays of outputs, such as wall=HDMI-A-1; the first output is main.",
            expected: OutputNames.Entry.form, parse: OutputNames.Entry.init),
        .flag(
            "keyboards", \.keyboards, default: false,
            "Keep popovers off space that a keyboard reserves at the lower edge."),
    ]

    private(set) var display = ""
    private(set) var outputs: [OutputNames.Entry] = []
    private(set) var keyboards = false
}
