// SPDX-License-Identifier: MIT

internal import PopoverModel
internal import PopoverWire

/// Which of the daemon's promises hold on the screen, by the plugin or client that sees it.
extension Doctor {
    private struct Screen {
        /// A plugin, or the app of a client with the role `input`.
        let name: String
        let holds: String
        /// What does not hold; nil: everything does.
        let lacks: String?
    }

    /// The best first.
    private static let screens = [
        Screen(
            name: "popover-stage",
            holds: "popovers are where the daemon says, nothing lies above them, what has closed "
                + "is gone, and presses wait for its verdict",
            lacks: nil),
        Screen(
            name: "x11",
            holds:
                "taps beside a popover reach no window, and marked windows are kept above others "
                + "and taken away when they have closed",
            lacks:
                "windows without a mark stay when their program hangs, and menus of programs that "
                + "are no clients are on the screen before popoverd decides"),
        Screen(
            name: "wayland",
            holds: "taps beside a popover reach no window",
            lacks:
                "a program that hangs keeps its popover on the screen, and other windows may lie "
                + "above popovers"),
        Screen(
            name: "evdev",
            holds: "taps beside a popover close it",
            lacks: "they reach the window below, and a program that hangs keeps its popover on the "
                + "screen"),
    ]

    /// - Parameters:
    ///   - plugins: those that serve, with what they report of their service.
    ///   - observers: the apps of clients with the role `input`.
    static func screen(
        plugins: [String: PluginService?], observers: Set<String>
    ) -> CheckResult {
        let present = screens.first {
            plugins.keys.contains($0.name) || observers.contains($0.name)
        }
        guard let screen = present else {
            return .note(
                "screen", "no plugin sees the screen: only taps that clients report count",
                "run popover-stage, or load a screen plugin: docs/how-to/screens.md")
        }
        let service = plugins[screen.name] ?? nil
        let subject = screen.name + (service.map { ", \($0.dated)" } ?? "")
        guard let lacks = screen.lacks else {
            return .ok("screen", "\(subject): \(screen.holds)")
        }
        return .note(
            "screen", "\(subject): \(screen.holds); but \(lacks)",
            "popover-stage has no such gaps: docs/how-to/stage.md")
    }

    func screen(_ status: JSONNode?) -> CheckResult {
        let elements = { (name: String) in status?.member(name)?.elements.map { Array($0) } ?? [] }
        let plugins = elements("plugins").filter { $0.member("state")?.string == "loaded" }
            .map { (name: $0.member("name")?.string ?? "", service: PluginService(in: $0)) }
        let serving = plugins.filter { [nil, .serving].contains($0.service?.state) }
        let observers = elements("clients").filter { client in
            client.member("roles")?.elements?.contains { $0.string == "input" } == true
        }
        return Self.screen(
            plugins: Dictionary(serving.map { ($0.name, $0.service) }, uniquingKeysWith: { $1 }),
            observers: Set(observers.compactMap { $0.member("app")?.string }))
    }
}
