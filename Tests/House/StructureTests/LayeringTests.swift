// SPDX-License-Identifier: MIT

import Testing

/// The folder list is the architecture: what each module may import. Imports point downwards only.
private let layers: [String: Set<String>] = [
    "LibUV": ["CLibUV", "CFatalSignals"],
    "PopoverModel": [],
    "PopoverPluginKit": ["CPopoverPlugin"],
    "PopoverCore": ["PopoverModel"],
    "PopoverWire": ["PopoverModel", "CSimdJSON"],
    "PopoverConfiguration": ["PopoverModel", "CTOML"],
    "PopoverStorage": ["PopoverModel", "CSQLite", "CSodium"],
    "LibraryHost": ["PopoverModel", "CPopoverPlugin", "CPluginGuard"],
    "PopoverDrawing": ["PopoverModel", "CCairo"],
    "PopoverDaemon": [
        "LibUV", "PopoverModel", "PopoverCore", "PopoverWire", "PopoverConfiguration",
        "PopoverStorage", "PopoverSessions", "LibraryHost", "ProgramHost", "PopoverRecording",
    ],
    "PopoverSessions": ["PopoverModel", "PopoverCore", "PopoverWire", "PopoverStorage"],
    "ProgramHost": ["LibUV", "PopoverModel", "PopoverWire"],
    "PopoverClient": ["PopoverModel", "PopoverWire"],
    "PopoverKit": ["PopoverClient", "PopoverModel", "PopoverWire"],
    "PopoverScenario": ["LibUV", "PopoverModel", "PopoverWire"],
    "PopoverRecording": ["PopoverModel", "PopoverCore", "PopoverWire", "CSodium"],
    "popoverd": ["PopoverDaemon", "DaemonCommandLine", "LibUV", "PopoverModel", "PopoverWire"],
    "DaemonCommandLine": ["CCommandLine"],
    "popoverctl": [
        "LibUV", "PopoverClient", "PopoverModel", "PopoverCore", "PopoverWire",
        "PopoverConfiguration", "PopoverDrawing", "PopoverScenario", "LibraryHost", "ProgramHost",
        "PopoverRecording", "PopoverFleet",
    ],
    "PopoverScreens": ["PopoverModel", "PopoverWire", "CEvdev"],
    "PopoverPlugins": ["CPopoverPlugin", "PopoverPluginKit"],
    "ScreenPlugins": [
        "CPopoverPlugin", "PopoverPluginKit", "PopoverModel", "PopoverScreens", "CXScreen",
        "CEvdev", "CWaylandScreen",
    ],
    "PopoverNotifications": ["PopoverWire"],
    "PopoverPages": ["PopoverModel", "PopoverWire"],
    "PopoverFleet": ["PopoverModel", "PopoverWire", "CSodium"],
    "FleetLink": ["CMosquitto"],
    "BridgePlugins": [
        "CPopoverPlugin", "PopoverPluginKit", "PopoverNotifications", "CNotifications",
        "PopoverModel", "PopoverPages", "CWebGateway", "PopoverFleet", "FleetLink",
    ],
]

/// What is not ours, and who may use it.
private let libraries: [String: Set<String>] = [
    "Glibc": [
        "LibUV", "LibraryHost", "PopoverPluginKit", "PopoverConfiguration", "PopoverStorage",
        "PopoverDrawing", "PopoverClient", "popoverctl", "ScreenPlugins", "BridgePlugins",
        "FleetLink", "PopoverKit",
    ],
    "Synchronization": ["LibUV", "LibraryHost", "PopoverKit"],
    "ArgumentParser": ["popoverctl"],
]

/// Modules that wrap C, where unsafe code may live.
private let unsafeModules: Set<String> = [
    "LibUV", "LibraryHost", "PopoverPluginKit", "PopoverPlugins", "PopoverWire",
    "PopoverConfiguration", "PopoverStorage", "PopoverRecording", "PopoverDrawing",
    "PopoverClient", "PopoverKit", "ScreenPlugins", "BridgePlugins", "PopoverFleet", "FleetLink",
    "DaemonCommandLine",
]

/// And the one file of a program that speaks to the terminal.
private let unsafeFiles: Set<String> = [
    "Sources/popoverctl/Terminal.swift", "Sources/popoverctl/Doctor/Command.swift",
    "Sources/popoverctl/Doctor/FileFacts.swift", "Sources/popoverctl/Top/TopScreen.swift",
]

@Suite("The structure of the sources")
struct LayeringTests {
    @Test("Every module of ours is in the table, and nothing else is")
    func completeTable() {
        let swiftModules = SourceTree.folders(in: "Sources").filter {
            !SourceTree.files(in: "Sources/\($0)").isEmpty
        }
        #expect(Set(swiftModules) == Set(layers.keys))
    }

    @Test("A module imports only what lies below it", arguments: layers.keys.sorted())
    func imports(of module: String) {
        for file in SourceTree.files(in: "Sources/\(module)") {
            for imported in SourceTree.imports(of: file) {
                let isAllowed =
                    layers[module]?.contains(imported) == true
                    || libraries[imported]?.contains(module) == true
                #expect(
                    isAllowed,
                    "\(file.path) imports \(imported); see the table of modules in ARCHITECTURE.md")
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
        for module in layers.keys.sorted() where !unsafeModules.contains(module) {
            for file in SourceTree.files(in: "Sources/\(module)")
            where !unsafeFiles.contains(file.path) {
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

    @Test("A file can be read in one go, and says its licence")
    func sizes() {
        for folder in ["Sources", "Tests"] {
            for file in SourceTree.files(in: folder) {
                #expect(file.lines.count <= 400, "\(file.path) has \(file.lines.count) lines")
                #expect(file.lines.first == "// SPDX-License-Identifier: MIT", "\(file.path)")
            }
        }
    }
}
