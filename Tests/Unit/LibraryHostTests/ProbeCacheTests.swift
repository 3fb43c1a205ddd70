// SPDX-License-Identifier: MIT

import Foundation
import PopoverModel
import Testing

@testable import LibraryHost

/// What one daemon leaves to the next about the files that came through their trials.
@Suite("Remembered trials")
struct ProbeCacheTests {
    private let zoo: Zoo
    private let path: String
    private let records = ProbeRecords()

    init() throws {
        zoo = try Zoo()
        path = zoo.path("popover-good.so")
        try zoo.write("code", to: "popover-good.so")
    }

    private func file(_ path: String) throws -> ProbeRecords.File {
        let identity = try #require(FileIdentity(ofFileAt: path))
        return ProbeRecords.File(path: path, identity: identity)
    }

    private func isKnown(_ path: String, by cache: ProbeCache?) throws -> Bool {
        let file = try file(path)
        return ProbeRecords(cache).isKnown(file.path, file.identity)
    }

    /// What a daemon writes that has found the file good.
    private func text() throws -> String {
        records.note(try file(path), error: nil)
        return try #require(records.memory.text)
    }

    @Test("A file that came through is known to the next daemon, until it changes")
    func known() throws {
        let cache = ProbeCache(text: try text())
        #expect(try isKnown(path, by: cache))
        #expect(try !isKnown(path, by: nil))
        try zoo.write("other code", to: "popover-good.so")
        #expect(try !isKnown(path, by: cache))
    }

    @Test("What failed, or has changed since, is not remembered")
    func forgotten() throws {
        records.note(try file(path), error: "crashed")
        #expect(records.memory.entries.isEmpty)
        records.note(try file(path), error: nil)
        #expect(records.memory.entries.count == 1)
        try zoo.write("other code", to: "popover-good.so")
        #expect(records.memory.entries.isEmpty)
    }

    @Test("A path with a line feed is tried each time")
    func lineFeed() throws {
        let name = "popover-a\n1 2 3 4 5 \nb.so"
        try zoo.write("code", to: name)
        records.note(try file(zoo.path(name)), error: nil)
        let text = try text()
        #expect(ProbeCache(text: text)?.entries.count == 1)
    }

    @Test("Findings that nobody needs any more are forgotten")
    func many() throws {
        let first = try file(path)
        records.note(first, error: nil)
        for number in 1...1024 {
            try zoo.write("code", to: "popover-good.so")
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: Double(number))], ofItemAtPath: path
            )
            records.note(try file(path), error: nil)
        }
        #expect(!records.isKnown(first.path, first.identity))
    }

    /// What is found, and what stands in its place.
    static let damages: [(String, of: String, with: String)] = [
        ("of another program", "trials-1 ", "trials-1 1"),
        ("without its last line", "end 1\n", ""),
        ("with another count", "end 1", "end 2"),
        ("with a line less", "\n.*popover-good.so", ""),
        ("with words for numbers", "\n[0-9]+ ", "\nx "),
        ("with a relative path", " /.*popover-good", " popover-good"),
        ("without a line feed at its end", "end 1\n", "end 1"),
    ]

    @Test("Damaged trials are none", arguments: damages.indices)
    func damaged(_ index: Int) throws {
        let text = try text()
        #expect(ProbeCache(text: text) != nil)
        let damage = Self.damages[index]
        let damaged = text.replacingOccurrences(
            of: damage.of, with: damage.with, options: .regularExpression)
        #expect(damaged != text)
        #expect(ProbeCache(text: damaged) == nil, "\(damage.0)")
    }

    static let doubts: [(String, @Sendable (Zoo) throws -> Void)] = [
        ("its group may write to them", { try $0.permit($0.path("trials"), 0o620) }),
        ("others may write to them", { try $0.permit($0.path("trials"), 0o602) }),
        ("they have a second name", { try run(["ln", $0.path("trials"), $0.path("second")]) }),
    ]

    @Test("Trials that somebody else could have written are none", arguments: doubts.indices)
    func foreign(_ index: Int) throws {
        try zoo.write(try text(), to: "trials")
        #expect(ProbeCache(path: zoo.path("trials")) != nil)
        try Self.doubts[index].1(zoo)
        #expect(ProbeCache(path: zoo.path("trials")) == nil, "\(Self.doubts[index].0)")
    }

    @Test("Trials larger than a daemon writes are none", arguments: [0, 1])
    func large(excess: Int) throws {
        let text = try text()
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        // A longer path of the one file.
        let filling = String(repeating: "x", count: (1 << 20) + excess - text.utf8.count)
        let long = [lines[0], lines[1] + filling, lines[2], lines[3]].joined(separator: "\n")
        try zoo.write(long, to: "trials")
        #expect((ProbeCache(path: zoo.path("trials")) != nil) == (excess == 0))
    }
}
