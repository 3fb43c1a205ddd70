// SPDX-License-Identifier: MIT

import Glibc
import LibUV
import PopoverTestSupport
import Testing

@Suite("A listener that tries itself")
struct ListenerProbeTests {
    @Test("A probe is accepted without a connection, and clients beside it are served")
    func accepted() throws {
        let directory = TemporaryFolder()
        let path = directory.path + "/a.sock"
        var probed = 0
        var arrivals = 0
        try withLoop { loop in
            let listener = try PipeListener(loop, path: path)
            listener.onArrival = { _ in
                arrivals += 1
                return nil
            }
            var client: PipeConnection?
            try listener.listen { connection in
                connection.close()
                client?.close()
                listener.close()
            }
            try listener.probe {
                probed += 1
                do {
                    client = try PipeConnection(loop, connectingTo: path)
                } catch {
                    Issue.record(error)
                    listener.close()
                }
            }
        }
        #expect(probed == 1)
        #expect(arrivals == 1)
    }

    @Test("A probe of a listener that does not accept gets no answer")
    func notAccepted() throws {
        let directory = TemporaryFolder()
        let descriptor = try bindPlainSocket(directory.path + "/a.sock")
        #expect(listen(descriptor, 4) == 0)
        var probed = 0
        try withLoop { loop in
            // It has not begun, but the kernel takes connections for it.
            let listener = try PipeListener(loop, descriptor: descriptor)
            try listener.probe { probed += 1 }
            loop.runOnce()
            listener.close()
        }
        #expect(probed == 0)
    }

    @Test("A full backlog is a temporary error; a removed file is not")
    func cannotConnect() throws {
        let directory = TemporaryFolder()
        let path = directory.path + "/a.sock"
        let descriptor = try bindPlainSocket(path)
        #expect(listen(descriptor, 0) == 0)
        try withLoop { loop in
            let listener = try PipeListener(loop, descriptor: descriptor)
            let client = try PipeConnection(loop, connectingTo: path)
            let full = #expect(throws: UVError.self) { try listener.probe {} }
            #expect(full?.isTemporary == true)
            unsafe unlink(path)
            let gone = #expect(throws: UVError.self) { try listener.probe {} }
            #expect(gone?.isTemporary == false)
            client.close()
            listener.close()
        }
    }
}
