// SPDX-License-Identifier: MIT

import Glibc
import LibUV
import PopoverTestSupport
import Testing

@Suite("Watching descriptors and files")
struct WatchTests {
    @Test("A descriptor is reported as readable until it is read")
    func readable() throws {
        let (near, far) = try makeSocketPair()
        var reports: [DescriptorPoll.Report] = []
        try withLoop { loop in
            var finish: ((DescriptorPoll.Report) -> Void)?
            let poll = try DescriptorPoll(loop, descriptor: near) { finish?($0) }
            finish = {
                reports.append($0)
                if reports.count == 2 { poll.close() }
            }
            try poll.start(.readable)
            #expect(unsafe write(far, "x", 1) == 1)
        }
        close(near)
        close(far)
        #expect(reports == [.ready(.readable), .ready(.readable)])
    }

    @Test("Only requested events are reported")
    func writable() throws {
        let (near, far) = try makeSocketPair()
        var reports: [DescriptorPoll.Report] = []
        try withLoop { loop in
            let poll = try DescriptorPoll(loop, descriptor: near) { reports.append($0) }
            try poll.start(.readable)
            try poll.start(.writable)
            loop.runOnce()
            poll.stop()
            loop.run()
            poll.close()
        }
        close(near)
        close(far)
        #expect(reports == [.ready(.writable)])
    }

    @Test("A file cannot be polled")
    func regularFile() throws {
        let descriptor = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
        try withLoop { loop in
            let error = #expect(throws: UVError.self) {
                _ = try DescriptorPoll(loop, descriptor: descriptor) { _ in }
            }
            #expect(error?.name == "EPERM")
        }
        close(descriptor)
    }

    @Test("A new file in a watched directory is reported by name")
    func directory() throws {
        let directory = TemporaryFolder()
        var changes: [FileWatch.Change] = []
        try withLoop { loop in
            var finish: ((FileWatch.Change) -> Void)?
            let watch = try FileWatch(loop, path: directory.path) { result in
                do {
                    finish?(try result.get())
                } catch {
                    Issue.record(error)
                }
            }
            finish = {
                changes.append($0)
                watch.close()
            }
            try createFile(directory.path + "/new.toml")
        }
        #expect(changes.map(\.name) == ["new.toml"])
        #expect(changes.map(\.isRename) == [true])
    }

    @Test("A missing file cannot be watched")
    func missingFile() throws {
        try withLoop { loop in
            let error = #expect(throws: UVError.self) {
                _ = try FileWatch(loop, path: "/nowhere") { _ in }
            }
            #expect(error?.description == "watch /nowhere: no such file or directory")
        }
    }
}
