// SPDX-License-Identifier: MIT

import Foundation
import LibraryHost
import PopoverModel
import Testing

@Suite("The crash marker")
struct CrumbTests {
    private let zoo: Zoo
    private var path: String { zoo.path("crumb") }

    init() throws {
        zoo = try Zoo()
    }

    private func crashMarker(at seconds: Int64) throws -> CrashMarker {
        try CrashMarker(path: path, seconds: seconds)
    }

    /// The file as a daemon leaves it that dies in this call.
    private func die(_ plugin: String = "good", in call: NativeCall = .open) throws {
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try file.seek(toOffset: 8)
        let number = call.rawValue
        try file.write(contentsOf: Data((0..<4).map { UInt8(number >> ($0 * 8) & 255) }))
        try file.seek(toOffset: 16)
        let name = Array(plugin.utf8)
        try file.write(contentsOf: Data(name + Array(repeating: 0, count: 64 - name.count)))
        try file.close()
    }

    @Test("Two deaths in a plugin within ten minutes put it into quarantine until it is cleared")
    func quarantine() throws {
        try zoo.breed("popover-good.so", ["ANSWER=verdict->kind = 5"])
        #expect(try crashMarker(at: 1000).death == nil)
        try die()
        #expect(try crashMarker(at: 1000).death?.isQuarantined == false)
        try die(in: .idle)
        let crashMarker = try crashMarker(at: 1600)
        #expect(crashMarker.death?.plugin == "good")
        #expect(crashMarker.death?.call == .idle)
        #expect(crashMarker.death?.isQuarantined == true)

        let keeper = HostFixture(zoo, crashMarker: crashMarker)
        #expect(keeper.host.rescan().map(\.state) == [.quarantined])
        #expect(keeper.host.states.map(\.name) == ["good"])
        #expect(
            keeper.host.states.map(\.message) == [
                "the daemon died twice in this plugin, last in its answer to idle (found "
                    + "1970-01-01T00:26:40Z); load it again with: popoverctl plugin clear good"
            ])
        #expect(keeper.host.rescan() == [])
        #expect(keeper.logged == [], "nothing of it was called")
        guard case .quarantined = keeper.cause(try keeper.host.load(name: "good")) else {
            Issue.record("it was loaded")
            return
        }
        #expect(try keeper.host.clear(name: "good").state == .loaded)
        #expect(keeper.logged == ["create"])
        #expect(keeper.cause(try keeper.host.clear(name: "x")) == .unknown)
    }

    @Test(
        "A plugin is in quarantine by its own name, and a file by its name before its code runs",
        arguments: ["good", "other"])
    func names(dead: String) throws {
        try zoo.breed("popover-other.so")
        #expect(try crashMarker(at: 0).death == nil)
        for time: Int64 in [1, 2] {
            try die(dead, in: .load)
            _ = try crashMarker(at: time)
        }
        let keeper = HostFixture(zoo, crashMarker: try crashMarker(at: 3))
        #expect(keeper.host.rescan().map(\.state) == [.quarantined])
        #expect(keeper.host.states.map(\.name) == [dead])
        #expect(keeper.logged == [])
    }

    @Test("A call that has returned is no death")
    func returned() throws {
        try zoo.breed("popover-good.so")
        let keeper = HostFixture(zoo, crashMarker: try crashMarker(at: 1))
        _ = keeper.host.rescan()
        #expect(keeper.host.answer(.detach(Facts.popover), by: .behavior("good")) == .abstain)
        #expect(try crashMarker(at: 2).death == nil)
    }

    @Test("It stays in quarantine over starts, and deaths that are far apart do not add up")
    func lasting() throws {
        #expect(try crashMarker(at: 0).death == nil)
        for time: Int64 in [1000, 1601, 2202] {
            try die("a")
            #expect(try crashMarker(at: time).death?.isQuarantined == false, "\(time)")
        }
        try die("b")
        #expect(try crashMarker(at: 2203).death?.isQuarantined == false, "another plugin's")
        try die("a")
        #expect(try crashMarker(at: 2204).death?.isQuarantined == true)
        try die("a")
        #expect(try crashMarker(at: 1_000_000).death?.isQuarantined == true)
        #expect(try crashMarker(at: 1_000_001).death == nil, "the same death is counted once")
    }

    @Test("A clock that was set back does not lift a quarantine")
    func clock() throws {
        #expect(try crashMarker(at: 0).death == nil)
        try die()
        #expect(try crashMarker(at: 1000).death?.isQuarantined == false)
        try die()
        #expect(try crashMarker(at: 700).death?.isQuarantined == true)
    }

    @Test("More plugins than there is room for push out the oldest, but none in quarantine")
    func full() throws {
        #expect(try crashMarker(at: 0).death == nil)
        for _ in 1...2 {
            try die("worst")
            _ = try crashMarker(at: 1)
        }
        for number in 1...50 {
            try die("p\(number)")
            _ = try crashMarker(at: Int64(number) + 1)
        }
        try die("p1")
        #expect(try crashMarker(at: 60).death?.isQuarantined == false, "forgotten")
        try die("p50")
        #expect(try crashMarker(at: 60).death?.isQuarantined == true)
        try die("worst")
        #expect(try crashMarker(at: 1_000_000).death?.isQuarantined == true)
    }

    static let damages: [(String, @Sendable (FileHandle) throws -> Void)] = [
        ("cut off", { try $0.truncate(atOffset: 100) }),
        ("empty", { try $0.truncate(atOffset: 0) }),
        ("too long", { try $0.truncate(atOffset: 8192) }),
        ("another signature", { try $0.write(contentsOf: Data([0])) }),
        (
            "an unknown call",
            { file in
                try file.seek(toOffset: 8)
                try file.write(contentsOf: Data([99]))
            }
        ),
        (
            "a name that is none",
            { file in
                try file.seek(toOffset: 16)
                try file.write(contentsOf: Data([7]))
            }
        ),
        (
            "an entry that is none",
            { file in
                try file.seek(toOffset: 128)
                try file.write(contentsOf: Data([65, 0, 66]))
            }
        ),
        ("an entry of an unknown call", { try entry(call: 99, isQuarantined: 1, in: $0) }),
        (
            "an entry that is neither in quarantine nor out",
            { try entry(call: 1, isQuarantined: 2, in: $0) }
        ),
        ("an entry older than any clock", { try entry(of: "good", at: .min, in: $0) }),
        ("an entry of a time that no clock says", { try entry(of: "good", at: .max, in: $0) }),
    ]

    /// Writes the first entry, of the plugin A.
    private static func entry(call: UInt8, isQuarantined: UInt8, in file: FileHandle) throws {
        try file.seek(toOffset: 128)
        try file.write(contentsOf: Data([65]))
        try file.seek(toOffset: 128 + 72)
        try file.write(contentsOf: Data([call, 0, 0, 0, isQuarantined]))
    }

    /// Writes the first entry, of a death in `load`.
    private static func entry(of plugin: String, at time: Int64, in file: FileHandle) throws {
        try entry(call: 1, isQuarantined: 0, in: file)
        try file.seek(toOffset: 128)
        try file.write(contentsOf: Data(plugin.utf8))
        try file.seek(toOffset: 128 + 64)
        let number = UInt64(bitPattern: time)
        try file.write(contentsOf: Data((0..<8).map { UInt8(number >> ($0 * 8) & 255) }))
    }

    @Test("A damaged file is replaced by an empty one", arguments: damages.indices)
    func damaged(_ index: Int) throws {
        #expect(try crashMarker(at: 0).death == nil)
        try die()
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
        try Self.damages[index].1(file)
        try file.close()
        #expect(try crashMarker(at: 1).death == nil, "\(Self.damages[index].0)")
        try die()
        #expect(try crashMarker(at: 2).death?.isQuarantined == false)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.size] as? Int == 4096)
    }

    static let doubts: [(String, @Sendable (Zoo, String) throws -> Void)] = [
        ("its group may write to it", { try $0.permit($1, 0o620) }),
        ("others may write to it", { try $0.permit($1, 0o602) }),
        ("it has a second name", { try run(["ln", $1, $0.path("second")]) }),
        ("it has holes", { try run(["fallocate", "--punch-hole", "--length", "4096", $1]) }),
    ]

    @Test(
        "A file that may be somebody else's is replaced by an empty one", arguments: doubts.indices)
    func doubtful(_ index: Int) throws {
        #expect(try crashMarker(at: 0).death == nil)
        let before =
            try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
        // It keeps the old file's number from being used again.
        let held = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        try Self.doubts[index].1(zoo, path)
        #expect(try crashMarker(at: 1).death == nil)
        let after =
            try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
        #expect(before != after, "\(Self.doubts[index].0)")
        try held.close()
    }

    @Test("A link, and a file that others can write to, are replaced and not touched")
    func foreign() throws {
        let other = zoo.path("other")
        try zoo.write("mine", to: "other")
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: other)
        #expect(try crashMarker(at: 0).death == nil)
        #expect(try String(contentsOfFile: other, encoding: .utf8) == "mine")
        try die()
        try zoo.permit(path, 0o666)
        #expect(try crashMarker(at: 0).death == nil)
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("Where there can be no file there is an error that names it")
    func impossible() {
        let path = zoo.path("none/crumb")
        do {
            _ = try CrashMarker(path: path, seconds: 0)
            Issue.record("there is one")
        } catch {
            #expect(error.description == "\(path): No such file or directory")
        }
    }

    @Test("A death in a plugin's answer is found at the next start")
    func realDeath() async throws {
        let folder = zoo.directory
        try zoo.breed("popover-good.so", ["ANSWER=*(volatile int *)0 = 1"])
        for (start, isQuarantined) in [(Int64(1), false), (2, true)] {
            await #expect(processExitsWith: .failure) {
                [folder = folder as String, start = start as Int64] in
                // No core, no words: it dies as it is meant to.
                signal(SIGSEGV, SIG_DFL)
                let crashMarker = try CrashMarker(path: "\(folder)/crumb", seconds: start)
                let host = LibraryHost(
                    directories: [folder], clock: { Instant(microseconds: 0) },
                    crashMarker: crashMarker)
                _ = host.rescan()
                _ = host.answer(.detach(Facts.popover), by: .behavior("good"))
                exit(0)
            }
            let death = try #require(try crashMarker(at: start).death)
            #expect(death.plugin == "good")
            #expect(death.call == .detach)
            #expect(death.isQuarantined == isQuarantined)
        }
    }
}
