// SPDX-License-Identifier: MIT

import Glibc
import LibUV
import Testing

/// Runs `body` with a loop of its own, then the loop until nothing is left to wait for.
///
/// Every test of this module goes through it, and so proves that it leaves no handle open.
func withLoop(_ body: (Loop) throws -> Void) throws {
    let loop = try Loop()
    let guardian = Timer(loop) {
        Issue.record("The loop waits for \(loop.openHandleKinds) and for nothing to happen.")
        loop.stop()
    }
    guardian.start(afterMilliseconds: 60_000)
    guardian.keepsLoopRunning = false
    defer {
        loop.run()
        guardian.close()
        loop.runOnce()
        #expect(loop.openHandleKinds == [])
        #expect(loop.handleCount == 0)
        // A loop with open handles cannot be closed; the failure is recorded, so let it be.
        if loop.handleCount == 0 { loop.close() } else { _ = unsafe Unmanaged.passRetained(loop) }
    }
    try body(loop)
}

/// A call of the system that a test needs has failed.
struct SystemError: Error {
    let operation: String
    let code = errno
    init(_ operation: String) { self.operation = operation }
}

/// Two connected stream sockets.
func makeSocketPair() throws -> (Int32, Int32) {
    var pair: [Int32] = [-1, -1]
    let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard unsafe socketpair(AF_UNIX, type, 0, &pair) == 0 else { throw SystemError("socketpair") }
    return (pair[0], pair[1])
}

/// The reading and the writing end of a pipe.
func makePipe() throws -> (reading: Int32, writing: Int32) {
    var pair: [Int32] = [-1, -1]
    guard unsafe pipe(&pair) == 0 else { throw SystemError("pipe") }
    for descriptor in pair { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return (pair[0], pair[1])
}

/// A socket bound to `path` as any program may do it, without a lock.
func bindPlainSocket(_ path: String) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let status = unsafe withUnsafeBytes(of: &address) { bytes in
        unsafe bind(descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), size)
    }
    guard status == 0 else { throw SystemError("bind") }
    return descriptor
}

/// What `lstat` says of a file's mode, kind included; nil when there is none.
func mode(of path: String) -> UInt32? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? status.st_mode : nil
}

func createFile(_ path: String) throws {
    let descriptor = unsafe open(path, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemError("open") }
    close(descriptor)
}

extension PipeConnection {
    /// Reads all that comes, and closes at the end; `then` gets it.
    func collect(then handler: @escaping ([UInt8]) -> Void) throws {
        var bytes: [UInt8] = []
        onBytes = { bytes.append(copying: $0) }
        onFailure = { Issue.record("\($0)") }
        onEnd = { [self] in
            close { handler(bytes) }
        }
        try startReading()
    }

    func write(_ text: String) throws {
        try write(Array(text.utf8))
    }
}

extension String {
    init(_ bytes: [UInt8]) { self.init(decoding: bytes, as: UTF8.self) }
}
