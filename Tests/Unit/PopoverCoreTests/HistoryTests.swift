// SPDX-License-Identifier: MIT

import Foundation
import PopoverModel
import Testing

@testable import PopoverCore

/// What is remembered, up to a limit.
@Suite("Histories")
struct HistoryTests {
    private static func occluder(_ number: Int) -> PastOccluder {
        let moment = Instant(microseconds: Int64(number))
        return PastOccluder(
            rect: Rect(x: 0, y: 0, width: 1, height: 1), from: moment, until: moment)
    }

    @Test("a recent history keeps the latest elements in order, and so does a recording of it")
    func recent() throws {
        var history = Recent<PastOccluder>()
        let limit = PastOccluder.limit
        for number in 0..<limit + 9 { history.append(Self.occluder(number)) }
        #expect(history.map(\.from.microseconds) == (9..<Int64(limit) + 9).map { $0 })
        let all = try JSONEncoder().encode((0..<limit + 9).map(Self.occluder))
        let read = try JSONDecoder().decode(Recent<PastOccluder>.self, from: all)
        #expect(read.map(\.from.microseconds) == history.map(\.from.microseconds))
    }

    @Test("the decision log keeps the latest decisions in order, also after some were forgotten")
    func decisions() {
        var log = DecisionLog()
        for number in 0..<DecisionLog.limit + 44 {
            log.append(
                DecisionLog.Entry(
                    time: Instant(microseconds: Int64(number)), matter: .presented,
                    app: number % 2 == 0 ? "shop" : "cafe"))
        }
        #expect(log.latest(of: nil, limit: 1000).count == DecisionLog.limit)
        log.forget { $0.app == "shop" }
        log.append(DecisionLog.Entry(time: Instant(microseconds: 999), matter: .presented))
        let times = log.latest(of: nil, limit: 1000).map(\.time.microseconds)
        #expect(times.count == DecisionLog.limit / 2 + 1)
        #expect(times == times.sorted())
        #expect(log.latest(of: nil, limit: 2).map(\.time.microseconds) == times.suffix(2))
    }

    /// A bus with events of ten bytes each.
    private func bus(events: Int, bytes: Int) -> Bus {
        var limits = Limits()
        limits.historyBytes = bytes
        var bus = Bus()
        for _ in 0..<events {
            _ = bus.record(
                .app("app.a"), at: Instant(microseconds: 0), limits: limits, isHeard: false
            ) { $0.published = JSONText(validated: Array("\"12345678\"".utf8)) }
        }
        return bus
    }

    @Test("the bus remembers so many bytes", arguments: [(29, 2), (30, 3), (31, 3)])
    func bytes(limit: Int, events: Int) {
        let bus = bus(events: 9, bytes: limit)
        #expect(bus.remembered.events == events)
        #expect(bus.remembered.bytes == events * 10)
    }

    @Test("what was erased from the bus takes no bytes, and is a gap")
    func erased() {
        var bus = bus(events: 3, bytes: 100)
        bus.erase { _ in true }
        #expect(bus.remembered.bytes == 0)
        let missed = bus.missed(since: 1, latest: 3) { _ in true }
        guard case .gap(let gap)? = missed.first, missed.count == 1 else {
            Issue.record("\(missed)")
            return
        }
        #expect(gap == 2...3)
    }

    @Test("a draft that moves to another display has left its display")
    func moved() {
        var drafts = Drafts()
        for display in ["main", "wall"] {
            let key = DraftKey(uid: 1, app: "shop", key: "mail")
            drafts.keep(
                StoredDraft(
                    key: key, content: .null, revision: 1, savedAt: 0, reason: "", display: display)
            )
        }
        #expect(!drafts.isAny(on: "main"))
        #expect(drafts.isAny(on: "wall"))
    }

    @Test("work of an ended session that waits for the disk is forgotten")
    func waitingWork() {
        let world = World()
        let shop = world.connect("shop")
        let admin = world.connect("admin", uid: 0)
        world.disk = .holds
        world.save("mail", "secret", by: shop)
        world.ask(admin, "end", .endSession(display: nil))
        let changes = world.arbiter.orders.flatMap { order in
            if case .storage(let storage) = order { storage.changes } else { [DraftChange]() }
        }.filter { !$0.isOwn }
        let key = DraftKey(uid: 1000, app: "shop", key: "mail")
        #expect(changes == [.erase(key), .erase(key), .scrub, .eraseTraces])
    }

    @Test("an event that comes late is no earlier than the one before")
    func time() {
        var arbiter = Arbiter()
        let settings = Settings(displays: [World.main], administrators: [])
        let later = Instant(microseconds: 10_000_000)
        _ = arbiter.handle(.configured(settings), at: later)
        let client = ClientID(number: 1)
        let credentials = Credentials(pid: 1, uid: 1, gid: 1)
        _ = arbiter.handle(
            .clientConnected(client, credentials), at: Instant(microseconds: 5_000_000))
        #expect(arbiter.nextDeadline == later + settings.timing.hello)
    }
}
