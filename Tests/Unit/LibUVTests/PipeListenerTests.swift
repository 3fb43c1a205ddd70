// SPDX-License-Identifier: MIT

import Glibc
import LibUV
import PopoverTestSupport
import Testing

@Suite("Listening on a socket file")
struct PipeListenerTests {
    /// Connects, says its text, and reports what was answered.
    private func ask(
        _ loop: Loop, _ path: String, _ text: String, then: @escaping (String) -> Void
    ) throws {
        let client = try PipeConnection(loop, connectingTo: path)
        try client.collect { then(String($0)) }
        try client.write(text)
    }

    /// Listens, answers everyone by `answer`, and closes each connection.
    private func listen(_ listener: PipeListener, answer: String) throws {
        try listener.listen { connection in
            connection.onBytes = { _ in
                do {
                    try connection.write(answer)
                } catch {
                    Issue.record(error)
                }
                connection.close()
            }
            do {
                try connection.startReading()
            } catch {
                Issue.record(error)
            }
        }
    }

    @Test("A client is accepted, and closing the listener removes the file")
    func accept() throws {
        let directory = TemporaryFolder()
        let path = directory.path + "/a.sock"
        var answers: [String] = []
        try withLoop { loop in
            let listener = try PipeListener(loop, path: path)
            try listen(listener, answer: "hello")
            #expect(directory.names == ["a.sock", "a.sock.lock"])
            try ask(loop, path, "hi") {
                answers.append($0)
                listener.close()
            }
        }
        #expect(answers == ["hello"])
        #expect(directory.names == ["a.sock.lock"])
    }

    @Test("A path of 107 bytes works")
    func longestPath() throws {
        let directory = TemporaryFolder()
        let name = String(repeating: "n", count: 107 - directory.path.utf8.count - 1)
        try withLoop { loop in
            let listener = try PipeListener(loop, path: "\(directory.path)/\(name)")
            #expect(directory.names == [name, name + ".lock"])
            listener.close()
        }
    }

