// SPDX-License-Identifier: MIT

import Foundation

/// The project's files, as the tests see them.
enum SourceTree {
    static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    struct File: Sendable {
        /// Below the project's folder.
        let path: String
        let lines: [String]
    }

    /// The files below a folder whose names end so.
    static func files(in folder: String, endingIn suffixes: [String] = [".swift"]) -> [File] {
        let start = root.appending(path: folder)
        let paths = FileManager.default.enumerator(atPath: start.path)?.allObjects ?? []
        return paths.compactMap { $0 as? String }
            .filter { path in suffixes.contains { path.hasSuffix($0) } }
            .sorted()
            .compactMap { path in
                text(of: "\(folder)/\(path)").map {
                    File(
                        path: "\(folder)/\(path)",
                        lines: $0.split(separator: "\n", omittingEmptySubsequences: false)
                            .map(String.init))
                }
            }
    }

    static func text(of path: String) -> String? {
        try? String(contentsOf: root.appending(path: path), encoding: .utf8)
    }

    /// Whether there is such a file or folder.
    static func exists(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: path).path)
    }

    static func folders(in folder: String) -> [String] {
        let start = root.appending(path: folder)
        let entries = try? FileManager.default.contentsOfDirectory(
            at: start, includingPropertiesForKeys: [.isDirectoryKey])
        return (entries ?? []).filter(\.hasDirectoryPath).map(\.lastPathComponent).sorted()
    }

    /// The rows of a document's tables whose first cell is a path in backticks that begins so, as
    /// their cells; the first without that beginning.
    static func rows(of document: String, startingWith prefix: String) throws -> [[String]] {
        guard let text = text(of: document) else { throw CocoaError(.fileNoSuchFile) }
        return text.split(separator: "\n").filter { $0.hasPrefix("| `\(prefix)") }.map { line in
            var cells = line.split(separator: "|").map {
                $0.trimmingCharacters(in: .whitespaces)
            }
            cells[0] = cells[0].trimmingCharacters(in: ["`"])
            cells[0].removeFirst(prefix.count)
            return cells
        }
    }

    /// The modules that a file imports.
    static func imports(of file: File) -> [String] {
        file.lines.compactMap { line in
            let words = line.split(separator: " ").map(String.init)
            guard let position = words.firstIndex(of: "import"), position <= 2,
                words.prefix(position).allSatisfy({
                    ["public", "internal", "private", "package", "@testable", "@_exported"]
                        .contains($0)
                })
            else { return nil }
            // `import struct Module.Type` names the module before the dot.
            return words.last?.split(separator: ".").first.map(String.init)
        }
    }
}
