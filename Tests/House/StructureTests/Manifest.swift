// SPDX-License-Identifier: MIT

import Foundation

/// The modules below `Sources`, as Package.swift declares them.
struct Manifest {
    struct Module {
        let name: String
        /// Below `Sources`.
        let path: String
        /// From the `// Layer N` comments of Package.swift.
        let layer: Int
        /// Names of modules and of products of other packages.
        let needs: Set<String>
        let excluded: [String]

        /// Whether it stands directly on C, so that unsafe code may live in it.
        var wrapsC: Bool { needs.contains { $0.wholeMatch(of: /C[A-Z].*/) != nil } }

        func contains(_ file: String) -> Bool {
            file.hasPrefix("Sources/\(path)/")
                && !excluded.contains { file.hasPrefix("Sources/\(path)/\($0)/") }
        }
    }

    let modules: [Module]

    init() throws {
        let layers = try Self.layers()
        modules = try Self.targets().compactMap { target in
            let path = target.path ?? "Sources/\(target.name)"
            guard path.hasPrefix("Sources/") else { return nil }
            let below = String(path.dropFirst("Sources/".count))
            return Module(
                name: target.name, path: below, layer: layers[below] ?? -1,
                needs: Set(target.dependencies.map(\.name)), excluded: target.exclude ?? [])
        }
    }

    /// The layer of each path that stands below a `// Layer N` comment.
    private static func layers() throws -> [String: Int] {
        guard let text = SourceTree.text(of: "Package.swift") else {
            throw CocoaError(.fileNoSuchFile)
        }
        var layers: [String: Int] = [:]
        var layer = -1
        for line in text.split(separator: "\n") {
            if let found = line.firstMatch(of: /\/\/ Layer ([0-9]):/) { layer = Int(found.1) ?? -1 }
            if line.starts(with: "]") { layer = -1 }
            guard layer >= 0 else { continue }
            // A path, the name of a program, or the path of a target that is spelled out.
            for found in line.matches(of: /"((?:Sources\/)?[A-Za-z]+(?:\/[A-Za-z0-9]+)*)"/) {
                let path = String(found.1).replacing("Sources/", with: "")
                let plugin = "\(path)/Plugin"
                for path in [path, plugin, "PopoverPlugins/\(path)", "PopoverPlugins/\(plugin)"]
                where layers[path] == nil && SourceTree.exists("Sources/\(path)") {
                    layers[path] = layer
                }
            }
        }
        return layers
    }

    private struct Dump: Decodable {
        let targets: [Target]
    }

    private struct Target: Decodable {
        let name: String
        let path: String?
        let exclude: [String]?
        let dependencies: [Dependency]
    }

    /// `{"byName": [name, null]}` or `{"product": [name, package, …]}`.
    private struct Dependency: Decodable {
        let name: String

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer().decode([String: [String?]].self)
            guard let name = value.values.first?.first ?? nil else {
                throw CocoaError(.coderValueNotFound)
            }
            self.name = name
        }
    }

    private static func targets() throws -> [Target] {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "popoverd-manifest-\(UUID().uuidString)")
        let scripts = folder.appending(path: "scripts")
        try FileManager.default.createDirectory(at: scripts, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.copyItem(
            at: SourceTree.root.appending(path: "Package.swift"),
            to: folder.appending(path: "Package.swift"))
        // Nothing is left out, whatever libraries this machine lacks.
        try FileManager.default.createSymbolicLink(
            atPath: scripts.appending(path: "left-out").path, withDestinationPath: "/bin/true")
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["swift", "package", "--package-path", folder.path, "dump-package"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let text = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return try JSONDecoder().decode(Dump.self, from: text).targets
    }
}
