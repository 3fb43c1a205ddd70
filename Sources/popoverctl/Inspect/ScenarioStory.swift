// SPDX-License-Identifier: MIT

internal import PopoverModel
internal import PopoverWire

/// What was seen, written as a scenario: who opened, tapped and answered, and what came of it.
///
/// It is written from events and scenes, so it lacks what these lack: choices, drafts, the size that was
/// asked for, and times. A step that cannot be repeated without them becomes a note.
struct ScenarioStory {
    private var cast = ScenarioCast()
    /// Who does or sees something, and what; a result or a note has nobody.
    private var lines: [(who: String, words: String)] = []
    private let events: [SeenEvent]
    private var displays: [SceneDisplay] = []
    /// Sources as they were last set, by client and name.
    private var sources: [Name: Rect] = [:]
    /// The popovers of the story that are open, with their frames.
    private var open: [String: Rect] = [:]
    /// The names of their clients.
    private var owners: [String: String] = [:]
    /// Popovers whose close is written after the tap that causes it.
    private var untold: [SeenEvent] = []
    /// Popovers that were asked for while another one was in their place.
    private var asked: Set<String> = []
    private var alerts: Set<String> = []
    private var closing: Set<String> = []
    private var isEnding = false

    /// - Parameter scene: the scene with a number, if it is known.
    init(_ entries: ArraySlice<InspectEntry>, scene: (Int) -> Scene?) {
        events = entries.compactMap { SeenEvent($0, scene: scene) }
        // A recording from the start of the daemon begins before its displays are configured.
        let first = entries.first { scene($0.scene)?.displays.isEmpty == false }
        let start = first.flatMap { scene($0.scene) } ?? Scene()
        displays = start.displays
        let opened = Set(
            events.filter { $0.topic == "popover.opened" }.compactMap { $0["popover"] })
        for popover in start.popovers where !opened.contains("\(popover.popover)") {
            tellOpen(popover)
        }
        for index in events.indices { tell(index) }
        for event in untold { tellWillClose(event) }
        // A story that ends in the middle of a close goes on until it is over.
        for popover in closing.sorted() where open[popover] != nil {
            say(owners[popover] ?? "", "sees popover.closed popover=$\(popover)")
        }
    }

    var text: String {
        var head = ["title  What the inspector saw", ""]
        head += displays.map { display in
            let size = display.specification.size
            return
                "display \(Word(display.specification.name)) \(Word(size.width))x\(Word(size.height))"
        }
        head += cast.lines
        let width = lines.map(\.who.count).max() ?? 0
        let story = lines.map { who, words in
            who == "note"
                ? "note \(words)"
                : who + String(repeating: " ", count: width - who.count + 1) + words
        }
        return (head + [""] + story).joined(separator: "\n") + "\n"
    }

    // MARK: Telling

    private mutating func say(_ who: String, _ words: String) { lines.append((who, words)) }
    private mutating func result(_ words: String) { lines.append(("", words)) }
    private mutating func note(_ words: String) { lines.append(("note", words)) }

    private mutating func tell(_ index: Int) {
        let event = events[index]
        switch event.topic {
        case "tap": tellTap(event)
        case "popover.opened": tellOpened(event)
        case "popover.refused": tellRefused(event)
        case "popover.moved": tellMoved(event)
        case "popover.closing": tellClosing(event, index)
        case "popover.closed": tellClosed(event)
        case "popover.detached":
            guard let popover = event["popover"], open[popover] != nil else { return }
            say(cast.name(of: event), "does popover.detach popover=$\(popover)")
        case "alert.queued": tellAlert(event)
        case "alert.presented":
            guard let alert = event["alert"], alerts.contains(alert) else { return }
            say(cast.shell, "sees alert.present alert=$\(alert)")
            result("answers")
        case "alert.answered": tellAnswer(event)
        case "session.locked": say(cast.administrator, "does session.lock")
        case "session.unlocked": say(cast.administrator, "does session.unlock")
        case "session.ended":
            if isEnding { say(cast.administrator, "gets end") }
            isEnding = false
        default: return
        }
    }

