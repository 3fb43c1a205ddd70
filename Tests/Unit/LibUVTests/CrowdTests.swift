// SPDX-License-Identifier: MIT

import LibUV
import PopoverTestSupport
import Testing

@Suite("Turning away who comes to a socket")
struct CrowdTests {
    @Test("A rejected peer reads the reply, and no connection is created")
    func lastWords() throws {
        let directory = TemporaryFolder()
        let path = directory.path + "/a.sock"
        var said: [String] = []
        var arrivals: [PeerProcess] = []
        try withLoop { loop in
            let listener = try PipeListener(loop, path: path)
            listener.onArrival = { peer in
                arrivals.append(peer)
                return Array("not today\n".utf8)
            }
            try listener.listen { _ in Issue.record("Nobody was to be let in.") }
            try PipeConnection(loop, connectingTo: path).collect {
                said.append(String($0))
                listener.close()
            }
        }
        #expect(said == ["not today\n"])
        #expect(arrivals.map(\.uid) == [Accounts.currentUserID])
    }

    @Test("A flood is rejected with pauses, and an accepted peer in it gets through")
    func crowd() throws {
        let directory = TemporaryFolder()
        let path = directory.path + "/a.sock"
        // As many as the kernel lets wait.
        let count = Int(PipeListener.backlog)
        var arrivals = 0
        var accepted = 0
        var ended = 0
        var mostInOneTurn = 0
        try withLoop { loop in
            let listener = try PipeListener(loop, path: path)
            listener.onArrival = { _ in
                arrivals += 1
                return arrivals == count ? nil : []
            }
            try listener.listen { connection in
                accepted += 1
                connection.close()
            }
            for _ in 0..<count {
                try PipeConnection(loop, connectingTo: path).collect { _ in ended += 1 }
            }
            while ended < count {
                let before = arrivals
                loop.runOnce()
                mostInOneTurn = max(mostInOneTurn, arrivals - before)
            }
            listener.close()
        }
        #expect((arrivals, accepted, ended) == (count, 1, count))
        #expect((1...16).contains(mostInOneTurn))
    }
}
