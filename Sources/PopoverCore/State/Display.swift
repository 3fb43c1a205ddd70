// SPDX-License-Identifier: MIT

import PopoverModel

/// A display, who has its place, and who waits for it; nothing of it is another's (K4).
struct Display: Codable, Sendable {
    var specification: DisplaySpecification
    var isLocked = false
    /// Visible or closing.
    var popover: PopoverID?
    var view: ViewID?
    /// The open that waits for its turn. At most one of `waitingOpen` and `waitingView` is there.
    var waitingOpen: WaitingOpen?
    var waitingView: WaitingView?
    /// Most severe first, then by rank, then first come; the presented one among them, and those
    /// that are held or not decided yet.
    var alerts: [AlertID] = []
    var presented: AlertID?
    /// The latest wish that was granted here.
    var grantedWish: UInt64 = 0
    var toggle: ToggleMark?
    var taps: [RecentTap] = []
    /// What was visible a moment ago, oldest first.
    var past: [PastVisible] = []
    /// Where occluders were a moment ago, oldest first.
    var pastOccluders: [PastOccluder] = []
    var shield = Shield()
    var idleness: Idleness

    init(_ specification: DisplaySpecification, isLocked: Bool, at now: Instant) {
        idleness = Idleness(since: now)
        self.specification = specification
        self.isLocked = isLocked
    }

    var name: String { specification.name }
}

/// What the clients were told about interacting with the views under a popover.
struct Shield: Codable, Hashable, Sendable {
    var isOn = false
    var except: [Rect] = []

    func notification(of display: String) -> Notification {
        .shield(display: display, isOn: isOn, except: except)
    }
}

/// The displays, oldest first.
struct Displays: Codable, Sendable {
    private(set) var names: [String] = []
    private var byName: [String: Display] = [:]

    subscript(name: String) -> Display? { byName[name] }

    var all: [Display] { names.compactMap { byName[$0] } }

    /// The display that is meant where none is named.
    var standard: String? { byName["main"] != nil ? "main" : names.first }

    mutating func set(_ display: Display) {
        if byName.updateValue(display, forKey: display.name) == nil { names.append(display.name) }
    }

    /// Changes a display in place; nothing happens when it is gone.
    mutating func update(_ name: String, _ change: (inout Display) -> Void) {
        guard let index = byName.index(forKey: name) else { return }
        change(&byName.values[index])
    }

    mutating func remove(_ name: String) {
        byName[name] = nil
        names.removeAll { $0 == name }
    }
}
