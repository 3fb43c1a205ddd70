// SPDX-License-Identifier: MIT

import Foundation
import PopoverModel
import Testing
import TrustedFiles

@testable import LibraryHost

@Suite("Trust")
struct TrustTests {
    private let zoo: Zoo
    private let keeper: HostFixture

    init() throws {
        zoo = try Zoo()
        keeper = HostFixture(zoo)
    }

    private func cause(_ path: String) -> PluginError.Cause? {
        keeper.cause(try keeper.host.load(path: path))
    }

    @Test("A file that its group or others can write to is refused", arguments: [0o664, 0o646])
    func writableFile(mode: Int) throws {
        let path = try zoo.breed("popover-good.so")
        try zoo.permit(path, mode)
        #expect(cause(path) == .distrusted(.writableByOthers(of: path)))
        try zoo.permit(path, 0o644)
        #expect(cause(path) == nil)
    }

    struct Place: CustomTestStringConvertible, Sendable {
        let name: String
        let owner: UInt32
        let mode: UInt32
        let distrust: Distrust?
        var testDescription: String { name }
    }

    static let places = [
        Place(name: "root's file", owner: 0, mode: 0o100644, distrust: nil),
        Place(name: "the user's file", owner: 7, mode: 0o100755, distrust: nil),
        Place(
            name: "another's file", owner: 8, mode: 0o100644, distrust: .foreignOwner(of: "place")),
        Place(
            name: "root's file for a group", owner: 0, mode: 0o100664,
            distrust: .writableByOthers(of: "place")),
        Place(
            name: "root's sticky file for all", owner: 0, mode: 0o101666,
            distrust: .writableByOthers(of: "place")),
        Place(name: "root's folder", owner: 0, mode: 0o040755, distrust: nil),
        Place(name: "root's sticky folder for all", owner: 0, mode: 0o041777, distrust: nil),
        Place(
            name: "root's folder for all", owner: 0, mode: 0o040777,
            distrust: .writableByOthers(of: "place")),
        Place(
            name: "the user's sticky folder for all", owner: 7, mode: 0o041777,
            distrust: .writableByOthers(of: "place")),
        Place(
            name: "another's sticky folder", owner: 8, mode: 0o041755,
            distrust: .foreignOwner(of: "place")),
    ]

    @Test("A file is trusted if only root and the daemon's user can write to it", arguments: places)
    func distrust(_ place: Place) {
        let distrust = TrustedPath.distrust(
            owner: place.owner, mode: place.mode, trusted: [7], place: "place")
        #expect(distrust == place.distrust)
    }

    @Test("A folder that others can write to is refused, however good the file")
    func writableFolder() throws {
        let path = try zoo.breed("popover-good.so")
        try zoo.permit(zoo.directory, 0o775)
        #expect(cause(path) == .distrusted(.writableByOthers(of: zoo.directory)))
        #expect(keeper.host.rescan().map(\.state) == [.failed])
        try zoo.permit(zoo.directory, 0o755)
        #expect(keeper.host.rescan().map(\.state) == [.loaded])
    }

