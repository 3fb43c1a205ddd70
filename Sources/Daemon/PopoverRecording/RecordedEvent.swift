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
        case .wallClockSet, .behaviorUnloaded, .clientHeard, .clientFinished,
            .clientDisconnected, .draftsStored, .draftsNotStored, .deadlineReached,
            .shutdownRequested:
            0
        }
    }
}

extension StoredDraft {
    /// Its key and a placeholder.
    fileprivate static let weight = 1024
}
