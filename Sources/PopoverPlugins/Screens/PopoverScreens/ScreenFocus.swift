// SPDX-License-Identifier: MIT

package import PopoverModel
import PopoverWire

/// Who has the keyboard of a display, as the daemon says.
package struct ScreenFocus: Hashable, Sendable {
    /// The process of the client that has it; nil: nobody, or an unknown one.
    package var process: UInt32?
    /// Whether something on top belongs to another client than the one beneath, which must get no keys.
    package var isForeign: Bool
    /// Where the focus ring of a keypad belongs, in points; nil: there is none.
    package var ring: Rect?

    package init(process: UInt32? = nil, isForeign: Bool = false, ring: Rect? = nil) {
        self.process = process
        self.isForeign = isForeign
        self.ring = ring
    }

    init(_ node: JSONNode) {
        let process = node.member("pid")?.integer.flatMap(UInt32.init(exactly:))
        let isRinging = node.member("ring")?.bool == true
        self.init(
            process: process, isForeign: node.member("foreign")?.bool == true,
            ring: isRinging ? node.member("rect").flatMap(Rect.init) : nil)
    }
}

/// Who has the keyboards of all displays.
package struct ScreenFocuses: Sendable {
    package static let topic = "focus.changed"
    static let subscription = "focus"

    /// In the order of their latest changes.
    private var displays: [(name: String, focus: ScreenFocus)] = []

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

    package mutating func remove(_ display: String) { displays.removeAll { $0.name == display } }

    package mutating func reset() { displays = [] }

    package subscript(display: String) -> ScreenFocus? {
        displays.first { $0.name == display }?.focus
    }

    /// Where people use the keyboard that several displays share: the display that has lost it last.
    package func foreign(among names: Set<String>) -> (display: String, process: UInt32?)? {
        let last = displays.last { $0.focus.isForeign && names.contains($0.name) }
        return last.map { ($0.name, $0.focus.process) }
    }

    /// The latest of the displays that have a ring.
    package func ring(among names: Set<String>) -> (display: String, rect: Rect)? {
        for (name, focus) in displays.reversed() where names.contains(name) {
            if let ring = focus.ring { return (name, ring) }
        }
        return nil
    }
}
