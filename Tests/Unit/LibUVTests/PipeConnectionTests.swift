// SPDX-License-Identifier: MIT

import Glibc
import LibUV
import PopoverTestSupport
import Testing

@Suite("Connections")
struct PipeConnectionTests {
    private func withPair(
        _ body: (Loop, _ near: PipeConnection, _ far: PipeConnection) throws -> Void
    ) throws {
        try withLoop { loop in
            let (near, far) = try makeSocketPair()
            try body(
                loop, PipeConnection(loop, adopting: near), PipeConnection(loop, adopting: far))
        }
    }

    /// Bytes that show when one of them is missing or out of order.
    private func pattern(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    }

    @Test("Bytes arrive in order, whether written one by one or joined")
    func order() throws {
        var received = ""
        try withPair { loop, near, far in
            try far.collect { received = String($0) }
            try near.write("one ")
            try near.enqueue(Array("two ".utf8).span)
            #expect(near.pendingBytes == 4)
            try near.write("three ")
            try near.enqueue(Array("four ".utf8).span)
            try near.enqueue(Array("five".utf8).span)
            try near.flush()
            near.onDrain = { near.close() }
            if near.pendingBytes == 0 { near.close() }
        }
        #expect(received == "one two three four five")
    }

    @Test("A peer that reads late gets everything in order, and draining is reported once")
    func lateReader() throws {
        let sent = pattern(3_000_000)
        var received: [UInt8] = []
        var drains = 0
        try withPair { loop, near, far in
            near.onDrain = {
                drains += 1
                near.close()
            }
            for start in stride(from: 0, to: sent.count, by: 10_000) {
                try near.write(Array(sent[start..<start + 10_000]))
            }
            // What the kernel takes of 3 MB at once is some hundred KB.
            #expect(near.pendingBytes > 1_000_000)
            let timer = Timer(loop) {
                #expect(drains == 0)
                do {
                    try far.collect { received = $0 }
                } catch {
                    Issue.record(error)
                }
            }
            timer.start(afterMilliseconds: 5)
            loop.run()
            timer.close()
        }
        #expect(drains == 1)
        #expect(received == sent)
    }

    @Test("Pending output is limited")
    func outputLimit() throws {
        try withPair { _, near, far in
            near.outputLimitBytes = 1000
            let large = pattern(4_000_000)
            let error = #expect(throws: UVError.self) { try near.write(large) }
            #expect(error?.name == "ENOBUFS")
            near.close()
            far.close()
        }
    }

    @Test("A half-close of the peer does not close this side")
    func halfClose() throws {
        let (descriptor, raw) = try makeSocketPair()
        var events: [String] = []
        try withLoop { loop in
            let connection = try PipeConnection(loop, adopting: descriptor)
            connection.onBytes = { bytes in events.append("\(bytes.count) bytes") }
            connection.onEnd = {
                events.append("end")
                do {
                    try connection.write("answer")
                } catch {
                    Issue.record(error)
                }
                connection.close()
            }
            try connection.startReading()
            #expect(unsafe write(raw, "hi", 2) == 2)
            #expect(shutdown(raw, Int32(SHUT_WR)) == 0)
        }
        var buffer = [UInt8](repeating: 0, count: 16)
        #expect(unsafe read(raw, &buffer, buffer.count) == 6)
        close(raw)
        #expect(events == ["2 bytes", "end"])
    }

    @Test("Reading resumes where it stopped")
    func backPressure() throws {
        var events: [String] = []
        try withPair { loop, near, far in
            let timer = Timer(loop) {
                events.append("resumed")
                do {
                    try far.collect { events.append(String($0)) }
                    near.close()
                } catch {
                    Issue.record(error)
                }
            }
            far.onBytes = { bytes in
                events.append("\(bytes.count)")
                far.stopReading()
                do {
                    try near.write("4567")
                } catch {
                    Issue.record(error)
                }
                timer.start(afterMilliseconds: 10)
            }
            try far.startReading()
            try near.write("123")
            loop.run()
            timer.close()
        }
        #expect(events == ["3", "resumed", "4567"])
    }

