// SPDX-License-Identifier: MIT

import PopoverModel

/// Announcements: what people are to hear, made of the words that clients gave (A7).
extension Arbiter {
    private func isHeard(on display: String) -> Bool {
        displays.value(of: display) { $0.specification.speaks } == true
    }

    /// Announces a popover by its title, else by the label of its source.
    /// - Parameter choice: what was chosen in it, instead of its name.
    mutating func announce(_ kind: AnnouncementKind, _ id: PopoverID, _ choice: String? = nil) {
        guard let index = popovers.index(of: id), isHeard(on: popovers[index].display) else {
            return
        }
        let source = popovers[index].source.flatMap {
            regions.sources[RegionKey(client: popovers[index].owner, name: $0)]
        }
        let label = source?.control.flatMap { $0.isPrivate ? nil : $0.label }
        guard !popovers[index].request.isPrivate,
            let text = choice ?? popovers[index].title ?? label, !text.isEmpty
        else { return }
        let popover = popovers[index]
        publish(Announcement(kind: kind, text: text, language: nil), on: popover.display) {
            $0.popover = id
            $0.client = popover.owner
            $0.owner = popover.uid
            $0.app = popover.app
            $0.source = popover.source
        }
    }

    /// Announces what a source says of itself.
    mutating func announce(
        _ kind: AnnouncementKind, _ control: Shared<Control>, of source: Region, _ text: String
    ) {
        guard isHeard(on: source.display), !control.isPrivate, !text.isEmpty else { return }
        let (app, uid) = (app(of: source.key.client), uid(of: source.key.client))
        let announcement = Announcement(
            kind: kind, role: control.role, text: text, language: nil)
        publish(announcement, on: source.display) {
            $0.client = source.key.client
            $0.owner = uid
            $0.app = app
            $0.source = source.key.name
        }
    }

    /// Announces an alert: its title, its message and its buttons.
    mutating func announce(_ id: AlertID, _ alert: Alert) {
        guard isHeard(on: alert.display), !alert.isPrivate else { return }
        let texts = [alert.title, alert.message ?? ""] + alert.buttons.map(\.label)
        let announcement = Announcement(
            kind: .warned, text: Self.sentences(texts), language: nil, urgency: .assertive)
        let fact = fact(of: id, alert)
        publish(announcement, on: alert.display) {
            $0.alert = id
            $0.client = fact.client
            $0.owner = fact.owner
            $0.app = fact.app
        }
    }

    private mutating func publish(
        _ announcement: Announcement, on display: String, _ describe: (inout Fact) -> Void
    ) {
        var announcement = announcement
        announcement.language = displays.value(of: display) { $0.specification.language } ?? nil
        let shared = Shared(announcement)
        publish(.announcement) {
            describe(&$0)
            $0.display = display
            $0.announcement = shared
        }
    }

    /// Texts as sentences, so that a voice pauses between them.
    private static func sentences(_ texts: [String]) -> String {
        var spoken = ""
        for text in texts where !text.isEmpty {
            if !spoken.isEmpty { spoken += " " }
            spoken += text
            if let last = text.last, last.isLetter || last.isNumber { spoken += "." }
        }
        return spoken
    }
}