    @Test("A folder above that others can write to is refused")
    func writableFolderAbove() throws {
        let path = try zoo.breed("popover-good.so")
        let inner = zoo.path("inner")
        try FileManager.default.createDirectory(
            atPath: inner, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o755])
        try FileManager.default.moveItem(atPath: path, toPath: "\(inner)/popover-good.so")
        try zoo.permit(zoo.directory, 0o757)
        #expect(
            cause("\(inner)/popover-good.so") == .distrusted(.writableByOthers(of: zoo.directory)))
    }

    @Test("A symbolic link to a good file is refused, one to its folder is followed")
    func symbolicLinks() throws {
        let path = try zoo.breed("popover-good.so")
        let link = zoo.path("popover-link.so")
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
        #expect(cause(link) == .distrusted(.symbolicLink))

        let folder = zoo.path("folder")
        try FileManager.default.createSymbolicLink(
            atPath: folder, withDestinationPath: zoo.directory)
        #expect(try keeper.host.load(path: "\(folder)/popover-good.so").path == path)
    }

    // MARK: The folder of a program

    /// A program with a module in a folder beside it; the reason why it must not be started.
    private func obstacle(_ change: (_ module: String) throws -> Void) throws -> String? {
        try zoo.write("#!/bin/sh\n", to: "popover-guest.plugin")
        try zoo.permit(zoo.path("popover-guest.plugin"), 0o755)
        try run(["mkdir", "-p", "-m", "755", zoo.path("words")])
        try zoo.write("", to: "words/rude.py")
        try zoo.permit(zoo.path("words/rude.py"), 0o644)
        try change(zoo.path("words/rude.py"))
        return TrustedProgram.obstacle(at: zoo.path("popover-guest.plugin"))
    }

    @Test("What lies in a program's folder is judged like the program")
    func modules() throws {
        #expect(try obstacle { _ in } == nil)
        let writable = try obstacle { try zoo.permit($0, 0o666) }
        #expect(writable == "\(Distrust.writableByOthers(of: zoo.path("words/rude.py")))")
        let folder = try obstacle { _ in try zoo.permit(zoo.path("words"), 0o1777) }
        #expect(folder == "\(Distrust.writableByOthers(of: zoo.path("words")))")
        try zoo.permit(zoo.path("words"), 0o755)
        #expect(try obstacle { _ in } == nil)
    }

    @Test(
        "A link in a program's folder is judged by its target and the way there",
        arguments: [
            ("/usr/bin/env", true), ("rude.py", true), ("./../words/rude.py", true),
            ("../popover-guest.plugin", true), ("nowhere", true), ("loop", false),
            ("/proc/self/exe", false), ("/etc/mtab/../passwd", false),
        ])
    func links(text: String, isFine: Bool) throws {
        let found = try obstacle { _ in
            try run(["ln", "-sf", text, zoo.path("words/loop")])
        }
        #expect((found == nil) == isFine, "\(text): \(found ?? "")")
    }

    @Test("A link to a file that others can write to is refused")
    func openLink() throws {
        let other = try Zoo()
        try other.write("", to: "open.py")
        try other.permit(other.path("open.py"), 0o666)
        let found = try obstacle { _ in
            try run(["ln", "-s", other.path("open.py"), zoo.path("words/link.py")])
        }
        #expect(found == "\(Distrust.writableByOthers(of: other.path("open.py")))")
    }

    @Test("A chain of links is followed to its end, unless it is too long")
    func linkChain() throws {
        let fine = try obstacle { _ in
            for number in 1..<ProgramFolder.linkLimit {
                try run(["ln", "-sf", "\(number - 1)", zoo.path("words/\(number)")])
            }
            try run(["ln", "-sf", "rude.py", zoo.path("words/0")])
        }
        #expect(fine == nil)
        let limit = ProgramFolder.linkLimit
        let found = try obstacle { _ in
            try run(["ln", "-sf", "\(limit - 1)", zoo.path("words/\(limit)")])
        }
        #expect(found != nil)
    }

    @Test("A program has to be executable, and is another when it has changed")
    func program() throws {
        let path = zoo.path("popover-guest.plugin")
        #expect(
            try obstacle { _ in try zoo.permit(path, 0o644) }
                == "\(PluginError.Cause.notExecutable)")
        #expect(try obstacle { _ in } == nil)
        let program = try TrustedProgram(checking: path)
        #expect(program.isUnchanged(at: path))
        try zoo.write("#!/bin/sh\nexit 1\n", to: "popover-guest.plugin")
        #expect(!program.isUnchanged(at: path))
    }

    @Test("A folder with more files than can be judged is refused")
    func tooManyFiles() throws {
        // Beside the program, the folder and its module.
        let fine = try obstacle { _ in
            for number in 0..<ProgramFolder.fileLimit - 3 {
                try #require(
                    FileManager.default.createFile(
                        atPath: zoo.path("words/\(number)"), contents: nil))
            }
        }
        #expect(fine == nil)
        let found = try obstacle { _ in try zoo.write("", to: "words/last") }
        let limit = ProgramFolder.fileLimit
        #expect(found == "\(PluginError.Cause.tooManyFiles(of: zoo.directory, limit: limit))")
    }

    @Test("A program that shares its folder with a secret is refused")
    func secrets() throws {
        #expect(try obstacle { _ in } == nil)
        let program = zoo.path("popover-guest.plugin")
        let above = FileManager.default.temporaryDirectory.path
        for secret in [zoo.path("words"), zoo.directory, above] {
            #expect(TrustedProgram.obstacle(at: program, hiding: secret) != nil, "\(secret)")
        }
        #expect(TrustedProgram.obstacle(at: program, hiding: "/usr/bin") == nil)
    }

    @Test("A path that is no regular file is refused without waiting")
    func irregular() throws {
        try run(["mkfifo", "-m", "600", zoo.path("popover-pipe.so")])
        #expect(cause(zoo.path("popover-pipe.so")) == .distrusted(.irregular("a pipe")))
        #expect(cause(zoo.directory) == .distrusted(.irregular("a folder")))
        #expect(cause("/dev/null") != nil)
    }

    @Test("A file that is not there is an error that names it")
    func missing() {
        let path = zoo.path("popover-none.so")
        do {
            _ = try keeper.host.load(path: path)
            Issue.record("it was loaded")
        } catch {
            #expect(error.description == "\(path): No such file or directory")
        }
    }

    @Test("A file larger than the limit is refused unread", arguments: [0, 1])
    func tooLarge(excess: Int) throws {
        try zoo.write("", to: "popover-large.so")
        let file = try FileHandle(
            forWritingTo: URL(fileURLWithPath: zoo.path("popover-large.so")))
        try file.truncate(atOffset: UInt64(PluginLimits.fileSize + excess))
        try file.close()
        let isTooLarge = PluginError.Cause.tooLarge(limit: PluginLimits.fileSize)
        #expect((cause(zoo.path("popover-large.so")) == isTooLarge) == (excess > 0))
    }

    @Test("Only files named as plugins are taken from a folder")
    func names() throws {
        let path = try zoo.breed("libpopover-good.so")
        for name in ["popover-good.so.1", "good.so", "libpopover-good.so~", "popover.so"] {
            try FileManager.default.copyItem(atPath: path, toPath: zoo.path(name))
        }
        #expect(keeper.host.rescan().map(\.path) == [path])
    }

    @Test("A folder that is not there is reported and nothing else")
    func missingFolder() {
        let folder = zoo.path("none")
        var reports: [PluginReport] = []
        let host = LibraryHost(
            directories: [folder], clock: { Instant(microseconds: 0) },
            report: { reports.append($0) })
        #expect(host.rescan() == [])
        #expect(
            reports == [.directorySkipped(path: folder, message: "No such file or directory")])
    }
}
