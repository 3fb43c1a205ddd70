// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

/// An arbiter with one display, one app with registered sources, and a popover at the first one.
final class Kiosk {
    private static let used = 10

    private var arbiter = Arbiter()
    private var now = Instant(microseconds: 1_000_000)
    private let app = ClientID(number: 1)
    /// The used sources, alternately at the left and right edge, so that the popover at one never covers
    /// the next. The others are between them, overlapping, and above them in order.
    private let sources: [(name: String, rect: Rect)]
    /// The source of the popover that is visible.
    private var current = 0

    /// - Parameter count: the number of sources, at least ten.
    init(sources count: Int) {
        let display = Size(width: 1920, height: 1080)
        sources = (0..<count).map { number in
            guard number >= Self.used else {
                let x = number.isMultiple(of: 2) ? 10 : display.width - 90
                let rect = Rect(x: x, y: Double(100 + number / 2 * 180), width: 80, height: 40)
                return ("used-\(number)", rect)
            }
            let rect = Rect(
                x: 100 + Double(number * 17 % 1640), y: Double(number / 10), width: 80, height: 40)
            return ("other-\(number)", rect)
        }
        let specification = DisplaySpecification(name: "main", size: display)
        var settings = Settings(displays: [specification], administrators: [])
        // All sources are one user's, and more than her share.
        settings.limits.objectsTotal = 1 << 30
        send(.configured(settings))
        send(.behaviorLoaded(Behavior(name: "menu")))
        send(.clientConnected(app, Credentials(pid: 1, uid: 1000, gid: 1000)))
        request(.hello(Hello(protocolVersion: 1, app: "shop")))
        for source in sources {
            request(.setSource(source.name, rect: source.rect, Place(display: "main")))
        }
        open(at: 0)
    }

    /// Moves the source of the visible popover by some points; returns the new frame.
    func moveSource(_ turn: Int) -> Double {
        let source = sources[current]
        var rect = source.rect
        rect.x += Double(turn & 7)
        request(.setSource(source.name, rect: rect, Place(display: "main")))
        return effects.reduce(0) { $0 + x(of: $1) }
    }

    /// Taps another source: the popover there closes, and one at that source opens.
    func tapAndOpen(_: Int) -> Double {
        let next = (current + 1) % Self.used
        let report = TapReport(point: sources[next].rect.center, place: Place(display: "main"))
        request(.tap(report))
        isDismissed = effects.contains { $0.isDismissal }
        for case .call(_, let call, _) in effects { send(.clientAnswered(app, call, .empty)) }
        open(at: next)
        return effects.reduce(0) { $0 + x(of: $1) }
    }

    /// Whether both workloads place a popover.
    var isAlive: Bool { moveSource(1) + moveSource(2) > 0 && tapAndOpen(1) > 0 && isDismissed }
    private var isDismissed = false

    // MARK: Events

    private var effects: [Effect] = []

    private func send(_ event: Event) {
        now = now + .milliseconds(1000)
        effects = arbiter.handle(event, at: now)
    }

    private func request(_ request: Request) {
        send(.clientRequested(app, id: .number("1"), request))
    }

    private func open(at source: Int) {
        var open = OpenRequest(behavior: "menu", size: Size(width: 320, height: 200))
        open.source = sources[source].name
        current = source
        request(.open(open))
    }

    private func x(of effect: Effect) -> Double {
        switch effect {
        case .notify(_, .popoverMoved(_, let presentation, _, _)): presentation.frame.x
        case .answer(_, _, .opened(let grant)): grant.presentation.frame.x
        default: 0
        }
    }
}

extension Effect {
    /// Whether the effects close a popover and activate the tapped source.
    fileprivate var isDismissal: Bool {
        guard case .answer(_, _, .judged(let judgement)) = self else { return false }
        return judgement.verdict == .dismissed && judgement.deliver
    }
}
