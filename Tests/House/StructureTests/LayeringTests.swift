// SPDX-License-Identifier: MIT

import Testing

/// Which modules may call the system directly, besides those that declare what they need.
private let libraries: [String: Set<String>] = [
    "Glibc": [
        "LibUV", "TrustedFiles", "LibraryHost", "PopoverPluginKit", "PopoverConfiguration",
        "PopoverStorage",
        "PopoverDrawing", "PopoverClient", "PopoverKit", "popoverctl", "FleetLink", "EvdevPlugin",
        "MQTTPlugin", "WebPlugin", "NotificationsPlugin",
        "PopoverFleet", "SpeechPlugin", "AssistivePlugin",
    ],
    "FoundationEssentials": ["PopoverKit"],
    "Synchronization": ["LibUV", "LibraryHost", "PopoverKit"],
]

/// Swift code that calls the C library without a wrapper in between.
private let unsafePlaces = [
    "Sources/Clients/", "Sources/popoverctl/Terminal.swift",
    "Sources/popoverctl/Command.swift", "Sources/popoverctl/Doctor/FileFacts.swift",
    "Sources/popoverctl/Doctor/Viewpoint.swift", "Sources/popoverctl/Setup/FileOrders.swift",
    "Sources/popoverctl/Top/TopScreen.swift",
    "Sources/PopoverPlugins/Bridges/MQTT/Plugin/LocalFiles.swift",
    "Sources/System/TrustedFiles/",
]

@Suite("The structure of the sources")
struct LayeringTests {
    private static let read = Result { try Manifest() }
    private let manifest: Manifest

    init() throws {
        manifest = try Self.read.get()
    }

    @Test("Package.swift, the folders and the two tables name the same modules")
    func oneStructure() throws {
        let files = SourceTree.files(
            in: "Sources", endingIn: [".swift", ".c", ".cpp", ".modulemap"])
        for file in files {
            let owners = manifest.modules.filter { $0.contains(file.path) }
            #expect(owners.count == 1, "\(file.path) belongs to \(owners.map(\.name))")
        }
        for module in manifest.modules {
            #expect(module.layer >= 0, "\(module.name) is in no layer of Package.swift")
            #expect(files.contains { module.contains($0.path) }, "\(module.name) is empty")
        }

        let groups = try SourceTree.rows(of: "ARCHITECTURE.md", startingWith: "Sources/")
        #expect(Set(groups.map { $0[0] }) == Set(SourceTree.folders(in: "Sources")))

        let rows = try SourceTree.rows(of: "Sources/README.md", startingWith: "")
        let listed = Dictionary(rows.map { ($0[0], $0[1]) }) { first, _ in first }
        #expect(listed.count == rows.count, "Sources/README.md names a module twice")
        let built = manifest.modules.map { ($0.path, String($0.layer)) }
        #expect(listed == Dictionary(uniqueKeysWithValues: built))
    }

    @Test("A module needs only modules of lower layers")
    func layers() {
        let layers = Dictionary(uniqueKeysWithValues: manifest.modules.map { ($0.name, $0.layer) })
        #expect(layers.count > 40)
        for module in manifest.modules {
            for need in module.needs {
                guard let layer = layers[need] else { continue }
                #expect(layer < module.layer, "\(module.name) needs \(need)")
            }
        }
    }

    @Test("A file imports only what its module declares")
    func imports() {
        for module in manifest.modules {
            for file in SourceTree.files(in: "Sources/\(module.path)")
            where module.contains(file.path) {
                for imported in SourceTree.imports(of: file) {
                    let isAllowed =
                        module.needs.contains(imported)
                        || libraries[imported]?.contains(module.name) == true
                    #expect(
                        isAllowed, "\(file.path) imports \(imported), which Package.swift does not")
                }
            }
        }
    }

    @Test("The rules import nothing but their vocabulary")
    func pureCore() {
        let files = SourceTree.files(in: "Sources/Core/PopoverCore")
        #expect(!files.isEmpty)
        #expect(Set(files.flatMap(SourceTree.imports)) == ["PopoverModel"])
        let vocabulary = SourceTree.files(in: "Sources/Core/PopoverModel")
        #expect(!vocabulary.isEmpty)
        #expect(vocabulary.flatMap(SourceTree.imports).isEmpty)
    }

    @Test("Unsafe code lives only where C is wrapped")
    func unsafeCode() {
        for module in manifest.modules where !module.wrapsC {
            for file in SourceTree.files(in: "Sources/\(module.path)")
            where module.contains(file.path) && !unsafePlaces.contains(where: file.path.hasPrefix) {
                for (number, line) in file.lines.enumerated() {
                    let code = line.split(separator: "//", maxSplits: 1).first ?? ""
                    let isUnsafe =
                        code.contains("unsafe ") || code.contains("@unchecked")
                        || code.contains("nonisolated(unsafe)")
                    #expect(!isUnsafe, "\(file.path):\(number + 1) is unsafe outside a wrapper")
                }
            }
        }
    }

    @Test("Nothing in the sources gives up, sleeps, or runs on another executor")
    func bannedWords() {
        let banned = [
            "fatalError(", "try!", "as!", "Task {", "Task.detached", "DispatchQueue", "sleep(",
            "TODO", "FIXME",
        ]
        for file in SourceTree.files(in: "Sources") {
            for (number, line) in file.lines.enumerated() {
                for word in banned {
                    #expect(!line.contains(word), "\(file.path):\(number + 1) says \(word)")
                }
            }
        }
    }

    @Test("A file can be read in one go, and says its license")
    func sizes() {
        for folder in ["Sources", "Tests"] {
            for file in SourceTree.files(in: folder) {
                // Nobody reads a generated one from top to bottom.
                #expect(
                    file.lines.count <= 400 || file.path.contains("/Generated/"),
                    "\(file.path) has \(file.lines.count) lines")
                #expect(file.lines.first == "// SPDX-License-Identifier: MIT", "\(file.path)")
            }
        }
    }
}
