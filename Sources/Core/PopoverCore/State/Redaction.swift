// SPDX-License-Identifier: MIT

public import PopoverModel

/// Redaction of drafts, choices, published data and keystrokes in events and states, for recordings. The
/// rules use only the length of these values, so a placeholder of the same length leads to the same
/// decisions. Of a key's name they use only whether it is Escape.
extension Event {
    /// Whether it contains a draft, a choice, published data or a keystroke.
    public var needsRedaction: Bool {
        switch self {
        case .draftsLoaded(let drafts): !drafts.isEmpty
        case .clientRequested(_, _, let request): request.needsRedaction
        case .clientAnswered(_, _, .draft): true
        case .configured, .wallClockSet, .behaviorLoaded, .behaviorUnloaded, .policiesChanged,
            .pluginChanged, .clientConnected, .clientAnswered, .clientHeard, .clientFinished,
            .clientDisconnected, .draftsStored, .draftsNotStored, .answered, .administered,
            .deadlineReached, .shutdownRequested:
            false
        }
    }

    /// A copy with each draft, choice and published value replaced.
    public func redacted(by redact: (JSONText) -> JSONText) -> Event {
        switch self {
        case .draftsLoaded(let drafts):
            .draftsLoaded(drafts.map { $0.redacted(by: redact) })
        case .clientRequested(let client, let id, let request):
            .clientRequested(client, id: id, request.redacted(by: redact))
        case .clientAnswered(let client, let call, .draft(let content)):
            .clientAnswered(client, call, .draft(redact(content)))
        case .configured, .wallClockSet, .behaviorLoaded, .behaviorUnloaded, .policiesChanged,
            .pluginChanged, .clientConnected, .clientAnswered, .clientHeard, .clientFinished,
            .clientDisconnected, .draftsStored, .draftsNotStored, .answered, .administered,
            .deadlineReached, .shutdownRequested:
            self
        }
    }
}

/// Names of keys (`KeyboardEvent.key` of the web platform; for most keys, the text they type).
public enum KeyName {
    /// The only name that the rules distinguish.
    static let escape = "Escape"
    /// Replaces every other name, so that a recording does not even hold the length of typed text.
    private static let placeholder = "other"

    /// The name as a recording or a log may hold it.
    public static func redacted(_ name: String) -> String { name == escape ? escape : placeholder }
}

extension Arbiter {
    /// A copy of the state with each draft, choice and published value replaced, and without the effects
    /// of the last event, which are carried out by now.
    public func redacted(by redact: (JSONText) -> JSONText) -> Arbiter {
        var state = copy()
        state.drafts.redact(by: redact)
        state.redactAllButDrafts(drafts, by: redact)
        return state
    }

    /// The same as `redacted(by:)`, but redacts only the drafts that changed since the last call.
    /// - Parameter redact: has to be the same function in each call.
    public mutating func redactedIncrementally(by redact: (JSONText) -> JSONText) -> Arbiter {
        let redacted = drafts.redactedIncrementally(by: redact)
        var state = copy()
        state.drafts = redacted
        state.redactAllButDrafts(drafts, by: redact)
        return state
    }

    /// - Parameter originals: the drafts before they were redacted.
    private mutating func redactAllButDrafts(
        _ originals: Drafts, by redact: (JSONText) -> JSONText
    ) {
        reaction = Reaction()
        bus.redact(by: redact)
        let drafts = drafts
        for (ticket, order) in zip(orders.ids, orders) {
            orders[ticket] = order.redacted { draft in
                // Thousands of drafts may wait for the disk, and most of them are the latest.
                guard originals[draft.key]?.content == draft.content,
                    let digested = drafts[draft.key]?.content
                else { return draft.redacted(by: redact) }
                return draft.redacted { _ in digested }
            }
        }
        for (id, asked) in zip(questions.ids, questions) {
            questions[id] = asked.redacted(by: redact)
        }
    }
}

extension StoredDraft {
    func redacted(by redact: (JSONText) -> JSONText) -> StoredDraft {
        var draft = self
        draft.content = redact(content)
        return draft
    }
}

extension PendingOrder {
    fileprivate func redacted(_ redacted: (StoredDraft) -> StoredDraft) -> PendingOrder {
        guard case .storage(var storage) = self else { return self }
        storage.changes = storage.changes.map { change in
            guard case .store(let draft) = change else { return change }
            return .store(redacted(draft))
        }
        storage.announces = storage.announces.map {
            Announcement(draft: redacted($0.draft), client: $0.client)
        }
        return .storage(storage)
    }
}

extension Asked {
    fileprivate func redacted(by redact: (JSONText) -> JSONText) -> Asked {
        guard case .choice(let facts, let choice) = question,
            case .choice(let popover, _, let client, let id) = pending
        else { return self }
        let content = redact(choice)
        return Asked(
            question: .choice(facts, choice: content),
            pending: .choice(popover, content, client, id), hearings: hearings)
    }
}
