// SPDX-License-Identifier: MIT

import FuzzTargets
import PopoverTestSupport
import Testing

@Suite("What the fuzzer has found")
struct CorpusTests {
    private static let names = fuzzTargets.map { $0.name }

    private static func folder(of name: String) -> String {
        let tests = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
        return "/\(tests)/Corpora/\(name)"
    }

    @Test("Every kept input passes its checks", arguments: names)
    func corpus(of name: String) throws {
        let target = try #require(fuzzTargets.first { $0.name == name }).init()
        let folder = Self.folder(of: name)
        let files = Files.names(in: folder)
        #expect(files.count > 10)
        for file in files {
            #expect(throws: Never.self, "\(name)/\(file)") {
                try target.run(Files.read("\(folder)/\(file)"))
            }
        }
    }

    @Test("Every seed, its truncations and its bit flips pass the checks", arguments: names)
    func seeds(of name: String) throws {
        let type = try #require(fuzzTargets.first { $0.name == name })
        let target = type.init()
        let seeds = type.seeds
        #expect(!seeds.isEmpty)
        for (index, seed) in seeds.enumerated() {
            #expect(throws: Never.self, "seed \(index)") { try target.run(seed) }
            let place = (index * 37) % seed.count
            var changed = seed
            changed[place] ^= UInt8(truncatingIfNeeded: 1 << (index % 8))
            #expect(throws: Never.self, "seed \(index)") { try target.run(changed) }
            #expect(throws: Never.self, "seed \(index)") {
                try target.run(Array(seed[..<place]))
            }
        }
    }

    @Test("Every folder of inputs belongs to a target, and every target has one")
    func folders() {
        #expect(Files.names(in: Self.folder(of: "")) == Self.names.sorted())
    }
}