    private mutating func tellTap(_ event: SeenEvent) {
        guard let x = event.number("x"), let y = event.number("y") else { return }
        say(cast.finger, "does tap x=\(Word(x)) y=\(Word(y))\(place(event))")
        let popover = event["popover"].flatMap { open[$0] == nil ? nil : " popover=$\($0)" } ?? ""
        result("gets verdict=\(event["verdict"] ?? "idle")\(popover)")
        if event["verdict"] == "swallowed", let popover = event["popover"],
            let owner = owners[popover], open[popover] != nil, !closing.contains(popover)
        {
            say(owner, "sees popover.nudge popover=$\(popover)")
        }
        for closing in untold { tellWillClose(closing) }
        untold = []
    }

    /// A popover of the first scene.
    private mutating func tellOpen(_ popover: ScenePopover) {
        let name = cast.name(of: popover.client.description, app: popover.app)
        owners["\(popover.popover)"] = name
        let frame = popover.presentation.frame
        open["\(popover.popover)"] = frame
        say(
            name,
            "does popover.open behavior=\(Word(popover.behavior)) "
                + "anchor=\(Word(popover.anchor)) size=\(Word(frame.size))\(details(popover))")
        result("gets popover=$\(popover.popover)")
    }

    private mutating func tellOpened(_ event: SeenEvent) {
        guard let popover = event["popover"], let frame = event.frame else { return }
        open[popover] = frame
        let expected = ["presentation", "side"].compactMap { name in
            event[name].map { " \(name)=\($0)" }
        }
        let found = "popover=$\(popover)" + expected.joined()
        let name = cast.name(of: event)
        owners[popover] = name
        guard asked.remove(popover) == nil else { return say(name, "gets \(popover) \(found)") }
        let request = request(event)
        say(name, "does \(request)")
        result("gets \(found)")
    }

    /// The request that an event tells of; sets its source first.
    private mutating func request(_ event: SeenEvent) -> String {
        let shown = event.popover
        var words = "popover.open behavior=\(Word(event["behavior"] ?? "menu"))"
        let anchor = shown?.anchor ?? Rect(x: 600, y: 380, width: 80, height: 40)
        let source = event["source"].flatMap { name in
            event.scene?.sources.first {
                $0.name === name && $0.client.description == event["client"]
            }
        }
        if let source {
            let key = Name("\(source.client)/\(source.name)")
            if sources[key] != source.rect {
                sources[key] = source.rect
                say(
                    cast.name(of: event),
                    "does source.set source=\(Word(source.name)) rect=\(Word(source.rect))"
                        + place(event))
            }
            words += " source=\(Word(source.name))"
        } else {
            words += " anchor=\(Word(anchor))"
        }
        words += " size=\(Word(event.frame?.size ?? Size(width: 320, height: 200)))"
        if let shown { return words + details(shown) }
        return words + (event["key"].map { " key=\(Word($0))" } ?? "") + place(event)
    }

    private func details(_ popover: ScenePopover) -> String {
        (popover.key.map { $0.hasPrefix("popoverd:") ? "" : " key=\(Word($0))" } ?? "")
            + (popover.title.map { " title=\(Word($0))" } ?? "")
            + (popover.isModal ? " modal=true" : "") + place(popover.display)
    }

    private func place(_ event: SeenEvent) -> String { event["display"].map(place) ?? "" }

    /// Requests are about the first display, unless they name another.
    private func place(_ display: String) -> String {
        display === displays.first?.specification.name ? "" : " display=\(Word(display))"
    }

    /// Refusals that depend on the state, and not on time or on what else was asked.
    private static let repeatable: Set<String> = [
        "modal-active", "alert-active", "popover-active", "locked", "unknown-behavior",
        "unsupported-idiom", "policy",
    ]

    private mutating func tellRefused(_ event: SeenEvent) {
        guard let reason = event["reason"] else { return }
        let name = cast.name(of: event)
        guard Self.repeatable.contains(reason), event.scene != nil else {
            return note("an open of \(name) was refused: \(reason)")
        }
        let request = request(event)
        say(name, "does \(request) waitMs=0")
        result("fails reason=\(reason)")
    }

