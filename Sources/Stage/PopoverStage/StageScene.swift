// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverScreens
import PopoverWire

/// What the daemon's scene says about a screen.
struct StageScene: Hashable, Sendable {
    struct Popover: Hashable, Sendable {
        let id: String
        /// Nil: unknown.
        let owner: StageProcess?
        let display: String
        let frame: Rect
        let side: Side?
        let tip: Point?
        let isModal: Bool
        /// Its program still shows it; nobody types into it any more.
        var isClosing: Bool
    }

    struct Alert: Hashable, Sendable {
        let id: String
        /// Its renderer; nil: unknown.
        let owner: StageProcess?
        let display: String
        let frame: Rect
    }

    /// Those that are visible or closing, and may be on the screen.
    var popovers: [Popover] = []
    /// Those that are presented.
    var alerts: [Alert] = []
    /// As the daemon is configured.
    var appearance = Appearance()
    /// By display.
    var directions: [Name: WritingDirection] = [:]
    var languages: [Name: String] = [:]

    init() {}

    /// What people are to see, for the log.
    var shownIDs: [String] {
        popovers.filter { !$0.isClosing }.map { "popover \($0.id)" }
            + alerts.map { "alert \($0.id)" }
    }

    /// - Parameters:
    ///   - known: the processes of the clients in the scene before, which become those of this one. The daemon
    ///     knows a process by number and user. When it started is looked up once, when its client is new. What
    ///     remains: if it ends between its `hello` and this, another one may get its number.
    ///   - start: when a process started.
    init(
        _ node: JSONNode, known: inout [String: StageProcess], start: (UInt32) -> UInt64
    ) {
        var processes: [String: StageProcess] = [:]
        for client in Self.elements(of: "clients", in: node) {
            guard let id = client.member("client")?.string,
                let number = client.member("pid")?.integer.flatMap(UInt32.init(exactly:)),
                let user = client.member("uid")?.integer.flatMap(UInt32.init(exactly:))
            else { continue }
            processes[id] =
                known[id] ?? StageProcess(number: number, user: user, startedAt: start(number))
        }
        known = processes
        let owner = { (node: JSONNode?) in node?.string.flatMap { processes[$0] } }
        popovers = Self.elements(of: "popovers", in: node).compactMap { popover in
            guard let id = popover.member("popover")?.string,
                let display = popover.member("display")?.string,
                let frame = popover.member("frame").flatMap(Rect.init)
            else { return nil }
            return Popover(
                id: id, owner: owner(popover.member("client")), display: display, frame: frame,
                side: popover.member("side")?.string.flatMap(Side.init(rawValue:)),
                tip: popover.member("arrow").flatMap(Point.init),
                isModal: popover.member("modal")?.bool == true,
                isClosing: popover.member("state")?.string == "closing")
        }
        alerts = Self.elements(of: "alerts", in: node).compactMap { alert in
            guard alert.member("state")?.string == "presented",
                let id = alert.member("alert")?.string,
                let display = alert.member("display")?.string,
                let frame = alert.member("frame").flatMap(Rect.init)
            else { return nil }
            return Alert(
                id: id, owner: owner(alert.member("renderer")), display: display, frame: frame)
        }
        for display in Self.elements(of: "displays", in: node) {
            guard let name = display.member("display")?.string else { continue }
            directions[Name(name)] =
                display.member("direction")?.string.flatMap(WritingDirection.init(rawValue:))
            languages[Name(name)] = display.member("language")?.string
        }
        let looks = node.member("appearance")
        if let radius = looks?.member("cornerRadius")?.double { appearance.cornerRadius = radius }
        if let length = looks?.member("arrowLength")?.double { appearance.arrowLength = length }
        if let width = looks?.member("arrowWidth")?.double { appearance.arrowWidth = width }
        if let scrim = looks?.member("scrim")?.double { appearance.scrim = scrim }
    }

    /// A popover closes: the next scene says so, too.
    mutating func close(_ id: String) {
        for index in popovers.indices where popovers[index].id == id {
            popovers[index].isClosing = true
        }
    }

    private static func elements(of name: String, in node: JSONNode) -> [JSONNode] {
        node.member(name)?.elements.map { Array($0) } ?? []
    }
}

extension Point {
    fileprivate init?(_ node: JSONNode) {
        guard let x = node.member("x")?.double, let y = node.member("y")?.double else { return nil }
        self.init(x: x, y: y)
    }
}
