// SPDX-License-Identifier: MIT

import PopoverWire

/// The popovers and alerts that the daemon has on the screen, with the processes that draw them.
package struct GlassScene: Sendable {
    package struct Item: Hashable, Sendable {
        package let mark: GlassMark
        /// The process of a popover's owner, or of an alert's renderer.
        package let process: UInt32
        package let display: String

        package init(mark: GlassMark, process: UInt32, display: String) {
            self.mark = mark
            self.process = process
            self.display = display
        }
    }

    /// One that has closed, and must not be seen any more.
    package struct Closed: Hashable, Sendable {
        package let item: Item
        /// Its owner has missed the deadline.
        package let isHung: Bool
    }

    static let subscription = "windows"
    private static let topics = [
        "popover.opened", "popover.closed", "popover.detached", "alert.presented",
        "alert.answered", "alert.cancelled", "client.left", "client.unresponsive",
    ]
    /// A window that its owner maps later is taken off the screen as long as it is remembered.
    private static let mostClosed = 64

    package private(set) var items: [Item] = []
    /// The latest, oldest first.
    package private(set) var closed: [Closed] = []
    private var processes: [String: UInt32] = [:]
    /// An event has not said everything: `refreshLine` asks for it.
    private var isIncomplete = false
    private var isAsked = false

    package init() {}

    /// The request that has the daemon report them.
    package static var line: String {
        requestLine("bus.subscribe", id: subscription) { $0.member("topics", topics) }
    }

    /// The request for what is missing, one at a time; nil: none.
    package mutating func refreshLine() -> String? {
        guard isIncomplete, !isAsked else { return nil }
        isIncomplete = false
        isAsked = true
        // Its answer is as a status, but shorter.
        return Self.line
    }

    /// Has the next `refreshLine` ask for it.
    package mutating func ask() { isIncomplete = true }

    /// Nothing is asked for.
    package var isCurrent: Bool { !isIncomplete && !isAsked }

    /// Whether a client of another name is of a process.
    package func hasClient(of process: UInt32, besides name: String?) -> Bool {
        processes.contains { $0.value == process && $0.key != name }
    }

    package func isShown(_ mark: GlassMark, by process: UInt32) -> Bool {
        items.contains { $0.mark == mark && $0.process == process }
    }

    package func isClosed(_ mark: GlassMark, by process: UInt32) -> Bool {
        closed.contains { $0.item.mark == mark && $0.item.process == process }
    }

    // MARK: What the daemon says

    /// Applies the scene of a subscription.
    mutating func apply(scene: JSONNode) {
        isAsked = false
        processes = [:]
        for client in scene.member("clients")?.elements.map(Array.init) ?? [] {
            guard let name = client.member("client")?.string,
                let process = client.member("pid")?.integer.flatMap(UInt32.init(exactly:))
            else { continue }
            processes[name] = process
        }
        var shown: [Item] = []
        for node in scene.member("popovers")?.elements.map(Array.init) ?? [] {
            shown += item(.popover, node, drawnBy: "client").map { [$0] } ?? []
        }
        for node in scene.member("alerts")?.elements.map(Array.init) ?? [] {
            guard node.member("state")?.string == "presented" else { continue }
            shown += item(.alert, node, drawnBy: "renderer").map { [$0] } ?? []
        }
        // A popover that has closed is known by its event: one without may have become a panel.
        for item in items where item.mark.kind == .alert && !shown.contains(item) {
            noteClosed(item, isHung: false)
        }
        items = shown
        closed.removeAll { shown.contains($0.item) }
    }

    /// The daemon has refused a request.
    mutating func refused() { isAsked = false }

    /// Applies an event; false: it changes nothing.
    mutating func apply(topic: String, _ data: JSONNode) -> Bool {
        switch topic {
        case "popover.opened": open(data)
        case "popover.closed":
            end(.popover, data, isHung: data.member("unresponsive")?.bool == true)
        case "popover.detached":
            let mark = mark(.popover, of: data)
            items.removeAll { $0.mark == mark }
        case "alert.presented":
            // Its renderer may be another one; and the event does not say which.
            let mark = mark(.alert, of: data)
            closed.removeAll { $0.item.mark == mark }
            isIncomplete = true
        case "alert.answered", "alert.cancelled": end(.alert, data, isHung: false)
        case "client.left", "client.unresponsive":
            if topic == "client.left", let client = data.member("client")?.string {
                processes[client] = nil
            }
            isIncomplete = isIncomplete || items.contains { $0.mark.kind == .alert }
        default: return false
        }
        return true
    }

    private mutating func open(_ data: JSONNode) {
        guard let item = item(.popover, data, drawnBy: "client") else {
            // Its client is new.
            isIncomplete = true
            return
        }
        items.removeAll { $0.mark == item.mark }
        items.append(item)
    }

    private mutating func end(_ kind: GlassMark.Kind, _ data: JSONNode, isHung: Bool) {
        guard let mark = mark(kind, of: data) else { return }
        for item in items where item.mark == mark { noteClosed(item, isHung: isHung) }
        items.removeAll { $0.mark == mark }
    }

    private mutating func noteClosed(_ item: Item, isHung: Bool) {
        if closed.count == Self.mostClosed { closed.removeFirst() }
        closed.append(Closed(item: item, isHung: isHung))
    }

    private func mark(_ kind: GlassMark.Kind, of data: JSONNode) -> GlassMark? {
        data.member(kind.rawValue)?.string.map { GlassMark(kind, $0) }
    }

    private func item(_ kind: GlassMark.Kind, _ node: JSONNode, drawnBy role: String) -> Item? {
        guard let mark = mark(kind, of: node), let display = node.member("display")?.string,
            let process = node.member(role)?.string.flatMap({ processes[$0] })
        else { return nil }
        return Item(mark: mark, process: process, display: display)
    }
}