    @Test("Writing to a closed peer is an error and does not end the process")
    func brokenPipe() async {
        await #expect(processExitsWith: .success) {
            ignoreSIGPIPE()
            let (near, far) = try makeSocketPair()
            close(far)
            try withLoop { loop in
                let connection = try PipeConnection(loop, adopting: near)
                var error: UVError?
                do throws(UVError) {
                    try connection.write([1, 2, 3])
                } catch let caught {
                    error = caught
                }
                try require(error?.isPeerGone == true)
                try require(error?.description == "write to a stream: broken pipe")
                connection.close()
            }
        }
    }

    @Test("A peer that closes while bytes are pending is reported as a failure")
    func failureInFlight() async {
        await #expect(processExitsWith: .success) {
            ignoreSIGPIPE()
            let (near, far) = try makeSocketPair()
            try withLoop { loop in
                let connection = try PipeConnection(loop, adopting: near)
                var failures: [UVError] = []
                connection.onFailure = {
                    failures.append($0)
                    connection.close()
                }
                try connection.write([UInt8](repeating: 0, count: 2_000_000))
                close(far)
                loop.run()
                try require(failures.count == 1 && failures[0].isPeerGone)
            }
        }
    }

    @Test("A connection says who the peer is")
    func credentials() throws {
        let directory = TemporaryFolder()
        let path = directory.path + "/a.sock"
        var peers: [PeerCredentials] = []
        try withLoop { loop in
            let listener = try PipeListener(loop, path: path)
            try listener.listen { connection in
                do {
                    peers.append(try connection.peerCredentials())
                } catch {
                    Issue.record(error)
                }
                connection.close()
                listener.close()
            }
            try PipeConnection(loop, connectingTo: path).collect { _ in }
        }
        var groups = [gid_t](repeating: 0, count: 65_536)
        let count = unsafe getgroups(Int32(groups.count), &groups)
        let peer = try #require(peers.first)
        #expect(peers.count == 1)
        #expect(peer.pid == getpid())
        #expect(peer.uid == getuid())
        #expect(peer.gid == getgid())
        #expect(peer.groups.sorted() == groups.prefix(Int(count)).sorted())
        #expect(peer.isMember(of: getgid()))
        #expect(!peer.isMember(of: 4_000_000_000))
    }

    @Test("Connecting without a listener is an error")
    func connectToNobody() throws {
        let directory = TemporaryFolder()
        let path = directory.path + "/a.sock"
        try withLoop { loop in
            let error = #expect(throws: UVError.self) {
                _ = try PipeConnection(loop, connectingTo: path)
            }
            #expect(error?.description == "connect \(path): no such file or directory")
        }
    }

    @Test("A descriptor that a peer sends along is dropped, not kept")
    func passedDescriptor() throws {
        let (descriptor, raw) = try makeSocketPair()
        let pipe = try makePipe()
        try sendDescriptor(pipe.writing, over: raw)
        close(pipe.writing)
        var received = ""
        var ended = 0
        try withLoop { loop in
            let connection = try PipeConnection(loop, adopting: descriptor)
            let witness = try PipeConnection(loop, adopting: pipe.reading)
            // It ends only when the last writing end is closed, and the peer sent that one.
            try witness.collect { _ in
                ended += 1
                close(raw)
            }
            try connection.collect { received = String($0) }
        }
        #expect(received == "x")
        #expect(ended == 1)
    }

    /// Sends the byte `x` with a descriptor (cmsg(3)).
    private func sendDescriptor(_ descriptor: Int32, over socket: Int32) throws {
        struct Control {
            var header = cmsghdr()
            var descriptor: Int32 = -1
            var padding: Int32 = 0
        }
        var control = Control()
        control.header.cmsg_len = MemoryLayout<cmsghdr>.size + MemoryLayout<Int32>.size
        control.header.cmsg_level = SOL_SOCKET
        control.header.cmsg_type = Int32(SCM_RIGHTS)
        control.descriptor = descriptor
        var text: UInt8 = UInt8(ascii: "x")
        let sent = unsafe withUnsafeMutableBytes(of: &control) { control in
            unsafe withUnsafeMutableBytes(of: &text) { text in
                var part = unsafe iovec(iov_base: text.baseAddress, iov_len: 1)
                return unsafe withUnsafeMutablePointer(to: &part) { part in
                    var message = unsafe msghdr()
                    unsafe message.msg_iov = part
                    unsafe message.msg_iovlen = 1
                    unsafe message.msg_control = control.baseAddress
                    unsafe message.msg_controllen = control.count
                    return unsafe sendmsg(socket, &message, 0)
                }
            }
        }
        guard sent == 1 else { throw SystemError("sendmsg") }
    }
}
