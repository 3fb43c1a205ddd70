// SPDX-License-Identifier: MIT

import FakeDaemon
import PopoverModel
import PopoverWire
import Testing

@testable import PopoverClient
@testable import PopoverKit

/// What a client keeps while there is no connection.
@Suite("A client without a connection")
struct WireTests {
    private let orders: OrderQueue
    private let wire: Wire

    init() throws {
        orders = try OrderQueue()
        wire = Wire(
            Client.Settings(
                app: "shop", roles: [.app], path: "/nowhere", timeout: .milliseconds(1000)),
            orders: orders,
            signals: Client.Signals(
                connections: AsyncStream.makeStream().continuation,
                warnings: AsyncStream.makeStream().continuation,
                activations: AsyncStream.makeStream().continuation,
                alerts: AsyncStream.makeStream().continuation,
                panels: AsyncStream.makeStream().continuation,
                focus: AsyncStream.makeStream().continuation))
    }

    private func id(_ number: UInt64) -> PopoverID { PopoverID(number: number) }

    private func owned(
        _ key: String, ticket: UInt64, isDismissed: Bool = false,
        session: SessionID? = nil
    ) -> Wire.Owned {
        Wire.Owned(
            key: key, revision: 0, session: session,
            events: AsyncStream.makeStream().continuation,
            isDismissed: isDismissed, ticket: ticket)
    }

    /// The owner of a popover hands over a draft.
    private func answer(_ number: UInt64, ticket: UInt64) {
        let order = ClosingOrder(
            cause: .connectionLost, isSaving: true, deadline: .seconds(1), animation: .none,
            popover: id(number), ticket: ticket, orders: orders)
        wire.answerClosing(order, .draft(.null))
    }

    private func know(_ session: String) throws {
        let text = try JSONText(#"{"display":"main","session":"\#(session)"}"#)
        try wire.know(Field(text.parsed()))
    }

    private var keys: [String] { wire.works.map { $0.key } }

    @Test("The latest draft of each key is kept, with a new revision; the oldest are dropped")
    func works() throws {
        wire.revisions["a"] = 7
        wire.keepWork(.null, key: "a", 3)
        #expect(wire.works.map { $0.revision } == [8])
        wire.keepWork(try JSONText("2"), key: "a", 9)
        #expect(wire.works.map { $0.content.text } == ["2"])
        #expect(wire.works.map { $0.revision } == [10])
        for number in 1...Wire.maximumWorks { wire.keepWork(.null, key: "\(number)", 0) }
        #expect(keys == (1...Wire.maximumWorks).map { "\($0)" })
    }

    @Test("Work names the session of its grant, and ends with it")
    func sessions() throws {
        try know("s1")
        let first = SessionID(number: 1)
        orders.sessions.grant("a", in: first)
        wire.keepWork(.null, key: "a", 0, in: first)
        wire.parting[id(1)] = owned("b", ticket: 1, session: first)
        #expect(wire.works.map { $0.session } == [first])
        try know("s2")
        #expect(keys == [] && wire.parting.isEmpty)
        answer(1, ticket: 1)
        #expect(keys == [])
        #expect(orders.sessions.session(of: "a") == first)
        #expect(orders.sessions.session(of: "c") == SessionID(number: 2))
        #expect(orders.sessions.session(on: nil) == SessionID(number: 2))
        #expect(orders.sessions.session(on: "nowhere") == nil)
    }

    @Test("A session may end while its work is handed over")
    func endMeanwhile() throws {
        let daemon = try FakeDaemon([
            .receive("draft.save"),
            .send(
                #"{"jsonrpc":"2.0","method":"display.changed","params":{"display":"main","session":"s2"}}"#
            ),
            .result(#"{"revision":1,"durable":false}"#),
        ])
        try know("s1")
        wire.keepWork(.null, key: "a", 0, in: SessionID(number: 1))
        wire.channel = try LineChannel(path: daemon.path, deadline: .now + .milliseconds(10_000))
        try wire.handOverWorks()
        #expect(keys == [])
    }

    @Test("A region is kept once, and a surface goes with its sources")
    func regions() {
        func keep(_ kind: KeptRegion.Kind, _ name: String, of surface: String?) -> Bool {
            let region = KeptRegion(kind: kind, name: name, surface: surface, request: .status)
            return wire.keep(region) != nil
        }
        #expect(!keep(.surface, "window", of: nil))
        #expect(!keep(.source, "window", of: nil))
        #expect(!keep(.source, "share", of: "window"))
        #expect(keep(.source, "share", of: "window"))
        #expect(wire.kept.count == 3)
        wire.forget(.occluder, "window")
        #expect(wire.kept.count == 3)
        wire.forget(.surface, "window")
        #expect(wire.kept.map(\.kind) == [.source])
        #expect(wire.kept.map(\.name) == ["window"])
    }

    @Test("A request of a canceled task is not sent, but a later one with its number may be")
    func canceledEarly() {
        var errors: [ClientError?] = []
        wire.cancel(7)
        for _ in 1...2 {
            wire.begin("tap", ticket: 7, timeout: nil, { _ in }) { result in
                if case .failure(let error) = result { errors.append(error) }
            }
        }
        #expect(
            errors == [
                .timedOut("tap was canceled"),
                .disconnected(reason: "await Client.ready() to reconnect"),
            ])
    }

    @Test("A late draft is kept once, unless it was dismissed; the oldest popovers are forgotten")
    func late() {
        for ticket in UInt64(1)...65 { wire.waitForLateWork(owned("k\(ticket)", ticket: ticket)) }
        wire.waitForLateWork(owned("dismissed", ticket: 66, isDismissed: true))
        for ticket in UInt64(1)...4 { answer(1, ticket: ticket) }
        answer(1, ticket: 66)
        answer(1, ticket: 4)
        #expect(keys == ["k3", "k4"])
    }

    @Test("The draft of a lost popover is kept, unless it was dismissed")
    func parting() {
        wire.parting[id(1)] = owned("kept", ticket: 1)
        wire.parting[id(2)] = owned("dismissed", ticket: 2, isDismissed: true)
        answer(1, ticket: 1)
        answer(2, ticket: 2)
        #expect(keys == ["kept"])
        #expect(wire.parting.isEmpty)
    }

    @Test("An answer to a popover of an earlier connection does not answer the one of its number")
    func former() throws {
        let question = DaemonRequest(
            method: "popover.willClose", params: try JSONText("{}").parsed(), id: .null)
        wire.popovers[id(1)] = owned("k", ticket: 2)
        wire.popovers[id(1)]?.question = question
        answer(1, ticket: 1)
        #expect(wire.popovers[id(1)]?.question != nil)
        answer(1, ticket: 2)
        #expect(wire.popovers[id(1)]?.question == nil)
    }
}
