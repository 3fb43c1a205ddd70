// SPDX-License-Identifier: MIT

import Testing

@testable import popoverctl

@Suite("Which promises hold on the screen")
struct DoctorScreenTests {
    @Test(
        "The best that sees the screen counts",
        arguments: [
            (["menu", "x11"], ["popover-stage"], "ok", "popover-stage: "),
            (["x11", "wayland"], [], "note", "x11: "),
            (["wayland"], ["shop"], "note", "wayland: "),
            (["evdev"], [], "note", "evdev: "),
            (["menu"], ["shop"], "note", "no plugin sees the screen"),
        ])
    func best(plugins: [String], observers: [String], state: String, begins: String) {
        let result = Doctor.screen(
            plugins: Dictionary(uniqueKeysWithValues: plugins.map { ($0, nil) }),
            observers: Set(observers))
        #expect(result.check == "screen")
        #expect(result.state.rawValue == state)
        #expect(result.message.hasPrefix(begins))
        #expect((result.remedy == nil) == (state == "ok"))
    }
}
