// SPDX-License-Identifier: MIT

public import PopoverCore
public import PopoverModel

/// An event and the time at which the arbiter handled it.
public struct RecordedEvent: Sendable {
    public var at: Instant
    /// Redacted.
    public var event: Event

    public init(at: Instant, event: Event) {
        self.at = at
        self.event = event
    }

    /// Its approximate size in memory.
    public var bytes: Int { MemoryLayout<RecordedEvent>.stride + event.weight }
}

extension Event {
    /// The approximate bytes of memory beyond its fixed size. Only parts whose length a client
    /// chooses count.
    var weight: Int {
        switch self {
        case .clientRequested(_, _, let request): request.weight
        case .draftsLoaded(let drafts): drafts.count * StoredDraft.weight
        case .policiesChanged(let policies): policies.count * 512
        case .administered: 4096
        case .configured: 4096
        case .clientAnswered, .clientConnected, .pluginChanged, .answered, .behaviorLoaded: 256
        case .wallClockSet, .behaviorUnloaded, .clientFinished, .clientDisconnected,
            .draftsStored, .draftsNotStored, .deadlineReached, .shutdownRequested:
            0
        }
    }
}

extension StoredDraft {
    /// Its key and a placeholder.
    fileprivate static let weight = 1024
}

extension Request {
    fileprivate var weight: Int {
        switch self {
        case .open(let open): open.weight
        case .update(_, let changes): changes.weight
        case .raiseAlert(let alert): alert.weight
        case .subscribe(let topics, _), .unsubscribe(let topics): bytes(of: topics)
        case .setSurface(let name, _, _), .removeSurface(let name), .setSource(let name, _, _),
            .removeSource(let name), .setOccluder(let name, _, _), .removeOccluder(let name),
            .loadDraft(let name), .discardDraft(let name):
            name.utf8.count
        case .saveDraft(let key, _, _, _): key.utf8.count + 64
        case .publish(let topic, _): topic.utf8.count + 64
        case .invalid: 512
        case .administer, .hello, .setDisplay: 256
        case .choose, .close, .detach, .closePanel, .presentView, .closeView, .listDrafts,
            .answerAlert, .cancelAlert, .cancelRequest, .tap, .pointer, .key, .removeDisplay,
            .status, .readMetrics, .explain, .dismiss, .endSession, .lockSession, .unlockSession,
            .shutdown:
            128
        }
    }
}

extension OpenRequest {
    fileprivate var weight: Int {
        let texts = (title?.utf8.count ?? 0) + (help?.utf8.count ?? 0) + (key?.utf8.count ?? 0)
        let rects = avoid.count + passthrough.count + hit.count
        return 256 + texts + rects * MemoryLayout<Rect>.stride + bytes(of: buttons)
    }
}

extension PopoverChanges {
    fileprivate var weight: Int {
        let texts = (title?.utf8.count ?? 0) + (help?.utf8.count ?? 0)
        let rects = (avoid?.count ?? 0) + (passthrough?.count ?? 0) + (hit?.count ?? 0)
        return 128 + texts + rects * MemoryLayout<Rect>.stride + bytes(of: buttons ?? [])
    }
}

extension AlertRequest {
    fileprivate var weight: Int {
        128 + title.utf8.count + (message?.utf8.count ?? 0) + bytes(of: buttons)
    }
}

private func bytes(of buttons: [Button]) -> Int {
    buttons.reduce(0) { $0 + $1.id.utf8.count + $1.label.utf8.count }
        + buttons.count * MemoryLayout<Button>.stride
}

private func bytes(of texts: [String]) -> Int { texts.reduce(0) { $0 + $1.utf8.count + 16 } }
