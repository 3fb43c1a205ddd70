// SPDX-License-Identifier: MIT

import Glibc
import PopoverTestSupport
import Testing

@Suite("Recordings of the real daemon")
struct RecordingTests {
    private func recordings(_ world: World) -> [String] {
        let folder = "\(world.state)/recordings"
        return Files.names(in: folder).sorted().map { "\(folder)/\($0)" }
    }

    private func live(in world: World) throws {
        let shop = try world.actor()
        try shop.open("task", ["key": "letter"])
        try shop.call("draft.save", ["key": "letter", "content": "QuiteSecret", "sync": true])
        try shop.call("bus.publish", ["topic": "app.news", "data": "QuiteSecret"])
    }

    private func expectSound(_ path: String, in world: World) throws {
        let text = String(decoding: Files.read(path), as: UTF8.self)
        #expect(!text.contains("QuiteSecret"))
        #expect(Files.mode(path)?.permissions == 0o600)
        let replay = try world.control("replay", path)
        #expect(replay.status == 0, "\(replay.errors)")
        #expect(replay.output.contains("decided as recorded"))
    }

    @Test(
        "A crashing daemon writes a recording before it dies",
        arguments: [SIGSEGV, SIGABRT])
    func crash(signal: Int32) throws {
        let world = try World(asleep: World.unhurried)
        // Drawing a backtrace may take longer than the test waits.
        world.environment["SWIFT_BACKTRACE"] = "enable=no"
        try world.start()
        try live(in: world)
        world.daemon?.signal(signal)
        #expect(try world.daemon?.wait() == -signal)
        let files = recordings(world)
        #expect(files.count == 1)
        let file = try #require(files.first)
        #expect(file.contains("/crash-"))
        try expectSound(file, in: world)
        // The next daemon starts normally.
        try world.start()
        #expect(try world.control("record", "list").output.contains("crash-"))
    }

    @Test("Recordings are written on request")
    func onRequest() throws {
        let world = try World()
        #expect(try world.control("record", "stop").status == 1)
        #expect(try world.control("record", "start", "noon").status == 0)
        let second = try world.control("record", "start")
        #expect(second.status == 1)
        #expect(second.errors.contains("a recording is being written"))
        try live(in: world)
        #expect(try world.control("record", "stop").status == 0)
        #expect(try world.control("record", "dump").status == 0)
        let files = recordings(world)
        #expect(files.count == 2)
        for file in files { try expectSound(file, in: world) }
        #expect(try world.control("record", "dump", "noon").status == 1)
        #expect(try world.control("record", "dump", "../noon").status == 1)
    }

    @Test("SIGUSR1 dumps the latest events")
    func user1() throws {
        let world = try World()
        try live(in: world)
        world.daemon?.signal(SIGUSR1)
        let errors = try #require(world.daemon?.errors)
        while let line = try errors.next() {
            guard line.contains("recording written: path=") else { continue }
            break
        }
        try expectSound(try #require(recordings(world).first), in: world)
    }

    @Test("A replay stops at the given event and draws the displays")
    func until() throws {
        let world = try World()
        try live(in: world)
        #expect(try world.control("record", "dump", "day").status == 0)
        let file = "\(world.state)/recordings/day.recording"
        let text = String(decoding: Files.read(file), as: UTF8.self)
        let lines = text.split(separator: "\n")
        let place = try #require(lines.lastIndex { $0.contains("\"saveDraft\"") })
        let shown = try world.control("replay", "--until", "\(place - 1)", file)
        #expect(shown.status == 0)
        #expect(shown.output.contains(#"draft.save {"key":"letter","content":"#))
        #expect(shown.output.contains("task"))
        #expect(!shown.output.contains("bus.publish"))

        // A replay that decides differently names the event.
        let opened = try #require(lines.firstIndex { $0.contains("\"scrolls\":false") })
        let changed = lines.enumerated().map { index, line in
            index == opened
                ? String(line).replacing("\"scrolls\":false", with: "\"scrolls\":true")
                : String(line)
        }
        let wrong = "\(world.folder)/wrong"
        try Files.write(changed.joined(separator: "\n") + "\n", to: wrong)
        let different = try world.control("replay", "--diff", wrong)
        #expect(different.status == 1)
        #expect(
            different.output.hasPrefix("event \(opened - 1): this version decides differently"))
        #expect(different.output.contains("recorded: to c"))
    }
}