    @Test("A path of 108 bytes is refused, and nothing is bound")
    func tooLongPath() throws {
        let directory = TemporaryFolder()
        let name = String(repeating: "n", count: 108 - directory.path.utf8.count - 1)
        let path = "\(directory.path)/\(name)"
        try withLoop { loop in
            let error = #expect(throws: UVError.self) { _ = try PipeListener(loop, path: path) }
            #expect(error?.name == "ENAMETOOLONG")
            #expect(
                error?.description
                    == "bind \(path): name too long (it has 108 bytes, the limit is 107)")
            #expect(directory.names == [])
            let refused = #expect(throws: UVError.self) {
                _ = try PipeConnection(loop, connectingTo: path)
            }
            #expect(refused?.name == "ENAMETOOLONG")
        }
    }

    @Test("A stale socket is replaced")
    func staleSocket() throws {
        let directory = TemporaryFolder()
        let path = directory.path + "/a.sock"
        close(try bindPlainSocket(path))
        #expect(mode(of: path) != nil)
        var answers: [String] = []
        try withLoop { loop in
            let listener = try PipeListener(loop, path: path)
            try listen(listener, answer: "new")
            try ask(loop, path, "hi") {
                answers.append($0)
                listener.close()
            }
        }
        #expect(answers == ["new"])
    }

    @Test("A served socket is an error, with and without a lock", arguments: [true, false])
    func servedSocket(withLock: Bool) throws {
        let directory = TemporaryFolder()
        let path = directory.path + "/a.sock"
        try withLoop { loop in
            var first: PipeListener?
            var plain: Int32 = -1
            if withLock {
                first = try PipeListener(loop, path: path)
                try first?.listen { $0.close() }
            } else {
                plain = try bindPlainSocket(path)
                #expect(Glibc.listen(plain, 1) == 0)
            }
            let error = #expect(throws: UVError.self) { _ = try PipeListener(loop, path: path) }
            #expect(error?.isAddressInUse == true)
            #expect(error?.operation == "bind \(path)")
            #expect(
                error?.detail
                    == (withLock
                        ? "process \(getpid()) serves it and holds \(path).lock"
                        : "served by process \(getpid())"))
            #expect(mode(of: path) != nil)
            // The probe is a client that is accepted and then gone.
            loop.runOnce()
            first?.close()
            if plain >= 0 { close(plain) }
        }
    }

    @Test(
        "A socket file that is removed or moved is made again, with its lock",
        arguments: ["a.sock", "a.sock a.sock.lock", "moved"])
    func lostFile(what: String) throws {
        let directory = TemporaryFolder()
        let path = directory.path + "/a.sock"
        var answers: [String] = []
        try withLoop { loop in
            let listener = try PipeListener(loop, path: path)
            try listen(listener, answer: "here")
            var restorations: [UVError?] = []
            listener.onRestoration = { restorations.append($0) }
            let before = mode(of: path)
            if what == "moved" {
                try Files.move(path, to: path + ".old")
            } else {
                for name in what.split(separator: " ") { directory.remove(String(name)) }
            }
            while restorations.isEmpty { loop.runOnce() }
            #expect(restorations == [nil])
            #expect(mode(of: path) == before)
            let lock = unsafe open(path + ".lock", O_RDWR)
            #expect(lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) != 0)
            close(lock)
            try ask(loop, path, "hi") {
                answers.append($0)
                listener.close()
            }
        }
        #expect(answers == ["here"])
        #expect(!directory.contains("a.sock"))
    }

    @Test("A file of another kind in the socket's place is left alone and reported")
    func foreignFile() throws {
        let directory = TemporaryFolder()
        let path = directory.path + "/a.sock"
        try withLoop { loop in
            let listener = try PipeListener(loop, path: path)
            try listen(listener, answer: "here")
            var restorations: [UVError?] = []
            listener.onRestoration = { restorations.append($0) }
            try Files.write("mine", to: path + ".new")
            try Files.move(path + ".new", to: path)
            while restorations.isEmpty { loop.runOnce() }
            #expect(restorations.first??.name == "EEXIST")
            directory.remove("a.sock")
            listener.restoreFile()
            #expect(restorations.last == .some(nil))
            listener.close()
        }
    }

    @Test("A lock alone reserves a path")
    func lockedPath() throws {
        let directory = TemporaryFolder()
        let path = directory.path + "/a.sock"
        try withLoop { loop in
            let first = try PipeListener(loop, path: path)
            let error = #expect(throws: UVError.self) { _ = try PipeListener(loop, path: path) }
            #expect(error?.isAddressInUse == true)
            #expect(error?.detail == "process \(getpid()) holds \(path).lock")
            first.close()
            let second = try PipeListener(loop, path: path)
            second.close()
        }
    }

    @Test(
        "Another kind of file is named and not replaced",
        arguments: ["a regular file", "a directory", "a symbolic link", "a named pipe"])
    func otherKind(kind: String) throws {
        let directory = TemporaryFolder()
        let path = directory.path + "/a.sock"
        switch kind {
        case "a regular file": try createFile(path)
        case "a directory": #expect(unsafe mkdir(path, 0o700) == 0)
        case "a symbolic link": #expect(unsafe symlink("/nowhere", path) == 0)
        default: #expect(unsafe mkfifo(path, 0o600) == 0)
        }
        let before = mode(of: path)
        try withLoop { loop in
            let error = #expect(throws: UVError.self) { _ = try PipeListener(loop, path: path) }
            #expect(error?.name == "EEXIST")
            #expect(error?.description.contains("it is \(kind)") == true)
        }
        #expect(mode(of: path) == before)
        #expect(directory.names == ["a.sock"])
    }

    @Test("A lock file that is a symbolic link is an error, and its target is not created")
    func linkedLock() throws {
        let directory = TemporaryFolder()
        let path = directory.path + "/a.sock"
        #expect(unsafe symlink(directory.path + "/victim", path + ".lock") == 0)
        try withLoop { loop in
            let error = #expect(throws: UVError.self) { _ = try PipeListener(loop, path: path) }
            #expect(error?.name == "ELOOP")
        }
        #expect(directory.names == ["a.sock.lock"])
    }

    @Test("A missing directory is named")
    func missingDirectory() throws {
        let directory = TemporaryFolder()
        let path = directory.path + "/missing/a.sock"
        try withLoop { loop in
            let error = #expect(throws: UVError.self) { _ = try PipeListener(loop, path: path) }
            #expect(error?.name == "ENOENT")
            #expect(error?.detail == "its directory is \(directory.path)/missing")
        }
    }

    @Test("The mode is 0660 whatever the umask", arguments: [0, 0o022, 0o777] as [UInt32])
    func permissions(mask: UInt32) async {
        // The umask belongs to the process, so it is changed in one of its own.
        await #expect(processExitsWith: .success) { [mask] in
            let directory = TemporaryFolder()
            let path = directory.path + "/a.sock"
            try withLoop { loop in
                let previous = umask(mask)
                let listener = try PipeListener(loop, path: path)
                umask(previous)
                try require(mode(of: path) == S_IFSOCK | 0o660)
                listener.close()
            }
        }
    }

    @Test("A file that replaced the socket is not removed")
    func replacedFile() throws {
        let directory = TemporaryFolder()
        let path = directory.path + "/a.sock"
        try withLoop { loop in
            let listener = try PipeListener(loop, path: path)
            #expect(unsafe rename(path, path + ".old") == 0)
            try createFile(path)
            listener.close()
        }
        #expect(directory.names == ["a.sock", "a.sock.lock", "a.sock.old"])
    }

    @Test("An inherited socket is served, and its file stays")
    func inheritedSocket() throws {
        let directory = TemporaryFolder()
        let path = directory.path + "/a.sock"
        let descriptor = try bindPlainSocket(path)
        var answers: [String] = []
        try withLoop { loop in
            let listener = try PipeListener(loop, descriptor: descriptor)
            try listen(listener, answer: "inherited")
            try ask(loop, path, "hi") {
                answers.append($0)
                listener.close()
            }
        }
        #expect(answers == ["inherited"])
        #expect(directory.names == ["a.sock"])
    }

    @Test("A descriptor that is not a Unix stream socket is an error")
    func wrongDescriptor() throws {
        let (reading, writing) = try makePipe()
        close(writing)
        try withLoop { loop in
            let error = #expect(throws: UVError.self) {
                _ = try PipeListener(loop, descriptor: reading)
            }
            #expect(error?.detail == "not a Unix stream socket")
        }
    }

    @Test("A refused client sees the end, and the next one is accepted")
    func refusal() throws {
        let directory = TemporaryFolder()
        let path = directory.path + "/a.sock"
        var accepted = 0
        var ended = 0
        try withLoop { loop in
            let listener = try PipeListener(loop, path: path)
            try listener.listen { connection in
                accepted += 1
                connection.close()
            }
            // More than are accepted in one turn.
            for _ in 0..<40 {
                let client = try PipeConnection(loop, connectingTo: path)
                try client.collect { _ in
                    ended += 1
                    if ended == 40 { listener.close() }
                }
            }
        }
        #expect(accepted == 40)
        #expect(ended == 40)
    }

    @Test("Out of descriptors, accepting backs off, keeps a reserve, and recovers")
    func exhaustedDescriptors() async {
        // The limit belongs to the process, so it is lowered in one of its own. That has threads of
        // its own, which may open a file at any time, so numbers are not exact.
        await #expect(processExitsWith: .success) {
            let directory = TemporaryFolder()
            let path = directory.path + "/a.sock"
            let clientCount = 20
            try withLoop { loop in
                let listener = try PipeListener(loop, path: path)
                var clients: [PipeConnection] = []
                var held: [PipeConnection] = []
                var accepted = 0
                try listener.listen { connection in
                    accepted += 1
                    held.append(connection)
                    guard accepted == clientCount else { return }
                    for connection in held + clients { connection.close() }
                    listener.close()
                }
                for _ in 0..<clientCount {
                    clients.append(try PipeConnection(loop, connectingTo: path))
                }
                // Room for the reserve and some of the clients.
                let room = (0..<12).map { _ in unsafe open("/dev/null", O_RDONLY) }
                let last = try #require(room.max())
                for descriptor in room { close(descriptor) }
                var limit = rlimit(rlim_cur: rlim_t(last) + 1, rlim_max: rlim_t(last) + 100)
                let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
                try require(unsafe setrlimit(resource, &limit) == 0)

                var waits: [UInt64] = []
                listener.onShortage = { error in
                    waits.append(loop.nowMilliseconds)
                    if error.name != "EMFILE" { exit(2) }
                    // The reserve is there for work of our own.
                    let own = (0..<3).map { _ in unsafe open("/dev/null", O_RDONLY) }
                    if own.contains(-1) { exit(3) }
                    for descriptor in own { close(descriptor) }
                    // From the fifth step on the clients leave.
                    guard waits.count >= 5 else { return }
                    for connection in held { connection.close() }
                    held = []
                }
                loop.run()
                try require(accepted == clientCount)
                try require(waits.count >= 5)
                let gaps = zip(waits.dropFirst(), waits).map { $0 - $1 }
                try require(gaps.allSatisfy { $0 >= 10 } && gaps.contains { $0 >= 20 })
            }
        }
    }
}
