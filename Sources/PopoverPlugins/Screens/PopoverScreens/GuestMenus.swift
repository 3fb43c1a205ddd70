// SPDX-License-Identifier: MIT

package import PopoverModel
import PopoverWire

/// Guests on an X server: programs that are no clients of the daemon. A menu is on the screen before
/// anybody can ask for it. While a guest shows menus, it has a popover, over a connection of its own,
/// which is wherever they are.
package struct GuestMenus {
    package enum Order: Hashable, Sendable {
        /// Over the connection for a process, which is made if there is none.
        case send(String, for: UInt32)
        case end(UInt32)
        /// What has the keys then is the menu.
        case pressEscape
        case hide(UInt32)
        /// `refusal` has changed.
        case refused
    }

    struct Menu {
        let window: UInt32
        /// In pixels; nil: not visible, or not known yet.
        var place: Rect?
        var check = Check.due
    }

    /// Whether its process is a client's, by a scene that was asked for after the menu had been shown.
    enum Check {
        case due, asked, done
    }

    struct Guest {
        let process: UInt32
        let user: UInt32
        /// As the daemon names it; nil: it has not answered yet.
        var client: String?
        var isConnected = false
        /// The oldest first.
        var menus: [Menu] = []
        /// The number of the latest open.
        var opens = 0
        var isWaiting = false
        var popover: String?
        var display = ""
        /// The popover's, on its display.
        var frame = Rect(x: 0, y: 0, width: 0, height: 0)
        /// Where the daemon knows the menus to be, in that frame.
        var hit: [Rect] = []
        /// Requests to close a popover, or to forget an open, that the daemon has not answered.
        var closings = 0
        var dismissal: Dismissal?
        /// The daemon's requests that are answered once the menus are gone.
        var unanswered: [String] = []

        var request: String { "open \(opens)" }
    }

    /// Menus that are to close, at times in microseconds.
    struct Dismissal {
        var escapeAt: Int64?
        var answerAt: Int64?
        var hideAt: Int64?

        var next: Int64? { [escapeAt, answerAt, hideAt].compactMap { $0 }.min() }
    }

    /// Menus of further programs are left alone.
    private static let mostGuests = 64
    private static let mostNames = 256
    static let closeRequest = "close"

    /// False: menus are windows as any other.
    package var isOn = false
    /// Why the daemon lets the plugin open no popovers for others.
    package private(set) var refusal: String?
    var guests: [Guest] = []
    /// Of programs, by process.
    private(set) var names: [UInt32: String] = [:]
    private(set) var pressedAt = Int64.min / 2
    var orders: [Order] = []
    private let reader = JSONReader()

    package init() {}

    /// When `review` is due, in microseconds; nil: not by time.
    package var wakeAt: Int64? { guests.compactMap(\.dismissal?.next).min() }

    // MARK: What the server says

    /// Notes a window that was mapped; whether it has to be followed.
    /// - Parameter user: the process's; nil: it has gone.
    package mutating func saw(
        _ id: UInt32, _ facts: GlassWindows.Facts, _ names: WindowNames, user: () -> UInt32?
    ) -> Bool {
        guard isOn, facts.process != 0 else { return false }
        note(names, of: facts)
        guard facts.isMenu, facts.isDrawn, !facts.isKeyboard else { return false }
        guard let index = indexOfGuest(facts.process, user) else { return false }
        if !guests[index].menus.contains(where: { $0.window == id }) {
            guests[index].menus.append(Menu(window: id))
        }
        return true
    }

    private mutating func note(_ names: WindowNames, of facts: GlassWindows.Facts) {
        let name = names.kind.isEmpty ? names.instance : names.kind
        let isFirst = self.names[facts.process] == nil
        guard !name.isEmpty, isFirst || !facts.isOverride else { return }
        if self.names.count == Self.mostNames { self.names = [:] }
        self.names[facts.process] = name
    }

    private mutating func indexOfGuest(_ process: UInt32, _ user: () -> UInt32?) -> Int? {
        if let index = guests.firstIndex(where: { $0.process == process }) { return index }
        guard guests.count < Self.mostGuests, let user = user() else { return nil }
        guests.append(Guest(process: process, user: user))
        return guests.count - 1
    }

    /// - Parameter place: in pixels; nil: not visible.
    package mutating func placed(_ id: UInt32, at place: Rect?) {
        for guest in guests.indices {
            for menu in guests[guest].menus.indices where guests[guest].menus[menu].window == id {
                guests[guest].menus[menu].place = place
            }
        }
    }

    /// A window was unmapped, or cannot be followed.
    package mutating func gone(_ id: UInt32, now: Int64) {
        for index in guests.indices where guests[index].menus.contains(where: { $0.window == id }) {
            guests[index].menus.removeAll { $0.window == id }
            // Toolkits close the menus of menus first, one for each key.
            guests[index].dismissal?.escapeAt = now
        }
    }

    /// People have pressed somewhere.
    package mutating func pressed(now: Int64) { pressedAt = now }

    /// The connection to the server is lost, or the daemon refuses.
    package mutating func end() {
        for guest in guests where guest.isConnected { orders.append(.end(guest.process)) }
        guests = []
    }

    // MARK: The daemon

    /// Handles a line of the daemon's to the connection for a guest.
    package mutating func receive(_ line: String, for process: UInt32, now: Int64) {
        guard let index = guests.firstIndex(where: { $0.process == process }),
            let node = try? reader.parse(Array(line.utf8), depthLimit: 64)
        else { return }
        let guest = guests[index]
        switch ServerMessage(node) {
        case .response("hello", let result):
            guests[index].client = result.member("client")?.string
        case .response(Self.closeRequest, _), .error(Self.closeRequest, _):
            guests[index].closings -= 1
        case .response(let request, let result):
            guard let popover = result.member("popover")?.string else { break }
            guard request == guest.request, guest.isWaiting else {
                return close(popover, at: index)
            }
            guests[index].isWaiting = false
            guests[index].popover = popover
            setFrame(result, at: index)
        case .error("hello", let error):
            if error.needs == Right.openForOthers.rawValue {
                isOn = false
                refusal = error.message
                orders.append(.refused)
                return end()
            }
            // The name of the app is reserved for others.
            orders.append(.end(process))
            lost(process, now: now)
        case .error(guest.request, _):
            guests[index].isWaiting = false
            dismiss(at: index, now)
        case .notification("popover.willClose", _):
            guests[index].unanswered += node.member("id")?.string.map { [$0] } ?? []
            dismiss(at: index, now)
        case .notification("popover.closed", let params):
            guard params?.member("popover")?.string == guest.popover else { break }
            guests[index].popover = nil
            dismiss(at: index, now)
        case .notification("popover.moved", let params):
            if params?.member("popover")?.string == guest.popover { setFrame(params, at: index) }
        case .notification:
            if let id = node.member("id")?.string { answer(id, at: index) }
        case .error, nil: break
        }
    }

    /// The daemon has ended the connection for a guest.
    package mutating func lost(_ process: UInt32, now: Int64) {
        guard let index = guests.firstIndex(where: { $0.process == process }) else { return }
        guests[index].isConnected = false
        guests[index].isWaiting = false
        guests[index].popover = nil
        guests[index].unanswered = []
        guests[index].closings = 0
        dismiss(at: index, now)
    }

    private mutating func setFrame(_ node: JSONNode?, at index: Int) {
        guard let frame = node?.member("frame").flatMap(Rect.init) else { return }
        guests[index].frame = frame
        // In the new frame they are elsewhere.
        guests[index].hit = []
    }

    mutating func answer(_ request: String, at index: Int) {
        send(responseLine(to: request), at: index)
    }

    mutating func send(_ line: String, at index: Int) {
        orders.append(.send(line, for: guests[index].process))
    }

    mutating func close(_ popover: String, at index: Int) {
        guests[index].closings += 1
        send(
            requestLine("popover.close", id: Self.closeRequest) { params in
                params.member("popover", popover)
                params.member("outcome", "cancel")
            }, at: index)
    }
}
