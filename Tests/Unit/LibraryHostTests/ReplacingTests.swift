// SPDX-License-Identifier: MIT

import Foundation
import LibraryHost
import PopoverModel
import Testing
import TrustedFiles

@Suite("Replacing")
struct ReplacingTests {
    private let zoo: Zoo
    private let keeper: HostFixture
    private var host: LibraryHost { keeper.host }

    /// A plugin whose answer tells which version it is.
    private static let keeps = ["ANSWER=verdict->kind = POPOVER_VERDICT_KEEP"]
    private static let detaches = ["ANSWER=verdict->kind = POPOVER_VERDICT_DETACH"]

    init() throws {
        zoo = try Zoo()
        keeper = HostFixture(zoo)
    }

    private var answer: Verdict? { host.answer(.detach(Facts.popover), by: .behavior("good")) }

    private var lines: [String] {
        keeper.reports.compactMap { report in
            guard case .logged(plugin: _, level: _, message: let line) = report else { return nil }
            return line
        }
    }

    @Test("A replaced file is loaded anew by a rescan, before the old one ends")
    func replaced() throws {
        try zoo.breed("popover-good.so", Self.keeps)
        _ = host.rescan()
        #expect(answer == .detach(allowed: false))
        #expect(host.rescan() == [], "nothing has changed")

        try zoo.breed("popover-good.so", Self.detaches)
        #expect(host.rescan().map(\.state) == [.loaded])
        #expect(answer == .detach(allowed: true))
        #expect(lines == ["create", "create", "destroy"])
    }

