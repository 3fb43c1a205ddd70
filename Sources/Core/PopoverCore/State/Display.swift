// SPDX-License-Identifier: MIT

import PopoverModel

/// A display with what it shows and the request that waits for it; displays share nothing (K4).
struct Display: Codable, Sendable {
    /// As it was described, without what a person needs.
    private(set) var described: DisplaySpecification
    /// What the person of this session needs.
    private(set) var person = PersonalSettings()
    /// The description with the personal settings.
    private(set) var specification: DisplaySpecification
    /// Nil unless it is blank.
    private(set) var blankSince: Instant?
    var isLocked = false
    /// Visible or closing.
    var popover: PopoverID?
    var view: ViewID?
    /// The request to be granted next.
    var waiting: WaitingRequest?
    /// Most severe first, then by rank, then by arrival; the presented, held and undecided ones too.
    var alerts: [AlertID] = []
    var presented: AlertID?
    var alertTurns = AlertTurns()
    /// The owner that has overtaken another client's open, until another client is granted one.
    var overtaker: ClientID?
    /// The open sequence number of the latest grant here.
    var grantedSequence: UInt64 = 0
    var toggle: ToggleMark?
    /// People use it: there was input since the last session ended.
    var isInUse = false
    /// Taps are reported here: an open without a gesture is worth advice.
    var givesGestures = false
    /// When the last session ended here: nothing that is older is remembered.
    var sessionBegan = Instant(microseconds: 0)
    var taps = Recent<RecentTap>()
    /// What was visible until recently, oldest first.
    var past = Recent<PastVisible>()
    /// The earlier rectangles of occluders, oldest first.
    var pastOccluders = Recent<PastOccluder>()
    var shield = Shield()
    var audience = Audience()
    var focus = FocusState()
    var idleness: Idleness

    init(_ specification: DisplaySpecification, isLocked: Bool, at now: Instant) {
        idleness = Idleness(since: now)
        described = specification
        self.specification = specification
        self.isLocked = isLocked
        if specification.isBlank == true { blankSince = now }
    }

    /// Clients and configurations that do not know whether it is blank leave that as it is.
    mutating func describe(_ specification: DisplaySpecification, at now: Instant) {
        let isBlank = specification.isBlank ?? described.isBlank
        described = specification
        described.isBlank = isBlank
        self.specification = described.adapted(to: person)
        blankSince = isBlank == true ? blankSince ?? now : nil
    }

    mutating func adapt(to person: PersonalSettings) {
        self.person = person
        specification = described.adapted(to: person)
    }

    var name: String { specification.name }

    /// What the person needs; nil for nothing.
    var personal: PersonalSettings? { person == PersonalSettings() ? nil : person }

    /// Whether the display shows nothing and no request waits for it.
    var isFree: Bool { popover == nil && view == nil && alerts.isEmpty && waiting == nil }

    var waitingOpen: WaitingOpen? {
        if case .open(let open) = waiting { open } else { nil }
    }

    var waitingView: WaitingView? {
        if case .view(let view) = waiting { view } else { nil }
    }
}

/// The shield as clients were last notified: whether the views under a popover are interactive.
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
    private var all: [Display] = []

    private enum CodingKeys: CodingKey {
        case names
        case byName
    }

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let byName = try container.decode([Name: Display].self, forKey: .byName)
        all = try container.decode([String].self, forKey: .names).compactMap { byName[Name($0)] }
        names = all.map(\.name)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(names, forKey: .names)
        let byName = Dictionary(uniqueKeysWithValues: zip(names.lazy.map { Name($0) }, all))
        try container.encode(byName, forKey: .byName)
    }

    subscript(name: String) -> Display? { index(of: name).map { all[$0] } }

    func contains(_ name: String) -> Bool { index(of: name) != nil }

    /// A part of a display, read in place; nil when the display is gone.
    func value<Part>(of name: String, _ part: (borrowing Display) -> Part) -> Part? {
        index(of: name).map { part(all[$0]) }
    }

    /// The default display of requests that name none.
    var standard: String? { contains("main") ? "main" : names.first }

    mutating func set(_ display: Display) {
        if let index = index(of: display.name) {
            all[index] = display
        } else {
            names.append(display.name)
            all.append(display)
        }
    }

    /// Changes a display in place; does nothing when it is gone.
    mutating func update(_ name: String, _ change: (inout Display) -> Void) {
        guard let index = index(of: name) else { return }
        change(&all[index])
    }

    mutating func remove(_ name: String) {
        guard let index = index(of: name) else { return }
        names.remove(at: index)
        all.remove(at: index)
    }

    /// There are few displays: comparing every name is faster than hashing one.
    @inline(__always)
    func index(of name: String) -> Int? { names.firstIndex { $0 === name } }
}

extension Displays: RandomAccessCollection {
    var startIndex: Int { 0 }
    var endIndex: Int { all.count }

    subscript(index: Int) -> Display {
        _read { yield all[index] }
        _modify { yield &all[index] }
    }
}