    private mutating func tellMoved(_ event: SeenEvent) {
        guard let popover = event["popover"], let old = open[popover], let frame = event.frame,
            frame.size != old.size
        else { return }
        open[popover] = frame
        say(
            cast.name(of: event),
            "does popover.update popover=$\(popover) size=\(Word(frame.size))")
    }

    // MARK: Closing

    private mutating func tellClosing(_ event: SeenEvent, _ index: Int) {
        guard let popover = event["popover"], open[popover] != nil else { return }
        closing.insert(popover)
        switch event["reason"] {
        case "outside-tap", "source-tap": return untold.append(event)
        case "key": say(cast.finger, "does key key=Escape")
        case "session-ended":
            if !isEnding { say(cast.administrator, "asks end session.end") }
            isEnding = true
        case "replaced":
            guard let next = opening(after: index) else { fallthrough }
            let request = request(next)
            asked.insert(next["popover"] ?? "")
            say(cast.name(of: next), "asks \(next["popover"] ?? "") \(request)")
        default:
            note("it closed because of \(event["reason"] ?? "another reason")")
            say(cast.administrator, "does popover.dismiss popover=$\(popover)")
            return tellWillClose(event, reason: "administrator")
        }
        tellWillClose(event)
    }

    private func opening(after index: Int) -> SeenEvent? {
        events[(index + 1)...].first {
            $0.topic == "popover.opened" && $0["display"] == events[index]["display"]
        }
    }

    private mutating func tellWillClose(_ event: SeenEvent, reason: String? = nil) {
        guard let popover = event["popover"] else { return }
        let reason = reason ?? event["reason"] ?? ""
        say(
            cast.name(of: event),
            "sees popover.willClose popover=$\(popover) reason=\(reason)")
        let isHung = events.contains {
            $0.topic == "popover.closed" && $0["popover"] == popover && $0.flag("unresponsive")
        }
        if !isHung { result("answers") }
    }

    private mutating func tellClosed(_ event: SeenEvent) {
        guard let popover = event["popover"], open.removeValue(forKey: popover) != nil else {
            return
        }
        let name = cast.name(of: event)
        for closing in untold where closing["popover"] == popover { tellWillClose(closing) }
        untold.removeAll { $0["popover"] == popover }
        switch event["reason"] {
        case "done", "cancel":
            say(name, "does popover.close popover=$\(popover) outcome=\(event["reason"] ?? "")")
        case "choice":
            say(name, "does popover.choose popover=$\(popover) choice=true")
            result("gets closes=true")
        case "client-gone": return say(name, "leaves")
        default: break
        }
        say(name, "sees popover.closed popover=$\(popover)")
    }

    // MARK: Alerts

    private mutating func tellAlert(_ event: SeenEvent) {
        guard let alert = event["alert"], event["client"] != nil else { return }
        alerts.insert(alert)
        // The renderer has to be there first.
        _ = cast.shell
        let shown = event.scene?.alerts.first { "\($0.alert)" == alert }
        let buttons = shown?.buttons ?? [Button(id: "ok", label: "OK")]
        let name = cast.name(of: event)
        say(
            name,
            "asks \(alert) alert.raise title=\(Word(event["title"] ?? "Alert")) "
                + "severity=\(event["severity"] ?? "info") "
                + "buttons=\(String(decoding: JSONText(of: buttons).bytes, as: UTF8.self))"
                + (shown?.message.map { " message=\(Word($0))" } ?? "") + place(event))
        say(name, "sees alert.queued alert=$\(alert)")
    }

    private mutating func tellAnswer(_ event: SeenEvent) {
        guard let alert = event["alert"], alerts.remove(alert) != nil, let button = event["button"]
        else { return }
        say(cast.shell, "does alert.answer alert=$\(alert) button=\(Word(button))")
        say(cast.name(of: event), "gets \(alert) button=\(Word(button))")
    }
}
