// SPDX-License-Identifier: MIT

import Glibc
import LibUV
import PopoverTestSupport
import Testing

/// The environment belongs to the process, so it is changed in processes of their own.
@Suite("Activation, readiness and accounts")
struct ActivationTests {
    @Test("Sockets passed to this process are found by name, once")
    func listenDescriptors() async {
        await #expect(processExitsWith: .success) {
            // 3 and 4 are those of the runtime's event loop here, which dies without them: the real
            // numbers are tried with a real process, in `DaemonTests`.
            let (one, other) = try makeSocketPair()
            let first: Int32 = 200
            let second = first + 1
            try require(fcntl(one, F_DUPFD, first) == first)
            try require(fcntl(other, F_DUPFD, first) == second)
            unsafe setenv("LISTEN_PID", "\(getpid())", 1)
            unsafe setenv("LISTEN_FDS", "2", 1)
            unsafe setenv("LISTEN_FDNAMES", "client:control", 1)
            let taken = try SystemdActivation.listenDescriptors(from: first)
            try require(taken.map(\.descriptor) == [first, second])
            try require(taken.map(\.name) == ["client", "control"])
            for descriptor in [first, second] {
                try require(fcntl(descriptor, F_GETFD) == FD_CLOEXEC)
            }
            for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] {
                try require(environment(name) == nil)
            }
            try require(try SystemdActivation.listenDescriptors().isEmpty)
        }
    }

    @Test("Sockets passed to another process are ignored")
    func foreignDescriptors() async {
        await #expect(processExitsWith: .success) {
            unsafe setenv("LISTEN_PID", "1", 1)
            unsafe setenv("LISTEN_FDS", "1", 1)
            try require(try SystemdActivation.listenDescriptors().isEmpty)
            try require(environment("LISTEN_FDS") == nil)
        }
    }

    @Test("An invalid or too large LISTEN_FDS is an error", arguments: ["x", "-1", "65"])
    func wrongCount(count: String) async {
        await #expect(processExitsWith: .success) { [count] in
            unsafe setenv("LISTEN_PID", "\(getpid())", 1)
            unsafe setenv("LISTEN_FDS", count, 1)
            var error: UVError?
            do throws(UVError) {
                _ = try SystemdActivation.listenDescriptors()
            } catch let caught {
                error = caught
            }
            try require(error?.detail == "LISTEN_FDS=\(count)")
        }
    }

    @Test("Notifications go to a path or to an abstract name", arguments: [false, true])
    func notify(isAbstract: Bool) async {
        await #expect(processExitsWith: .success) { [isAbstract] in
            try require(try notifySystemd("READY=1") == false)
            let directory = TemporaryFolder()
            let path = directory.path + "/notify"
            let name = isAbstract ? "@" + path : path
            let receiver = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            let bytes = (isAbstract ? [0] : []) + Array(path.utf8)
            unsafe withUnsafeMutableBytes(of: &address.sun_path) {
                unsafe $0.copyBytes(from: bytes)
            }
            let status = unsafe withUnsafeBytes(of: &address) {
                unsafe bind(
                    receiver, $0.baseAddress?.assumingMemoryBound(to: sockaddr.self),
                    socklen_t(2 + bytes.count))
            }
            try require(status == 0)
            unsafe setenv("NOTIFY_SOCKET", name, 1)
            try require(try notifySystemd("RELOADING=1\nMONOTONIC_USEC=1"))
            var buffer = [UInt8](repeating: 0, count: 100)
            let count = unsafe recv(receiver, &buffer, buffer.count, 0)
            try require(String(Array(buffer.prefix(count))) == "RELOADING=1\nMONOTONIC_USEC=1")
        }
    }

    @Test("Readiness is a newline, and then the descriptor is closed")
    func readiness() throws {
        let pipe = try makePipe()
        try writeReadiness(to: pipe.writing)
        var buffer: [UInt8] = [0, 0, 0]
        #expect(unsafe read(pipe.reading, &buffer, buffer.count) == 1)
        #expect(buffer[0] == UInt8(ascii: "\n"))
        #expect(unsafe read(pipe.reading, &buffer, buffer.count) == 0)
        close(pipe.reading)
    }

    @Test("Readiness to a descriptor that is not open is an error")
    func wrongReadiness() {
        let error = #expect(throws: UVError.self) { try writeReadiness(to: 1_000_000) }
        #expect(error?.name == "EBADF")
    }

    @Test("Users and groups are found by name")
    func accounts() throws {
        #expect(try Accounts.userID(named: "root") == 0)
        #expect(try Accounts.groupID(named: "root") == 0)
        #expect(try Accounts.userID(named: "no-such-user-here") == nil)
        #expect(try Accounts.groupID(named: "no-such-group-here") == nil)
        #expect(Accounts.currentUserID == geteuid())
    }

    @Test("Errors have a name, a message and kinds")
    func errors() {
        let error = UVError(code: -EADDRINUSE, operation: "bind /a", detail: "by me")
        #expect(error.name == "EADDRINUSE")
        #expect(error.description == "bind /a: address already in use (by me)")
        #expect(error.isAddressInUse)
        #expect(UVError(code: -EPIPE, operation: "").isPeerGone)
        #expect(!UVError(code: -EMFILE, operation: "").isPeerGone)
        #expect(UVError(code: -99_999, operation: "x").name.contains("99999"))
    }
}
