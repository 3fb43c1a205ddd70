// SPDX-License-Identifier: MIT

package import PopoverModel
import PopoverWire

/// Who has the keyboard of a display, as the daemon says.
package struct ScreenFocus: Hashable, Sendable {
    /// The process of the client that has it; nil: nobody, or an unknown one.
    package var process: UInt32?
    /// Whether something on top belongs to another client than the one beneath, which must get no keys.
    package var isForeign: Bool
    /// Whether it is the client's for its alert, popover or view.
    package var isOnTop: Bool
    /// The control that has it, in points.
    package var source: Rect?
    /// Whether the focus ring of a keypad belongs around the control.
    package var hasRing: Bool

    package init(
        process: UInt32? = nil, isForeign: Bool = false, isOnTop: Bool = false, source: Rect? = nil,
        hasRing: Bool = false
    ) {
        self.process = process
        self.isForeign = isForeign
        self.isOnTop = isOnTop
        self.source = source
        self.hasRing = hasRing
    }

    package var ring: Rect? { hasRing ? source : nil }

    init(_ node: JSONNode) {
        let process = node.member("pid")?.integer.flatMap(UInt32.init(exactly:))
        self.init(
            process: process, isForeign: node.member("foreign")?.bool == true,
            isOnTop: ["alert", "popover", "view"].contains { node.member($0) != nil },
            source: node.member("rect").flatMap(Rect.init),
            hasRing: node.member("ring")?.bool == true)
    }
}

/// Who has the keyboards of all displays.
package struct ScreenFocuses: Sendable {
    package static let topic = "focus.changed"
    static let subscription = "focus"

    /// In the order of their latest changes.
    private var displays: [(display: String, focus: ScreenFocus)] = []

    package init() {}

    /// The request that has the daemon report them.
    package static var line: String {
        requestLine("bus.subscribe", id: subscription) { $0.member("topics", [topic]) }
    }

    package mutating func set(_ focus: ScreenFocus, of display: String) {
        guard self[display] != focus else { return }
        remove(display)
        displays.append((display, focus))
    }

    package mutating func remove(_ display: String) {
        displays.removeAll { $0.display === display }
    }

    package mutating func reset() { displays = [] }

    package subscript(display: String) -> ScreenFocus? {
        displays.first { $0.display === display }?.focus
    }

    /// Who has the keyboard that several displays share: whatever came on top last, else the latest.
    package func keyboard(among names: Set<Name>) -> (display: String, focus: ScreenFocus)? {
        let present = displays.filter { names.contains(Name($0.display)) }
        return present.last { $0.focus.isForeign } ?? present.last
    }

    /// The latest of the displays that have a ring.
    package func ring(among names: Set<Name>) -> (display: String, rect: Rect)? {
        for (name, focus) in displays.reversed() where names.contains(Name(name)) {
            if let ring = focus.ring { return (name, ring) }
        }
        return nil
    }
}