    @Test("A file overwritten in place neither harms the running plugin nor is mistaken for it")
    func overwritten() throws {
        let path = try zoo.breed("popover-good.so", Self.keeps)
        _ = host.rescan()
        let update = try zoo.breed("update", Self.detaches)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: update))
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try file.truncate(atOffset: 0)
        #expect(answer == .detach(allowed: false))
        try file.write(contentsOf: bytes)
        try file.close()
        #expect(answer == .detach(allowed: false))

        #expect(host.rescan().map(\.state) == [.loaded])
        #expect(answer == .detach(allowed: true))
    }

    @Test("A bad update leaves the old plugin running and says why")
    func badUpdate() throws {
        try zoo.breed("popover-good.so", Self.keeps)
        _ = host.rescan()
        try zoo.breed("popover-good.so", ["TEST=4"])
        let changes = host.rescan()
        #expect(changes.map(\.state) == [.loaded])
        #expect(
            changes.map(\.message) == ["update rejected: failed its self test (4)"])
        #expect(answer == .detach(allowed: false))
        #expect(host.rescan() == [], "it is no news any more")

        try zoo.breed("popover-good.so", Self.detaches)
        #expect(host.rescan().map(\.message) == [nil])
        #expect(answer == .detach(allowed: true))
    }

    @Test("A removed file takes its behavior along")
    func removed() throws {
        try zoo.breed("popover-good.so", Self.keeps)
        _ = host.rescan()
        try zoo.remove("popover-good.so")
        let changes = host.rescan()
        #expect(changes.map(\.state) == [.unloaded])
        #expect(changes.map(\.behaviors) == [[]])
        #expect(host.states == [])
        #expect(host.behaviors == [])
        #expect(answer == nil)
        #expect(lines == ["create", "destroy"])
    }

    @Test("A failed file that is repaired is loaded by a rescan")
    func repaired() throws {
        try zoo.write("", to: "popover-good.so")
        #expect(host.rescan().map(\.state) == [.failed])
        #expect(host.states.map(\.name) == ["good"])
        try zoo.breed("popover-good.so", Self.keeps)
        #expect(host.rescan().map(\.state) == [.loaded])
    }

    @Test("An unloaded plugin stays so until it is loaded by name")
    func unloaded() throws {
        try zoo.breed("popover-good.so", Self.keeps)
        _ = host.rescan()
        #expect(try host.unload(name: "good").state == .unloaded)
        #expect(host.behaviors == [])
        #expect(answer == nil)
        try zoo.breed("popover-good.so", Self.detaches)
        #expect(host.rescan() == [])
        #expect(host.states.map(\.state) == [.unloaded])

        #expect(try host.load(name: "good").state == .loaded)
        #expect(answer == .detach(allowed: true))
    }

    @Test("A reload starts a fresh instance, and a failed one keeps the old")
    func reloaded() throws {
        try zoo.breed("popover-good.so", Self.keeps)
        _ = host.rescan()
        _ = answer
        #expect(host.statistics(of: "good")?.questions == 1)
        #expect(try host.reload(name: "good").state == .loaded)
        #expect(host.statistics(of: "good")?.questions == 0)
        #expect(lines == ["create", "create", "destroy"])

        try zoo.remove("popover-good.so")
        let cause = keeper.cause(try host.reload(name: "good"))
        #expect(cause == .distrusted(.unreadable("No such file or directory")))
        #expect(answer == .detach(allowed: false))
    }

    @Test("A thousand reloads of one file load one library")
    func manyReloads() throws {
        // A static variable tells a library that was asked before from a fresh one.
        try zoo.breed(
            "popover-good.so", ["ANSWER=static int asked; verdict->kind = asked++ ? 5 : 6"])
        _ = host.rescan()
        #expect(answer == .detach(allowed: false))
        for _ in 1...1000 { try host.reload(name: "good") }
        #expect(answer == .detach(allowed: true))
    }

    @Test("A thousand changes between two builds load two libraries")
    func manyBuilds() throws {
        let builds = try [Self.keeps, Self.detaches].map { definitions in
            try Data(
                contentsOf: URL(fileURLWithPath: zoo.breed("popover-good.so", definitions)))
        }
        for number in 1...1000 {
            try install(builds[number % 2])
            #expect(host.rescan().map(\.message) == [nil], "change \(number)")
            #expect(answer == .detach(allowed: number % 2 == 1))
        }
        #expect(try copies.count == 2)
    }

    @Test("More libraries than the limit are refused until a restart")
    func imageLimit() throws {
        // Among what is loaded: it makes another library and changes nothing.
        var image = try Data(
            contentsOf: URL(
                fileURLWithPath: zoo.breed(
                    "popover-good.so",
                    [
                        "ANSWER=static const char stamp[] = \"stamp 0\"; "
                            + "verdict->kind = stamp[0] ? 6 : 5"
                    ])))
        let stamp = try #require(image.range(of: Data("stamp 0".utf8))).upperBound - 1
        for number in 1...PluginLimits.images {
            image[stamp] = UInt8(truncatingIfNeeded: number)
            try install(image)
            #expect(host.rescan().map(\.message) == [nil], "update \(number)")
        }
        image[stamp] = 0
        try install(image)
        let cause = PluginError.Cause.tooManyImages(limit: PluginLimits.images)
        #expect(
            host.rescan().map(\.message) == ["update rejected: \(cause.description)"])
        #expect(answer == .detach(allowed: false))
        image[stamp] = 1
        try install(image)
        #expect(host.rescan().map(\.message) == [nil], "one that is loaded is no new one")
    }

    @Test("Bytes after the loaded parts of a file are not kept and do not make it another library")
    func trailer() throws {
        let path = try zoo.breed(
            "popover-good.so", ["ANSWER=static int asked; verdict->kind = asked++ ? 5 : 6"])
        var image = try Data(contentsOf: URL(fileURLWithPath: path))
        image.append(Data(repeating: 0x2a, count: 1 << 20))
        try install(image)
        _ = host.rescan()
        #expect(answer == .detach(allowed: false))
        #expect(try copies.map { try size(ofCopy: $0) < image.count - 1 << 20 } == [true])

        image[image.count - 1] = 0
        try install(image)
        #expect(host.rescan().map(\.state) == [.loaded])
        #expect(answer == .detach(allowed: true), "it was asked before")
        #expect(try copies.count == 1)
    }

    /// The descriptors of the copies of this zoo's files.
    private var copies: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").filter {
                let target = try? FileManager.default.destinationOfSymbolicLink(
                    atPath: "/proc/self/fd/\($0)")
                return target?.contains("memfd:") == true && target?.contains(mark) == true
            }
        }
    }

    private func size(ofCopy number: String) throws -> Int {
        try Data(contentsOf: URL(fileURLWithPath: "/proc/self/fd/\(number)")).count
    }

    /// What the memory copies of this zoo's files are called.
    private var mark: String { String(zoo.path("popover-good.so").suffix(40)) }

    private func install(_ image: Data) throws {
        try image.write(to: URL(fileURLWithPath: zoo.path("update")))
        try zoo.permit(zoo.path("update"), 0o644)
        try zoo.move("update", to: "popover-good.so")
    }

    @Test("A plugin from elsewhere is loaded by its path and watched like the others")
    func elsewhere() throws {
        let other = try Zoo()
        let path = try other.breed("anything.so", Self.keeps)
        #expect(try host.load(path: path).path == path)
        #expect(try host.load(path: path).state == .loaded)
        #expect(lines == ["create"], "it is loaded once")
        try other.breed("anything.so", Self.detaches)
        #expect(host.rescan().map(\.state) == [.loaded])
        #expect(answer == .detach(allowed: true))
        try other.remove("anything.so")
        #expect(host.rescan().map(\.state) == [.unloaded])
    }

    @Test("A file in an earlier folder takes the place of a loaded one")
    func hidden() throws {
        let first = try Zoo()
        let path = try zoo.breed("popover-good.so", Self.keeps)
        let host = LibraryHost(
            directories: [first.directory, zoo.directory], clock: { Instant(microseconds: 0) })
        #expect(host.rescan().map(\.path) == [path])
        let other = try first.breed("libpopover-good.so", Self.detaches)
        #expect(host.rescan().map(\.state) == [.unloaded, .loaded])
        #expect(host.states.map(\.path) == [other])
        #expect(
            host.answer(.detach(Facts.popover), by: .behavior("good")) == .detach(allowed: true))
    }

    @Test("A plugin that is disabled is not loaded from a file of another name")
    func disabledByName() throws {
        try zoo.breed("popover-other.so")
        let host = LibraryHost(
            directories: [zoo.directory], clock: { Instant(microseconds: 0) },
            settings: { name in
                var settings = PluginSettings()
                if name == "good" { settings.admission = .disabled }
                return settings
            })
        #expect(host.rescan().map(\.message) == [PluginError.Cause.disabled.description])
        #expect(host.loadedNames == [])
    }

    @Test("Unknown names are errors")
    func unknownNames() {
        let expected = PluginError.Cause.unknown
        #expect(
            keeper.cause(try host.load(name: "../good")) == expected)
        #expect(keeper.cause(try host.unload(name: "x")) == expected)
        #expect(keeper.cause(try host.reload(name: "x")) == expected)
    }

    @Test("Ending the host destroys its plugins")
    func ending() throws {
        try zoo.breed("popover-good.so", Self.keeps)
        var lines: [String] = []
        do {
            let host = LibraryHost(
                directories: [zoo.directory], clock: { Instant(microseconds: 0) },
                report: { report in
                    if case .logged(plugin: _, level: _, message: let line) = report {
                        lines.append(line)
                    }
                })
            #expect(host.rescan().count == 1)
        }
        #expect(lines == ["create", "destroy"])
    }

    @Test("A host that is closed has destroyed its plugins, and knows them as unloaded")
    func closing() throws {
        try zoo.breed("popover-good.so", Self.keeps)
        let news = host.rescan()
        #expect(news.map(\.state) == [.loaded])
        host.close()
        #expect(host.states.map(\.state) == [.unloaded])
        #expect(host.behaviors.isEmpty)
        host.close()
        #expect(keeper.logged == ["create", "destroy"])
    }
}
