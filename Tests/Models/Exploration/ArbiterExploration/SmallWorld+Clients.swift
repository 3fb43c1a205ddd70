// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

/// A part that somebody plays in a small world: a connection that comes and goes.
struct Part: Sendable {
    let number: Int
    let name: String
    var app: String
    var roles: Set<Role> = [.app]
    var wantsFocus = false
    var uid: UInt32 = 1000
    /// Where its control is.
    var source: Rect?
    /// What it opens.
    var behavior = "inspector"
    /// Of its work.
    var key: String?

    static let cart = Rect(x: 600, y: 100, width: 80, height: 40)
    static let lamp = Rect(x: 100, y: 100, width: 80, height: 40)
    static let nowhere = Point(x: 1200, y: 760)

    static let shop = Part(number: 0, name: "shop", app: "shop", source: cart, key: "mail")
    static let cafe = Part(
        number: 1, name: "cafe", app: "cafe", source: lamp, behavior: "menu")
    static let shell = Part(number: 2, name: "shell", app: "shell", roles: [.shell], uid: 0)

    func client(_ moment: Moment) -> ClientID? {
        moment.cast.indices.contains(number) ? moment.cast[number] : nil
    }

    func isThere(_ moment: Moment) -> Bool { client(moment) != nil }

    /// Whether it is there and does not wait for this.
    func isFree(_ moment: Moment, _ label: String) -> Bool {
        client(moment).map { !moment.isAsked($0, label) } ?? false
    }

    func popover(_ moment: Moment) -> PopoverID? { client(moment).flatMap(moment.popover) }

    func call(_ moment: Moment) -> CallID? { client(moment).flatMap(moment.call) }

    func view(_ moment: Moment) -> ViewID? {
        moment.ledger.views.first { $0.client == client(moment) }?.view
    }

    func lateCall(_ moment: Moment) -> CallID? {
        moment.lateCalls.first { $0.client == client(moment) }?.call
    }

    func ask(_ moment: inout Moment, _ label: String, _ request: Request) {
        if let client = client(moment) { moment.ask(client, label, request) }
    }

    /// Connects, and registers its control.
    func join(_ moment: inout Moment) {
        moment.connect(as: number, app: app, roles: roles, uid: uid, wantsFocus: wantsFocus)
        if let source, let client = client(moment) {
            moment.send(
                .clientRequested(client, id: nil, .setSource("control", rect: source, Place())))
        }
    }

    /// Work that is not what was handed over last.
    func work(_ moment: Moment) -> JSONText {
        let known = moment.ledger.works.first { $0.key.app == app }?.expected
        return known == Part.one ? Part.two : Part.one
    }

    static let one = JSONText(validated: Array("1".utf8))
    static let two = JSONText(validated: Array("2".utf8))
}

extension SmallWorld {
    /// It goes, and comes again.
    mutating func mayGo(_ part: Part) {
        may("\(part.name) disconnects", if: part.isThere) { $0.disconnect(part.number) }
        may("\(part.name) connects", if: { !part.isThere($0) }) { part.join(&$0) }
    }

    /// It connects and does not say hello; in its own time the daemon lets it go.
    mutating func mayComeSilently(_ part: Part) {
        may(
            "\(part.name) connects and says nothing",
            if: { moment in part.client(moment).map { !moment.ledger.has($0) } ?? true }
        ) {
            $0.connect(
                as: part.number, app: part.app, roles: part.roles, uid: part.uid, greets: false)
        }
    }

    mutating func mayOpen(
        _ part: Part, _ label: String = "open",
        _ change: @escaping @Sendable (inout OpenRequest) -> Void = { _ in }
    ) {
        may("\(part.name) opens (\(label))", if: { part.isFree($0, label) }) { moment in
            var open = OpenRequest(behavior: part.behavior, size: Size(width: 320, height: 200))
            open.source = part.source == nil ? nil : "control"
            open.key = part.key
            change(&open)
            part.ask(&moment, label, .open(open))
        }
    }

    mutating func mayClose(_ part: Part, _ outcome: CloseOutcome) {
        may("\(part.name) closes, \(outcome.rawValue)", if: { part.popover($0) != nil }) { moment in
            guard let popover = part.popover(moment) else { return }
            part.ask(&moment, "close", .close(popover, outcome: outcome))
        }
    }

    mutating func mayChoose(_ part: Part) {
        may(
            "\(part.name) chooses",
            if: { part.popover($0) != nil && part.isFree($0, "choose") }
        ) { moment in
            guard let popover = part.popover(moment) else { return }
            part.ask(&moment, "choose", .choose(popover, choice: .null))
        }
    }

    mutating func mayDetach(_ part: Part) {
        may(
            "\(part.name) detaches",
            if: {
                part.popover($0) != nil && part.isFree($0, "detach") && $0.ledger.panels.isEmpty
            }
        ) { moment in
            guard let popover = part.popover(moment) else { return }
            part.ask(&moment, "detach", .detach(popover, frame: nil))
        }
    }

    /// It answers `willClose` in time.
    mutating func mayAnswer(
        _ part: Part, _ name: String, _ answer: @escaping @Sendable (Moment) -> CallAnswer
    ) {
        may("\(part.name) answers willClose with \(name)", if: { part.call($0) != nil }) { moment in
            guard let client = part.client(moment), let call = part.call(moment) else { return }
            moment.send(.clientAnswered(client, call, answer(moment)))
        }
    }

    mutating func mayHandOver(_ part: Part) {
        mayAnswer(part, "its work") { .draft(part.work($0)) }
        may(
            "\(part.name) answers willClose late with its work",
            if: { part.lateCall($0) != nil }
        ) { part.answerLate(&$0, .draft(part.work($0))) }
    }

    mutating func mayTap(
        _ part: Part, _ what: String, _ point: Point, swallowed: Bool = false, late: Bool = false
    ) {
        let name = "\(part.name) reports a tap \(what)" + (late ? ", of a while ago" : "")
        let step = step
        let limit = tapsAtOnce
        may(name, if: { $0.taps < limit && part.isFree($0, "tap") }) { moment in
            moment.taps += 1
            let time = Instant(microseconds: moment.now.microseconds - step.microseconds)
            let report = TapReport(
                point: point, time: late ? time : nil, wasSwallowed: swallowed)
            part.ask(&moment, "tap", .tap(report))
        }
        if late { horizon.lookback = step }
    }

    mutating func mayPressEscape(_ part: Part) {
        may("\(part.name) reports Escape", if: { part.isFree($0, "key") }) { moment in
            part.ask(&moment, "key", .key("Escape", display: nil, time: nil))
        }
    }
}

extension Part {
    func answerLate(_ moment: inout Moment, _ answer: CallAnswer) {
        guard let client = client(moment), let call = lateCall(moment) else { return }
        moment.lateCalls.removeAll { $0.client == client }
        moment.send(.clientAnswered(client, call, answer))
    }
}
