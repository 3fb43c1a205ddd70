// SPDX-License-Identifier: MIT

import Testing

@Suite("The documents")
struct DocumentTests {
    @Test("ARCHITECTURE.md gives a reason for every dependency of the package")
    func dependencies() throws {
        let text = try #require(SourceTree.text(of: "ARCHITECTURE.md"))
        let manifest = try #require(SourceTree.text(of: "Package.swift"))
        let packages = manifest.split(separator: ".package(url: \"").dropFirst().compactMap {
            $0.split(separator: "\"").first?.split(separator: "/").last.map(String.init)
        }
        #expect(packages.count == 1)
        // What is linked without being a package, by the names that people know.
        let linked = ["libuv", "SQLite", "libsodium", "simdjson", "toml++", "cairo", "Pango"]
        for dependency in packages + linked {
            #expect(text.contains("| \(dependency) |"), "no reason for \(dependency)")
        }
    }

    @Test(
        "Files that documents name are there",
        arguments: ["README.md", "ARCHITECTURE.md", "CHANGELOG.md"])
    func namedFiles(_ document: String) throws {
        let text = try #require(SourceTree.text(of: document))
        let links = text.split(separator: "](").dropFirst().compactMap {
            $0.split(separator: ")").first.map(String.init)
        }
        for link in links where !link.hasPrefix("http") && !link.hasPrefix("#") {
            let path = link.split(separator: "#").first.map(String.init) ?? link
            #expect(SourceTree.exists(path), "\(document) names \(path)")
        }
    }
}
