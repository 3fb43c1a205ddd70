// SPDX-License-Identifier: MIT

import PopoverModel

/// The wire's methods, as a story says them.
extension World {
    /// Where the controls of these stories are.
    static let cart = Rect(x: 600, y: 100, width: 80, height: 40)
    static let lamp = Rect(x: 100, y: 100, width: 80, height: 40)
    static let nowhere = Point(x: 1200, y: 760)

    func source(_ name: String, _ rect: Rect, by client: ClientID, display: String? = nil) {
        tell(client, .setSource(name, rect: rect, Place(display: display)))
    }

    func open(
        _ behavior: String, by client: ClientID, from source: String? = nil, at anchor: Rect? = nil,
        display: String? = nil, label: String = "open",
        _ change: (inout OpenRequest) -> Void = { _ in }
    ) {
        var request = OpenRequest(
            behavior: behavior, size: Size(width: 320, height: 200), place: Place(display: display))
        request.source = source
        request.anchor = anchor ?? (source == nil ? World.cart : nil)
        change(&request)
        ask(client, label, .open(request))
    }

    func close(_ popover: UInt64, _ outcome: CloseOutcome, by client: ClientID) {
        ask(client, "close", .close(PopoverID(number: popover), outcome: outcome))
    }

    func choose(_ popover: UInt64, by client: ClientID) {
        let choice = JSONText(validated: Array("1".utf8))
        ask(client, "choose", .choose(PopoverID(number: popover), choice: choice))
    }

    func detach(_ popover: UInt64, by client: ClientID, frame: Rect? = nil) {
        ask(client, "detach", .detach(PopoverID(number: popover), frame: frame))
    }

    func update(
        _ popover: UInt64, by client: ClientID, _ change: (inout PopoverChanges) -> Void
    ) {
        var changes = PopoverChanges()
        change(&changes)
        ask(client, "update", .update(PopoverID(number: popover), changes))
    }

    func tap(
        _ point: Point, by client: ClientID, swallowed: Bool = false, at time: Instant? = nil,
        display: String? = nil
    ) {
        let report = TapReport(
            point: point, place: Place(display: display), time: time, wasSwallowed: swallowed)
        ask(client, "tap", .tap(report))
    }

    /// One step of a finger; its answer's line begins with the phase.
    func point(
        _ phase: PointerReport.Phase, _ point: Point, by client: ClientID, finger: Int64 = 0,
        kind: PointerReport.Kind = .touch, button: PointerReport.Button = .primary,
        surface: String? = nil
    ) {
        let report = TapReport(point: point, place: Place(surface: surface), pointer: finger)
        let step = PointerReport(phase: phase, report: report, kind: kind, button: button)
        ask(client, phase.rawValue, .pointer(step))
    }

    func escape(by client: ClientID, at time: Instant? = nil, display: String? = nil) {
        ask(client, "key", .key("Escape", display: display, time: time))
    }

    func raise(
        _ title: String = "Fire", _ severity: Severity = .warning, by client: ClientID,
        label: String = "raise", _ change: (inout AlertRequest) -> Void = { _ in }
    ) {
        let buttons = [
            Button(id: "ok", label: "OK", role: .default),
            Button(id: "no", label: "No", role: .cancel),
        ]
        var request = AlertRequest(title: title, severity: severity, buttons: buttons)
        change(&request)
        ask(client, label, .raiseAlert(request))
    }

    func answerAlert(_ alert: UInt64, _ button: String = "ok", by client: ClientID) {
        ask(client, "answer", .answerAlert(AlertID(number: alert), button: button))
    }

    func present(
        _ kind: ViewRequest.Kind = .modal, by client: ClientID, frame: Rect? = nil,
        display: String? = nil, closing: Bool = false, label: String = "view"
    ) {
        let request = ViewRequest(
            kind: kind, frame: frame, display: display, closePopover: closing)
        ask(client, label, .presentView(request))
    }

    func closeView(_ view: UInt64, by client: ClientID) {
        ask(client, "closeView", .closeView(ViewID(number: view)))
    }

    func save(
        _ key: String, _ content: String, by client: ClientID, revision: Int64? = nil,
        sync: Bool = false
    ) {
        ask(
            client, "save",
            .saveDraft(
                key: key, content: World.json(content), revision: revision, sync: sync))
    }

    func load(_ key: String, by client: ClientID) { ask(client, "load", .loadDraft(key: key)) }

    static func json(_ text: String) -> JSONText { JSONText(validated: Array("\"\(text)\"".utf8)) }

    /// The answer to `willClose` that hands work over.
    static func work(_ text: String) -> CallAnswer { .draft(json(text)) }
}
