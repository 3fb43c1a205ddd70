// SPDX-License-Identifier: MIT

public import PopoverModel

/// Redacts work and typed text for recordings.
///
/// The rules look only at the length of work, so they decide alike about redacted work of the same
/// length. Of a key they only need to know whether it is Escape.
extension Event {
    /// Whether the event contains work.
    public var hasContent: Bool {
        switch self {
        case .draftsLoaded(let drafts): !drafts.isEmpty
        case .clientRequested(_, _, let request): request.hasContent
        case .clientAnswered(_, _, .draft): true
        case .configured, .wallClockSet, .behaviorLoaded, .behaviorUnloaded, .policiesChanged,
            .pluginChanged, .clientConnected, .clientAnswered, .clientFinished,
            .clientDisconnected, .draftsStored, .draftsNotStored, .answered, .administered,
            .deadlineReached, .shutdownRequested:
            false
        }
    }

    /// The event with redacted work.
    public func redacted(by redact: (JSONText) -> JSONText) -> Event {
        switch self {
        case .draftsLoaded(let drafts):
            .draftsLoaded(drafts.map { $0.redacted(by: redact) })
        case .clientRequested(let client, let id, let request):
            .clientRequested(client, id: id, request.redacted(by: redact))
        case .clientAnswered(let client, let call, .draft(let content)):
            .clientAnswered(client, call, .draft(redact(content)))
        case .configured, .wallClockSet, .behaviorLoaded, .behaviorUnloaded, .policiesChanged,
            .pluginChanged, .clientConnected, .clientAnswered, .clientFinished,
            .clientDisconnected, .draftsStored, .draftsNotStored, .answered, .administered,
            .deadlineReached, .shutdownRequested:
            self
        }
    }
}

/// The names of keys (`KeyboardEvent.key` of the web platform), most of which are what they type.
public enum KeyName {
    /// The only key that the rules know.
    static let escape = "Escape"
    /// Replaces every other name: one word, so that not even the length of typed text is recorded.
    static let redacted = "other"

    /// The name as it may be recorded.
    public static func redacted(_ name: String) -> String { name == escape ? escape : redacted }
}

extension Request {
    fileprivate var hasContent: Bool {
        switch self {
        case .choose, .saveDraft, .publish: true
        case .key(let name, _, _, _): name != KeyName.escape
        case .hello, .setSurface, .removeSurface, .setSource, .removeSource, .setOccluder,
            .removeOccluder, .open, .update, .close, .detach, .closePanel, .presentView,
            .closeView, .loadDraft, .listDrafts, .discardDraft, .raiseAlert, .answerAlert,
            .cancelAlert, .cancelRequest, .tap, .pointer, .subscribe, .unsubscribe, .setDisplay,
            .removeDisplay, .status, .readMetrics, .explain, .dismiss, .endSession, .lockSession,
            .unlockSession,
            .administer, .shutdown, .invalid:
            false
        }
    }

    fileprivate func redacted(by redact: (JSONText) -> JSONText) -> Request {
        switch self {
        case .choose(let popover, let choice): .choose(popover, choice: redact(choice))
        case .saveDraft(let key, let content, let revision, let sync):
            .saveDraft(key: key, content: redact(content), revision: revision, sync: sync)
        case .publish(let topic, let data): .publish(topic: topic, data: redact(data))
        case .key(let name, let display, let time, let isComposing):
            .key(KeyName.redacted(name), display: display, time: time, isComposing: isComposing)
        case .hello, .setSurface, .removeSurface, .setSource, .removeSource, .setOccluder,
            .removeOccluder, .open, .update, .close, .detach, .closePanel, .presentView,
            .closeView, .loadDraft, .listDrafts, .discardDraft, .raiseAlert, .answerAlert,
            .cancelAlert, .cancelRequest, .tap, .pointer, .subscribe, .unsubscribe, .setDisplay,
            .removeDisplay, .status, .readMetrics, .explain, .dismiss, .endSession, .lockSession,
            .unlockSession,
            .administer, .shutdown, .invalid:
            self
        }
    }
}

extension Arbiter {
    /// The state with redacted work, after the effects of the last event were carried out.
    public func redacted(by redact: (JSONText) -> JSONText) -> Arbiter {
        var state = self
        state.drafts.redact(by: redact)
        state.redactBesideDrafts(by: redact)
        return state
    }

    /// The same, but only drafts that changed since the previous call are redacted again; `redact`
    /// must return the same result each time.
    public mutating func redactedIncrementally(by redact: (JSONText) -> JSONText) -> Arbiter {
        let drafts = drafts.redactedIncrementally(by: redact)
        var state = self
        state.drafts = drafts
        state.redactBesideDrafts(by: redact)
        return state
    }

    private mutating func redactBesideDrafts(by redact: (JSONText) -> JSONText) {
        reaction = Reaction()
        bus.redact(by: redact)
        for (ticket, order) in zip(orders.ids, orders) {
            orders[ticket] = order.redacted(by: redact)
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
    fileprivate func redacted(by redact: (JSONText) -> JSONText) -> PendingOrder {
        guard case .storage(var storage) = self else { return self }
        storage.changes = storage.changes.map { change in
            guard case .store(let draft) = change else { return change }
            return .store(draft.redacted(by: redact))
        }
        storage.announces = storage.announces.map { announcement in
            Announcement(
                draft: announcement.draft.redacted(by: redact), client: announcement.client)
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
