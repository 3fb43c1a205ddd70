// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

/// A kiosk with two apps, an input client that reports taps, and a crowd of idle clients, sources and
/// displays. A sequence is a typical interaction that leaves the state as it was.
///
/// Requests are decoded values, created once: the benchmark measures decisions only.
final class Counter {
    /// The number of objects that no sequence uses.
    struct Crowd {
        var clients = 0
        var sources = 0
        var displays = 0
        var subscribers = 0
        var drafts = 0
        /// Whether a policy asks about idle displays.
        var isWatched = false
    }

    private struct App {
        let client: ClientID
        let setSource: [Request]
        let open: Request
        /// Two points on its source: two taps at one point would count as one tap with two observers.
        let taps: [Request]
    }

    private var arbiter = Arbiter()
    private var now = Instant(microseconds: 1_000_000)
    private var apps: [App] = []
    private let finger = ClientID(number: 3)
    private let request = RequestID.number("17")
    private let elsewhere: [Request]
    private let escape = Request.key("Escape", display: nil, time: nil)
    private let publish = Request.publish(
        topic: "app.shop.order", data: JSONText(validated: Array(#"{"items":3,"total":1250}"#.utf8))
    )
    private var popover = PopoverID(number: 0)
    private var owner = 0
    private(set) var decisions = 0

    init(_ crowd: Crowd = Crowd()) {
        elsewhere = (0..<32).map {
            .tap(TapReport(point: Point(x: Double(600 + $0 * 16), y: 700), wasSwallowed: true))
        }
        let size = Size(width: 1280, height: 800)
        let displays = (0...crowd.displays).map {
            DisplaySpecification(name: $0 == 0 ? "main" : "display-\($0)", size: size)
        }
        var settings = Settings(displays: displays, administrators: [])
        // The crowds are one user's, and larger than a user's share.
        settings.limits.objectsTotal = 1 << 30
        send(.configured(settings))
        if crowd.isWatched {
            let after = Interval.milliseconds(60_000_000)
            send(.policiesChanged([Policy(name: "idle", hooks: [.idle], idleAfter: after)]))
        }
        send(.draftsLoaded(Self.drafts(crowd.drafts)))
        send(.behaviorLoaded(Behavior(name: "inspector")))
        greet(finger, "touch", [.input])
        for (index, x) in [100.0, 1000.0].enumerated() {
            apps.append(Self.app(ClientID(number: UInt64(index + 1)), sourceAt: x))
        }
        for (index, app) in apps.enumerated() {
            greet(app.client, "app-\(index)", [.app])
            ask(app.setSource[0], app.client)
        }
        gather(crowd)
    }

    private static func app(_ client: ClientID, sourceAt x: Double) -> App {
        var open = OpenRequest(behavior: "inspector", size: Size(width: 320, height: 240))
        open.source = "basket"
        open.title = "Your order"
        return App(
            client: client,
            setSource: [0.0, 2.0].map {
                .setSource(
                    "basket", rect: Rect(x: x, y: 80 + $0, width: 80, height: 40), Place())
            }, open: .open(open),
            taps: [10.0, 50.0].map {
                .tap(TapReport(point: Point(x: x + $0, y: 100), wasSwallowed: true))
            })
    }

    /// Drafts of a display that no sequence uses.
    private static func drafts(_ count: Int) -> [StoredDraft] {
        let content = JSONText(validated: Array(#"{"to":"Ann"}"#.utf8))
        return (0..<count).map {
            StoredDraft(
                key: DraftKey(uid: 1000, app: "office-\($0 % 100)", key: "letter-\($0)"),
                content: content, revision: 1, savedAt: 0, reason: "save", display: "office")
        }
    }

    private func gather(_ crowd: Crowd) {
        for number in 0..<(crowd.clients + crowd.subscribers) {
            let guest = ClientID(number: UInt64(number + 4))
            greet(guest, "guest-\(number)", [.app])
            if number < crowd.subscribers { ask(.subscribe(topics: ["app.*"], since: nil), guest) }
        }
        let keeper = ClientID(number: UInt64(crowd.clients + crowd.subscribers + 4))
        greet(keeper, "keeper", [.app])
        for number in 0..<crowd.sources {
            let rect = Rect(
                x: Double(number * 17 % 1200), y: Double(300 + number % 380), width: 60,
                height: 20)
            ask(.setSource("other-\(number)", rect: rect, Place()), keeper)
        }
    }

    // MARK: Sequences

    /// The sequences by name.
    static let names = ["open", "tap", "switch", "key", "source", "publish"]

    func sequence(_ name: String) -> ((Int) -> Double)? {
        switch name {
        case "open": openAndClose
        case "tap": openAndTap
        case "switch": change
        case "key": openAndPress
        case "source": moveSource
        case "publish": publishEvent
        default: nil
        }
    }

    /// An open that is granted at once, and a close by its owner.
    func openAndClose(_: Int) -> Double {
        open(by: 0)
        return close() + placed
    }

    /// A tap outside that closes a popover, with its owner's answer.
    func openAndTap(_ turn: Int) -> Double {
        open(by: 0)
        ask(elsewhere[turn & 31], finger)
        return letGo() + placed
    }

    /// A tap on the other app's source that closes one popover and opens another.
    func change(_ turn: Int) -> Double {
        if popover.number == 0 { open(by: 0) }
        let next = 1 - owner
        ask(apps[next].taps[turn / 2 & 1], finger)
        let gone = letGo()
        open(by: next)
        return gone + placed
    }

    /// Escape with a visible popover.
    func openAndPress(_: Int) -> Double {
        open(by: 0)
        ask(escape, finger)
        return letGo() + placed
    }

    /// A move of a source without a popover.
    func moveSource(_ turn: Int) -> Double {
        ask(apps[0].setSource[turn & 1], apps[0].client)
        return Double(effects.count)
    }

    /// An event of an app for subscribers.
    func publishEvent(_: Int) -> Double {
        ask(publish, apps[0].client)
        return Double(effects.count)
    }

    /// Whether the sequences have their expected effects.
    var isAlive: Bool {
        let places = [openAndClose(1), openAndTap(1), openAndPress(1), change(1)]
        _ = close()
        return places.allSatisfy { $0 > 1 } && moveSource(1) == 1 && publishEvent(1) >= 1
    }

    // MARK: Events

    private var effects: [Effect] = []
    /// The frame of the latest popover.
    private var placed = 0.0

    private func send(_ event: Event) {
        now = now + .milliseconds(1000)
        // As in the daemon, which has carried them out.
        effects = []
        effects = arbiter.handle(event, at: now)
        decisions += 1
    }

    private func ask(_ request: Request, _ client: ClientID) {
        send(.clientRequested(client, id: self.request, request))
    }

    private func greet(_ client: ClientID, _ app: String, _ roles: Set<Role>) {
        send(.clientConnected(client, Credentials(pid: 1, uid: 1000, gid: 1000)))
        ask(.hello(Hello(protocolVersion: 1, app: app, roles: roles)), client)
    }

    private func open(by app: Int) {
        ask(apps[app].open, apps[app].client)
        owner = app
        placed = 0
        for case .answer(_, _, .opened(let grant)) in effects {
            popover = grant.popover
            placed = grant.presentation.frame.x
        }
    }

    private func close() -> Double {
        ask(.close(popover, outcome: .done), apps[owner].client)
        popover = PopoverID(number: 0)
        return Double(effects.count)
    }

    /// Answers `popover.willClose`; 0 if it was not asked.
    private func letGo() -> Double {
        var asked: CallID?
        for case .call(_, let call, _) in effects { asked = call }
        guard let asked else { return 0 }
        send(.clientAnswered(apps[owner].client, asked, .empty))
        popover = PopoverID(number: 0)
        return Double(effects.count)
    }
}
