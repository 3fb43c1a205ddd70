// SPDX-License-Identifier: MIT

import LibUV
import LibraryHost
import PopoverModel
import PopoverTestSupport
import Testing

@testable import PopoverDaemon

@Suite("The file of probed plugins")
struct ProbeCacheFileTests {
    private let folder = TemporaryFolder()

    /// A cache with one library.
    private func cache() throws -> ProbeCache {
        let empty = try #require(ProbeCache().text)
        let text = empty.replacing("end 0\n", with: "1 2 3 4 5 /lib/quiz.so\nend 1\n")
        folder.write(text, to: "other")
        return try #require(ProbeCache(path: folder.path + "/other"))
    }

    @Test("The latest cache is written before the end, and none after it")
    func latest() throws {
        let loop = try Loop()
        let other = try cache()
        let log = Log(RecordingLog(lines: LoggedLines()), clock: { Clock.now })
        let file = ProbeCacheFile(loop, path: folder.path + "/cache", log: log)
        #expect(file.contents == nil)
        file.save(ProbeCache())
        file.save(other)
        loop.run()
        #expect(file.contents == other)
        file.save(ProbeCache())
        var isClosed = false
        file.close { isClosed = true }
        #expect(!isClosed)
        loop.run()
        #expect(isClosed)
        #expect(file.contents == ProbeCache())
        file.save(other)
        loop.run()
        #expect(file.contents == ProbeCache())
        loop.close()
    }
}
