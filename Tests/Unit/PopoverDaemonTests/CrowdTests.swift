// SPDX-License-Identifier: MIT

import LibUV
import PopoverCore
import PopoverModel
import PopoverSessions
import PopoverTestSupport
import Testing

@testable import PopoverDaemon

@Suite("Crowds, and requests that ask for much")
struct CrowdTests {
    @Test("A user far over the connection rate gets some full refusals, and then immediate ones")
    func crowd() throws {
        let test = try TestDaemon("[limits]\nconnectionsPerSecond = 1\n")
        let count = 100
        let crowd = try (0..<count).map { _ in try test.connect() }
        let counters = test.daemon.engine.sessions.counters
        // Those who are let in are silent, and their time to say hello ends.
        try test.run { crowd.allSatisfy { $0.lines.contains { $0.contains(#""method":"bye""#) } } }
        let refused = crowd.count { $0.lines.last?.contains(#""reason":"quota""#) == true }
        #expect(refused > count / 2)
        #expect(counters.connectionsRefused == refused)
        #expect(Int(counters.connectionsAccepted) + refused == count)
        #expect(test.lines.all.count { $0.contains("client refused:") } <= Log.linesPerCause)
        for client in crowd where !client.hasEnded { client.close() }
        test.end()
    }

    @Test("Other users are not refused with a flood")
    func others() throws {
        let test = try TestDaemon("[limits]\nconnectionsPerSecond = 1\n")
        let crowd = try (0..<100).map { _ in try test.connect() }
        try test.run { test.daemon.engine.sessions.counters.connectionsRefused > 50 }
        let stranger = Credentials(pid: 1, uid: 4_000_000_000, gid: 1, groups: [])
        let sessions = test.daemon.engine.sessions
        #expect(sessions.immediateBye(toProcess: stranger.pid, of: stranger.uid) == nil)
        for client in crowd where !client.hasEnded { client.close() }
        test.end()
    }

    @Test("A line with much output ends the batch of its sender")
    func manyForOne() throws {
        let test = try TestDaemon("[limits]\nlinesPerTurn = 64\noutputBytes = 4194304\n")
        let publisher = try test.client("publisher")
        let text = String(repeating: "x", count: 1000)
        for _ in 0..<100 {
            _ = try publisher.ask("bus.publish", #"{"topic":"app.x","data":"\#(text)"}"#)
        }
        let greedy = try test.client("greedy")
        let request =
            #"{"jsonrpc":"2.0","id":1,"method":"bus.subscribe","#
            + #""params":{"topics":["app.*"],"since":0}}"#
        let counters = test.daemon.engine.sessions.counters
        greedy.send(Array(repeating: request, count: 16).joined(separator: "\n"))
        let before = counters.linesRead
        var mostInOneTurn: Int64 = 0
        while counters.linesRead < before + 16 {
            let read = counters.linesRead
            test.loop.runOnce()
            mostInOneTurn = max(mostInOneTurn, counters.linesRead - read)
        }
        // One as they are read, and one as they have their turn.
        #expect((1...2).contains(mostInOneTurn))
        test.end()
    }
}
