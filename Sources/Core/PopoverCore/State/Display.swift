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
    var grantedSequence: UInt64 = 0
    var toggle: ToggleMark?
    var taps = Recent<RecentTap>()
    /// What was visible a moment ago, oldest first.
    var past = Recent<PastVisible>()
    /// Where occluders were a moment ago, oldest first.
    var pastOccluders = Recent<PastOccluder>()
    var shield = Shield()
    var idleness: Idleness

    init(_ specification: DisplaySpecification, isLocked: Bool, at now: Instant) {
        idleness = Idleness(since: now)
        self.specification = specification
        self.isLocked = isLocked
    }

    var name: String { specification.name }

    /// Nothing is there, and nobody waits.
    var isFree: Bool {
        popover == nil && view == nil && alerts.isEmpty && waitingView == nil
            && waitingOpen == nil
    }
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
    /// In the same order.
    private(set) var all: [Display] = []

    private enum CodingKeys: CodingKey {
        case names
        case byName
    }

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let byName = try container.decode([String: Display].self, forKey: .byName)
        all = try container.decode([String].self, forKey: .names).compactMap { byName[$0] }
        names = all.map(\.name)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(names, forKey: .names)
        let byName = Dictionary(uniqueKeysWithValues: zip(names, all))
        try container.encode(byName, forKey: .byName)
    }

    subscript(name: String) -> Display? { index(of: name).map { all[$0] } }

    func contains(_ name: String) -> Bool { index(of: name) != nil }

    /// A part of a display, without a copy of all the others; nil when it is gone.
    func value<Part>(of name: String, _ part: (borrowing Display) -> Part) -> Part? {
        index(of: name).map { part(all[$0]) }
    }

    /// The display that is meant where none is named.
    var standard: String? { contains("main") ? "main" : names.first }

    mutating func set(_ display: Display) {
        if let index = index(of: display.name) {
            all[index] = display
        } else {
            names.append(display.name)
            all.append(display)
        }
    }

    /// Changes a display in place; nothing happens when it is gone.
    mutating func update(_ name: String, _ change: (inout Display) -> Void) {
        guard let index = index(of: name) else { return }
        change(&all[index])
    }

    mutating func remove(_ name: String) {
        guard let index = index(of: name) else { return }
        names.remove(at: index)
        all.remove(at: index)
    }

    /// There are few: a look at each is faster than hashing a name.
    func index(of name: String) -> Int? { names.firstIndex(of: name) }
}
