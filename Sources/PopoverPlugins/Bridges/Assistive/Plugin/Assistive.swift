// SPDX-License-Identifier: MIT

import Glibc
import LibUV
import PluginProgram
import PopoverModel
import PopoverWire

/// Shows assistive programs, such as the screen reader Orca, what all clients have on the displays.
///
/// An event only says that something has changed: the scene says what there is. So nothing is missed,
/// whatever events are lost.
final class Assistive {
    static let description = PluginProgram<AssistiveSettings>.Description(
        name: "assistive", version: "1.0.0", options: AssistiveSettings.table,
        topics: [
            "popover.*", "alert.*", "session.*", "display.changed", "client.left",
            "focus.changed", "announcement",
        ],
        needs: Sandbox(unixSockets: true))

    /// Announcements that wait for the scene.
    private static let mostWaiting = 64

    private let write: (String) -> Void
    private var settings = AssistiveSettings()
    private var isConnected = false
    private var windows: [VisibleWindow] = []
    private var isAsking = false
    /// Something has changed since the daemon was asked.
    private var isStale = false
    private var waiting: [(words: String, identifier: String?)] = []

    /// - Parameter write: writes a line to the daemon.
    init(write: @escaping (String) -> Void) { self.write = write }

    func handle(_ message: PluginProgram<AssistiveSettings>.Message) {
        switch message {
        case .started(let settings, _): self.settings = settings
        case .event("announcement", _, let data): announce(data)
        case .event, .gap: refresh()
        case .scene(let scene): show(scene)
        case .line: break
        case .ended: AccessibilityBus.stop()
        }
    }

    /// When the daemon serves it: it can be checked where there is no session.
    private func connect() {
        isConnected = true
        let bus = settings.bus.isEmpty ? "unix:path=/run/user/\(getuid())/bus" : settings.bus
        guard
            AccessibilityBus.connect(
                name: "popoverd", version: Self.description.version, sessionBus: bus)
        else {
            // The daemon starts it again, after growing pauses.
            System.writeStandardError("the session bus \(bus) has no accessibility bus\n")
            System.endProcess(with: 1)
        }
        write(
            PluginProgram<AssistiveSettings>.service(
                PluginService(state: .serving, message: "the accessibility bus of \(bus)")))
    }

    private func refresh() {
        isStale = isAsking
        guard !isAsking else { return }
        isAsking = true
        write(PluginProgram<AssistiveSettings>.requestScene)
    }

    private func show(_ scene: JSONNode?) {
        isAsking = false
        guard let scene else { return }
        if !isConnected { connect() }
        let shown = VisibleWindow.all(in: scene)
        let identifiers = Set(shown.map(\.identifier))
        for window in windows where !identifiers.contains(window.identifier) {
            AccessibilityBus.remove(window.identifier)
        }
        let known = Set(windows)
        // The keyboard leaves one before the next one has it.
        for window in shown.sorted(by: { !$0.isActive && $1.isActive })
        where !known.contains(window) { AccessibilityBus.set(window) }
        windows = shown
        if isStale { return refresh() }
        for announcement in waiting {
            AccessibilityBus.announce(announcement.words, of: announcement.identifier)
        }
        waiting = []
    }

    private func announce(_ data: JSONNode) {
        // Listeners learn that a window has gone; its words alone would sound as if it had come.
        guard let words = data.member("text")?.string, !words.isEmpty,
            data.member("kind")?.string != "closed"
        else { return }
        let identifier = data.member("alert")?.string ?? data.member("popover")?.string
        guard isAsking else { return AccessibilityBus.announce(words, of: identifier) }
        waiting.append((words, identifier))
        if waiting.count > Self.mostWaiting { waiting.removeFirst() }
    }
}
