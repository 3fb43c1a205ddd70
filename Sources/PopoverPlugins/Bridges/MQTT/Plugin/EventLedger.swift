// SPDX-License-Identifier: MIT

import FleetLink
import PopoverFleet

/// Numbers events in order, and queues them.
final class EventLedger {
    /// Events that wait until the file is open.
    static let mostEarly = 1024

    private let link: FleetLink
    private let topics: KioskTopics
    private var epoch: String?
    private var latest: Int64 = 0
    private var early: [(topic: String, event: FleetEvent)] = []
    /// Events that could not be queued, and whose gap is not queued yet.
    private var gap: ClosedRange<Int64>?
    /// Events that could not be queued, since the start.
    private(set) var missed = 0

    init(link: FleetLink, topics: KioskTopics) {
        self.link = link
        self.topics = topics
    }

    /// The file is open: numbers continue after its latest.
    func opened(epoch: String, latest: Int64) {
        self.epoch = epoch
        self.latest = latest
        let waiting = early
        early = []
        for (topic, event) in waiting { keep(event, at: topic) }
    }

    func keep(_ event: FleetEvent) {
        guard let topic = topics.event(of: event.topic),
            topic.utf8.count <= FleetLink.longestTopic
        else { return }
        keep(event, at: topic)
    }

    /// Numbers and queues a payload that is no event, such as an audit entry.
    func keep(_ payload: (String?, Int64?) -> [UInt8], at topic: String) {
        guard let epoch else { return }
        keep(topic) { payload(epoch, $0) }
    }

    private func keep(_ event: FleetEvent, at topic: String) {
        guard let epoch else {
            if early.count < Self.mostEarly { early.append((topic, event)) } else { missed += 1 }
            return
        }
        keep(topic) { event.payload(kiosk: topics.kiosk, epoch: epoch, sequence: $0) }
    }

    private func keep(_ topic: String, _ payload: (Int64) -> [UInt8]) {
        latest += 1
        if let lost = gap {
            guard link.lose(lost) else { return miss(latest) }
            gap = nil
        }
        if !link.keep(latest, topic: topic, payload: payload(latest)) { miss(latest) }
    }

    private func miss(_ sequence: Int64) {
        missed += 1
        gap = (gap?.lowerBound ?? sequence)...sequence
    }
}
