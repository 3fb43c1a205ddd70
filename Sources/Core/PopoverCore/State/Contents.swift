// SPDX-License-Identifier: MIT

public import PopoverModel

/// Where people's work is, and what they type: what a recording keeps a stand-in of.
///
/// The rules look at the length of work and at nothing else of it, so that they decide the same
/// about stand-ins of the same lengths. Of a key they ask whether it is the one that closes.
extension Event {
    /// Whether there is work in it.
    public var holdsContents: Bool {
        switch self {
        case .draftsLoaded(let drafts): !drafts.isEmpty
        case .clientRequested(_, _, let request): request.holdsContent
        case .clientAnswered(_, _, .draft): true
        case .configured, .wallClockSet, .behaviorLoaded, .behaviorUnloaded, .policiesChanged,
            .pluginChanged, .clientConnected, .clientAnswered, .clientFinished,
            .clientDisconnected, .draftsStored, .draftsNotStored, .answered, .administered,
            .deadlineReached, .shutdownRequested:
            false
        }
    }

    /// The same event with something else in place of each piece of work.
    public func replacingContents(_ standIn: (JSONText) -> JSONText) -> Event {
        switch self {
        case .draftsLoaded(let drafts):
            .draftsLoaded(drafts.map { $0.replacingContent(standIn) })
        case .clientRequested(let client, let id, let request):
            .clientRequested(client, id: id, request.replacingContent(standIn))
        case .clientAnswered(let client, let call, .draft(let content)):
            .clientAnswered(client, call, .draft(standIn(content)))
        case .configured, .wallClockSet, .behaviorLoaded, .behaviorUnloaded, .policiesChanged,
            .pluginChanged, .clientConnected, .clientAnswered, .clientFinished,
            .clientDisconnected, .draftsStored, .draftsNotStored, .answered, .administered,
            .deadlineReached, .shutdownRequested:
            self
        }
    }
}

/// Of keys' names (`KeyboardEvent.key` of the web platform: of most keys, what they type).
public enum KeyName {
    /// The one that the rules know.
    static let escape = "Escape"
    /// In place of every other: one word, so that not even the length of what is typed is kept.
    static let standIn = "other"

    /// What may be kept of a name.
    public static func kept(_ name: String) -> String { name == escape ? escape : standIn }
}

extension Request {
    fileprivate var holdsContent: Bool {
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

    fileprivate func replacingContent(_ standIn: (JSONText) -> JSONText) -> Request {
        switch self {
        case .choose(let popover, let choice): .choose(popover, choice: standIn(choice))
        case .saveDraft(let key, let content, let revision, let sync):
            .saveDraft(key: key, content: standIn(content), revision: revision, sync: sync)
        case .publish(let topic, let data): .publish(topic: topic, data: standIn(data))
        case .key(let name, let display, let time, let isComposing):
            .key(KeyName.kept(name), display: display, time: time, isComposing: isComposing)
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
    /// The same state with something else in place of each piece of work, and at rest: what was
    /// ordered last is carried out and not part of it.
    public func replacingContents(_ standIn: (JSONText) -> JSONText) -> Arbiter {
        var state = self
        state.drafts.replaceContents(standIn)
        state.replaceContentsBesideDrafts(standIn)
        return state
    }

    /// The same, and cheap where it was asked for before: of the drafts only those that have changed
    /// since are looked at. What stands in has to be the same each time.
    public mutating func standingIn(_ standIn: (JSONText) -> JSONText) -> Arbiter {
        let drafts = drafts.standingIn(standIn)
        var state = self
        state.drafts = drafts
        state.replaceContentsBesideDrafts(standIn)
        return state
    }

    private mutating func replaceContentsBesideDrafts(_ standIn: (JSONText) -> JSONText) {
        reaction = Reaction()
        bus.replaceContents(standIn)
        for (ticket, order) in zip(orders.ids, orders) {
            orders[ticket] = order.replacingContents(standIn)
        }
        for (id, asked) in zip(questions.ids, questions) {
            questions[id] = asked.replacingContents(standIn)
        }
    }
}

extension StoredDraft {
    func replacingContent(_ standIn: (JSONText) -> JSONText) -> StoredDraft {
        var draft = self
        draft.content = standIn(content)
        return draft
    }
}

extension PendingOrder {
    fileprivate func replacingContents(_ standIn: (JSONText) -> JSONText) -> PendingOrder {
        guard case .storage(var storage) = self else { return self }
        storage.changes = storage.changes.map { change in
            guard case .store(let draft) = change else { return change }
            return .store(draft.replacingContent(standIn))
        }
        storage.announces = storage.announces.map { announcement in
            Announcement(
                draft: announcement.draft.replacingContent(standIn), client: announcement.client)
        }
        return .storage(storage)
    }
}

extension Asked {
    fileprivate func replacingContents(_ standIn: (JSONText) -> JSONText) -> Asked {
        guard case .choice(let facts, let choice) = question,
            case .choice(let popover, _, let client, let id) = pending
        else { return self }
        let content = standIn(choice)
        return Asked(
            question: .choice(facts, choice: content),
            pending: .choice(popover, content, client, id), hearings: hearings)
    }
}
