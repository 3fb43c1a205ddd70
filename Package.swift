// swift-tools-version: 6.2
import Glibc
import PackageDescription

/// The targets with libraries that not every build needs, and the part that each makes. scripts/dependencies
/// has a part's libraries in the group `build-PART`.
let parts = [
    "CXScreen": "x11", "CWaylandScreen": "wayland", "CStage": "stage",
    "CNotifications": "notifications", "CWebGateway": "web", "CMosquitto": "mqtt",
    "CSpeech": "speech", "CAccessible": "assistive", "CPopoverClient": "simulator",
]

/// The parts whose libraries this machine lacks.
func missingParts() -> Set<String> {
    // SwiftPM chooses a version for other packages before the files are there.
    guard chdir(Context.packageDirectory) == 0, access("scripts/left-out", F_OK) == 0
    else { return [] }
    guard let output = popen("scripts/left-out --explain", "r") else {
        fatalError("cannot run scripts/left-out")
    }
    var text = ""
    while case let byte = fgetc(output), byte != EOF {
        text.unicodeScalars.append(Unicode.Scalar(UInt8(byte)))
    }
    guard pclose(output) == 0 else { fatalError("scripts/left-out failed") }
    return Set(text.split(separator: "\n").map(String.init))
}

/// The rules for every Swift target: language mode 6, warnings are errors, and `unsafe` marks all
/// unsafe code.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
]

/// Links the daemon and its plugins only to the runtime libraries that they use: each one costs memory
/// and time at the start.
let asNeeded: [String] = [
    "-Xclang-linker", "--config=\(Context.packageDirectory)/scripts/link/as-needed.cfg",
]

/// Links the daemon with Swift's runtime in it, with packed relocations, and with the functions that usually
/// run side by side: it starts sooner and needs less memory. It exports nothing, so that plugins in Swift use
/// their own runtime. Tests link the daemon's code into a bundle, which needs the shared runtime; they are
/// built for debugging.
let standalone: [LinkerSetting] = [
    .unsafeFlags(asNeeded),
    .unsafeFlags(
        ["-static-stdlib", "-use-ld=lld"]
            + [
                "--no-export-dynamic", "-z", "pack-relative-relocs", "--no-warn-symbol-ordering",
                "--symbol-ordering-file=\(Context.packageDirectory)/scripts/link/popoverd.order",
            ].flatMap { ["-Xlinker", $0] },
        .when(configuration: .release)),
]

/// Links a plugin's library: it exports one symbol, and has its own name as `soname`, where the linker
/// would write the build path and so make packages differ.
func slim(_ folder: String) -> [LinkerSetting] {
    var name = ""
    for letter in folder {
        if letter.isUppercase, name.last?.isLowercase == true { name += "-" }
        name.append(letter)
    }
    let exports = "\(Context.packageDirectory)/scripts/link/plugin.exports"
    let linker = [
        "--version-script=\(exports)", "-soname=libpopover-\(name.lowercased()).so",
    ]
    return [.unsafeFlags(asNeeded + linker.flatMap { ["-Xlinker", $0] })]
}

/// Every plugin carries a copy of this code, so it is optimized for size.
let short: [SwiftSetting] = strict + [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// A module of ours in `Sources`, named after its folder.
func module(_ path: String, needs dependencies: [Target.Dependency] = []) -> Target {
    .target(
        name: name(of: path), dependencies: dependencies, path: "Sources/\(path)",
        swiftSettings: strict)
}

/// C or C++ behind a C header.
func wrapper(
    _ path: String, needs dependencies: [Target.Dependency] = [], cSettings: [CSetting] = [],
    libraries: [String] = []
) -> Target {
    .target(
        name: name(of: path), dependencies: dependencies, path: "Sources/\(path)",
        cSettings: cSettings,
        linkerSettings: libraries.map { .linkedLibrary($0) })
}

/// A program in C. It is linked without Swift's runtime, which takes longer to load than everything that such
/// a program does.
func bareProgram(_ name: String, _ path: String, libraries: [String] = []) -> Target {
    .executableTarget(
        name: name, path: "Sources/\(path)",
        cSettings: [.define("_GNU_SOURCE")],
        linkerSettings: libraries.map { .linkedLibrary($0) }
            + [.unsafeFlags(asNeeded + ["-nostartfiles"])])
}

/// The header of a C library that Debian has.
func library(_ path: String, pkgConfig: String, package: String) -> Target {
    .systemLibrary(
        name: name(of: path), path: "Sources/\(path)", pkgConfig: pkgConfig,
        providers: [.apt([package])])
}

/// Where headers of GLib and of libraries on it are: `generated` ones are beside their libraries, whose
/// folder is Debian's or that of others. pkg-config knows, but adds -pthread, of which SwiftPM would warn in
/// every build.
func headers(_ folders: [String], generated: [String]) -> [String] {
    (folders.map { "/usr/include/\($0)" }
        + ["lib/x86_64-linux-gnu", "lib/aarch64-linux-gnu", "lib64", "lib"].flatMap { place in
            generated.map { "/usr/\(place)/\($0)/include" }
        })
        .flatMap { ["-isystem", $0] }
}

/// From 0.16 on its name has the version.
let wlroots = access("/usr/include/wlroots-0.18", F_OK) == 0 ? "wlroots-0.18" : "wlroots"

/// For every Swift target that imports CPangoCairo.
let pangoHeaders: [String] =
    headers(["pango-1.0", "glib-2.0", "harfbuzz"], generated: ["glib-2.0"])
    .flatMap { ["-Xcc", $0] }

/// A bundled policy: one folder, one dynamic library. It sees the plugin header and its Swift face.
func bundledPlugin(_ path: String) -> Target {
    .target(
        name: "\(name(of: path))Plugin", dependencies: ["CPopoverPlugin", "PopoverPluginKit"],
        path: "Sources/PopoverPlugins/\(path)", swiftSettings: short,
        linkerSettings: slim(name(of: path)))
}

/// Code in Swift that tests, tools for testing and benchmarks share.
func support(_ path: String, needs dependencies: [Target.Dependency] = []) -> Target {
    .target(
        name: name(of: path), dependencies: dependencies, path: path, swiftSettings: strict)
}

/// A plugin that is a program of its own, so that it may wait: one folder with everything that only it
/// needs.
func programPlugin(_ path: String, needs dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: "\(name(of: path))Plugin",
        dependencies: ["PluginProgram", "PopoverPluginKit", "PopoverWire"] + dependencies,
        path: "Sources/PopoverPlugins/\(path)/Plugin", swiftSettings: strict,
        linkerSettings: [.unsafeFlags(asNeeded)])
}

/// Tests link to a library of Swift Testing that Debian's swiftlang lacks, and use nothing of it.
func tests(_ path: String, needs dependencies: [Target.Dependency]) -> Target {
    .testTarget(
        name: name(of: path), dependencies: dependencies, path: "Tests/\(path)",
        swiftSettings: strict,
        linkerSettings: [.unsafeFlags(["-L\(Context.packageDirectory)/scripts/link/empty"])])
}

func name(of path: String) -> String { String(path.split(separator: "/").last ?? "") }

/// The modules by layer, the lowest first. A module depends on lower layers only, never sideways: the
/// check below refuses to build anything else. Sources/README.md says what each module is for.
let layers: [[Target]] = [
    // Layer 0: C and C++ behind C headers.
    [
        library("CLibUV", pkgConfig: "libuv", package: "libuv1-dev"),
        library("System/CSQLite", pkgConfig: "sqlite3", package: "libsqlite3-dev"),
        library("System/CSodium", pkgConfig: "libsodium", package: "libsodium-dev"),
        library("Tools/CPangoCairo", pkgConfig: "cairo", package: "libpango1.0-dev"),
        wrapper("Protocol/CSimdJSON", libraries: ["simdjson", "m"]),
        wrapper("Daemon/CTOML"),
        wrapper("PopoverPlugins/Kit/CPopoverPlugin"),
        wrapper("PluginHosts/CPluginGuard"),
        wrapper("System/CFatalSignals"),
        wrapper("System/CPeers", cSettings: [.define("_GNU_SOURCE")]),
        bareProgram("popoverd-launcher", "PluginHosts/Launcher", libraries: ["seccomp"]),
        bareProgram("popover-native-host", "Clients/NativeHost"),
        wrapper("System/CErasingHeap", cSettings: [.define("_GNU_SOURCE")]),
        wrapper("popoverd/CCommandLine", cSettings: [.define("_GNU_SOURCE")]),
        wrapper("PopoverPlugins/Screens/Evdev/CEvdev"),
        wrapper(
            "PopoverPlugins/Screens/X11/CXScreen",
            libraries: [
                "xcb", "xcb-xinput", "xcb-shape", "xcb-xfixes", "xcb-randr", "xcb-res", "xcb-xtest",
                "Xau",
            ]),
        // scripts/prepare-build fills its folder `generated`.
        wrapper("PopoverPlugins/Screens/Wayland/CWaylandScreen", libraries: ["wayland-client"]),
        wrapper("PopoverPlugins/Bridges/Notifications/CNotifications", libraries: ["systemd"]),
        // scripts/prepare-build fills its folder `generated`, too.
        wrapper(
            "Stage/CStage",
            cSettings: [
                .headerSearchPath("generated"),
                .define("WLR_USE_UNSTABLE"), .define("_GNU_SOURCE"),
                .unsafeFlags(
                    [wlroots, "pixman-1", "libdrm"].map { "-I/usr/include/\($0)" }),
            ],
            // wlroots 0.18 does not tell what libinput knows of a touch screen.
            libraries: [wlroots, "wayland-server", "xkbcommon", "pixman-1", "GLESv2"]
                + (wlroots == "wlroots" ? [] : ["input", "EGL"])),
        wrapper(
            "PopoverPlugins/Bridges/MQTT/CMosquitto", cSettings: [.define("_GNU_SOURCE")],
            libraries: ["mosquitto", "sqlite3"]),
        wrapper("PopoverPlugins/Bridges/Speech/CSpeech", libraries: ["speechd"]),
        wrapper(
            "PopoverPlugins/Bridges/Assistive/CAccessible",
            cSettings: [
                .unsafeFlags(
                    headers(
                        ["atk-1.0", "at-spi-2.0", "dbus-1.0", "glib-2.0"],
                        generated: ["dbus-1.0", "glib-2.0"]))
            ],
            libraries: ["atk-bridge-2.0", "atk-1.0", "atspi", "dbus-1", "gobject-2.0", "glib-2.0"]),
    ],
    // Layer 1: the vocabulary, the event loop, trusted files, the Swift face of the plugin header.
    [
        module("Core/PopoverModel"),
        module("System/LibUV", needs: ["CLibUV", "CFatalSignals", "CPeers"]),
        module("System/TrustedFiles"),
        .target(
            name: "PopoverPluginKit", dependencies: ["CPopoverPlugin"],
            path: "Sources/PopoverPlugins/Kit/PopoverPluginKit", swiftSettings: short),
        module("PopoverPlugins/Bridges/MQTT/FleetLink", needs: ["CMosquitto"]),
        wrapper(
            "PopoverPlugins/Bridges/Web/CWebGateway", needs: ["CPeers"],
            cSettings: [.define("_GNU_SOURCE")],
            libraries: ["websockets", "uv"]),
    ],
    // Layer 2: rules, wire, configuration, storage, drawing, bundled behaviors and policies.
    [
        module("Core/PopoverCore", needs: ["PopoverModel"]),
        module("Protocol/PopoverWire", needs: ["PopoverModel", "CSimdJSON"]),
        module(
            "Daemon/PopoverConfiguration",
            needs: ["PopoverModel", "CTOML", "LibUV", "TrustedFiles"]),
        module("Daemon/PopoverStorage", needs: ["PopoverModel", "CSQLite", "CSodium"]),
        .target(
            name: "PopoverDrawing", dependencies: ["PopoverModel", "CPangoCairo"],
            path: "Sources/Tools/PopoverDrawing",
            swiftSettings: strict + [.unsafeFlags(pangoHeaders)]),
        .target(
            name: "BundledBehaviors", dependencies: ["CPopoverPlugin", "PopoverPluginKit"],
            path: "Sources/PopoverPlugins/Behaviors/BundledBehaviors", swiftSettings: short),
        bundledPlugin("Policies/Idle"),
        bundledPlugin("Policies/Quiet"),
        bundledPlugin("Policies/Exclusive"),
        bundledPlugin("Policies/Edition"),
    ],
    // Layer 3: sessions, recordings, libraries, programs, the blocking client, the plugins' own rules.
    [
        module(
            "Daemon/PopoverSessions",
            needs: ["PopoverModel", "PopoverCore", "PopoverWire", "PopoverStorage"]),
        module(
            "Daemon/PopoverRecording",
            needs: ["PopoverModel", "PopoverCore", "PopoverWire", "CSodium"]),
        module(
            "PluginHosts/LibraryHost",
            needs: [
                "PopoverModel", "TrustedFiles", "CPopoverPlugin", "CPluginGuard",
                "BundledBehaviors",
            ]),
        module("PluginHosts/ProgramHost", needs: ["LibUV", "PopoverModel", "PopoverWire"]),
        module("Clients/PopoverClient", needs: ["PopoverModel", "PopoverWire"]),
        module("Tools/PopoverScenario", needs: ["LibUV", "PopoverModel", "PopoverWire"]),
        module(
            "PopoverPlugins/Screens/PopoverScreens",
            needs: ["PopoverModel", "PopoverWire", "CEvdev"]),
        module(
            "PopoverPlugins/Kit/PluginProgram",
            needs: ["LibUV", "PopoverModel", "PopoverPluginKit", "PopoverWire"]),
        module(
            "PopoverPlugins/Bridges/Notifications/PopoverNotifications",
            needs: ["PopoverModel", "PopoverWire"]),
        module("PopoverPlugins/Bridges/Web/PopoverPages", needs: ["PopoverModel", "PopoverWire"]),
        module(
            "PopoverPlugins/Bridges/MQTT/PopoverFleet",
            needs: ["PopoverModel", "PopoverWire", "CSodium"]),
    ],
    // Layer 4: the daemon's process, the client library with tasks, plugins that reach the system.
    [
        module(
            "Daemon/PopoverDaemon",
            needs: [
                "LibUV", "PopoverModel", "PopoverCore", "PopoverWire", "PopoverConfiguration",
                "PopoverStorage", "PopoverSessions", "LibraryHost", "ProgramHost",
                "PopoverRecording",
            ]),
        module("Clients/PopoverKit", needs: ["PopoverClient", "PopoverModel", "PopoverWire"]),
        programPlugin(
            "Screens/X11", needs: ["LibUV", "PopoverModel", "PopoverScreens", "CXScreen"]),
        programPlugin(
            "Screens/Evdev", needs: ["LibUV", "PopoverModel", "PopoverScreens", "CEvdev"]),
        programPlugin(
            "Screens/Wayland", needs: ["LibUV", "PopoverModel", "PopoverScreens", "CWaylandScreen"]),
        module("Stage/PopoverStage", needs: ["PopoverModel", "PopoverScreens", "PopoverWire"]),
        programPlugin(
            "Bridges/Notifications",
            needs: ["LibUV", "PopoverModel", "CNotifications", "PopoverNotifications"]),
        programPlugin(
            "Bridges/MQTT", needs: ["LibUV", "PopoverModel", "PopoverFleet", "FleetLink"]),
        programPlugin(
            "Bridges/Web", needs: ["LibUV", "PopoverModel", "PopoverPages", "CWebGateway"]),
        programPlugin("Bridges/Speech", needs: ["LibUV", "PopoverModel", "CSpeech"]),
        programPlugin("Bridges/Assistive", needs: ["LibUV", "PopoverModel", "CAccessible"]),
    ],
    // Layer 5: the programs.
    [
        .executableTarget(
            name: "popoverd",
            dependencies: [
                "PopoverDaemon", "CCommandLine", "CErasingHeap", "LibUV", "PopoverModel",
                "PopoverWire",
            ],
            exclude: ["CCommandLine"],
            swiftSettings: strict, linkerSettings: standalone),
        .executableTarget(
            name: "popover-stage",
            dependencies: [
                "CStage", "LibUV", "PluginProgram", "PopoverClient", "PopoverConfiguration",
                "PopoverDrawing", "PopoverModel", "PopoverScreens", "PopoverStage", "PopoverWire",
            ],
            path: "Sources/Stage/Program", swiftSettings: strict,
            linkerSettings: [.unsafeFlags(asNeeded)]),
        .executableTarget(
            name: "popoverctl",
            dependencies: [
                "LibUV", "PopoverClient", "PopoverModel", "PopoverCore", "PopoverWire",
                "PopoverConfiguration", "PopoverDrawing", "PopoverScenario", "LibraryHost",
                "ProgramHost", "PopoverRecording", "PopoverFleet",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            exclude: ["Inspect/Page"], swiftSettings: strict),
    ],
]

var lower: Set<String> = []
for layer in layers {
    for target in layer {
        for case .byNameItem(let needed, _) in target.dependencies where !lower.contains(needed) {
            fatalError("\(target.name) needs \(needed), which is not in a lower layer")
        }
    }
    lower.formUnion(layer.map(\.name))
}

let examplesAndBenchmarks: [Target] = [
    .target(
        name: "ConfirmExample", dependencies: ["CPopoverPlugin", "PopoverPluginKit"],
        path: "Examples/Plugins/Swift/Sources/Confirm", swiftSettings: strict),
    .target(
        name: "BareQuestions", dependencies: ["CPopoverPlugin"],
        path: "Benchmarks/BareQuestions"),
    .executableTarget(
        name: "popover-benchmark",
        dependencies: [
            "BareQuestions", "LibUV", "PopoverCore", "PopoverModel", "PopoverWire",
            "LibraryHost", "ProgramHost",
        ],
        path: "Benchmarks/PopoverBenchmark", swiftSettings: strict,
        linkerSettings: [.linkedLibrary("m")]),
    .executableTarget(
        name: "fleet-simulator", dependencies: ["FleetLink", "PopoverFleet", "PopoverModel"],
        path: "Benchmarks/Fleet/Simulator", swiftSettings: strict),
]

/// Tests/README.md says what each suite proves.
let testing: [Target] = [
    .target(
        name: "PopoverTestSupport", dependencies: ["CPangoCairo"],
        path: "Tests/Support/PopoverTestSupport",
        swiftSettings: strict + [.unsafeFlags(pangoHeaders)]),
    support("Tests/Support/FakeDaemon"),
    .target(name: "CFaultDisk", dependencies: ["CSQLite"], path: "Tests/Support/CFaultDisk"),
    .executableTarget(
        name: "popover-actor", dependencies: ["PopoverModel", "PopoverWire"],
        path: "Tests/Support/Actor", swiftSettings: strict),

    tests("Unit/LibUVTests", needs: ["LibUV", "PopoverTestSupport"]),
    tests(
        "Unit/PopoverCoreTests",
        needs: [
            "ArbiterExploration", "PopoverCore", "PopoverModel", "PopoverTestSupport",
            "PopoverRecording", "PopoverWire",
        ]),
    tests("Unit/PopoverWireTests", needs: ["PopoverWire", "PopoverModel"]),
    tests(
        "Unit/PopoverConfigurationTests",
        needs: ["PopoverConfiguration", "PopoverModel", "PopoverTestSupport"]),
    tests(
        "Unit/PopoverStorageTests",
        needs: [
            "PopoverStorage", "PopoverModel", "PopoverTestSupport", "CSQLite", "CFaultDisk",
        ]),
    tests(
        "Unit/PopoverSessionsTests",
        needs: [
            "PopoverSessions", "KioskSimulation", "PopoverStorage", "PopoverModel",
            "PopoverWire", "PopoverCore", "PopoverTestSupport",
        ]),
    tests(
        "Unit/PopoverDaemonTests",
        needs: [
            "PopoverDaemon", "LibUV", "PopoverModel", "PopoverCore", "PopoverWire",
            "PopoverConfiguration", "PopoverStorage", "PopoverSessions", "PopoverTestSupport",
            "PopoverRecording", "LibraryHost",
        ]),
    tests(
        "Unit/LibraryHostTests",
        needs: [
            "LibraryHost", "PopoverModel", "PopoverPluginKit", "CPopoverPlugin", "TrustedFiles",
        ]),
    tests(
        "Unit/ProgramHostTests",
        needs: [
            "ProgramHost", "LibUV", "PluginProgram", "PopoverModel", "PopoverWire",
            "PopoverTestSupport",
        ]),
    tests("Unit/PopoverScreensTests", needs: ["PopoverScreens", "PopoverModel", "CEvdev"]),
    tests("Unit/PopoverStageTests", needs: ["PopoverStage", "PopoverModel", "PopoverScreens"]),
    tests("Unit/PopoverNotificationsTests", needs: ["PopoverNotifications", "PopoverTestSupport"]),
    tests("Unit/PopoverFleetTests", needs: ["PopoverFleet"]),
    tests("Unit/PopoverPagesTests", needs: ["PopoverPages", "PopoverModel"]),
    tests(
        "Unit/PopoverDrawingTests",
        needs: ["PopoverDrawing", "PopoverModel", "PopoverTestSupport"]),
    tests(
        "Unit/PopoverClientTests",
        needs: ["PopoverClient", "PopoverModel", "PopoverWire", "FakeDaemon", "PopoverTestSupport"]),
    tests(
        "Unit/PopoverKitTests",
        needs: ["PopoverKit", "PopoverClient", "PopoverModel", "PopoverWire", "FakeDaemon"]),
    tests(
        "Unit/PopoverctlTests",
        needs: [
            "popoverctl", "LibUV", "PopoverClient", "PopoverCore", "PopoverDrawing", "PopoverModel",
            "PopoverWire", "FakeDaemon", "PopoverTestSupport",
        ]),

    // Properties and models: some worlds in the tests, many more in a program of their own.
    support(
        "Tests/Models/Placement/PlacementProperties",
        needs: ["PopoverCore", "PopoverModel", "PopoverTestSupport"]),
    .executableTarget(
        name: "placement-survey",
        dependencies: ["PlacementProperties", "PopoverTestSupport"],
        path: "Tests/Models/Placement/PlacementSurvey", swiftSettings: strict),
    tests(
        "Models/Placement/PlacementTests",
        needs: ["PopoverCore", "PopoverModel", "PopoverTestSupport", "PlacementProperties"]),
    support(
        "Tests/Models/Exploration/ArbiterExploration", needs: ["PopoverCore", "PopoverModel"]),
    .executableTarget(
        name: "arbiter-explorer", dependencies: ["ArbiterExploration"],
        path: "Tests/Models/Exploration/Explorer", swiftSettings: strict),
    .target(
        name: "FuzzTargets",
        dependencies: ["PopoverCore", "PopoverModel", "PopoverWire", "PopoverConfiguration"],
        path: "Tests/Models/Fuzz/Targets", swiftSettings: strict),
    tests("Models/Fuzz/FuzzRegressionTests", needs: ["FuzzTargets", "PopoverTestSupport"]),
    // The C library's core, without its socket.
    .target(
        name: "CPopoverClient", path: "Clients/C",
        exclude: [
            "README.md", "abi", "examples", "man", "meson.build", "source/connection.c",
            "source/libpopover.map", "source/socket.c", "tests",
        ],
        sources: ["source"], publicHeadersPath: "include",
        cSettings: [.define("_GNU_SOURCE")], linkerSettings: [.linkedLibrary("jansson")]),
    support(
        "Tests/Models/Simulation/KioskSimulation",
        needs: [
            "PopoverSessions", "PopoverStorage", "PopoverCore", "PopoverModel", "PopoverWire",
            "ArbiterExploration", "FuzzTargets", "CFaultDisk", "CPopoverClient",
            "PopoverTestSupport",
        ]),
    .executableTarget(
        name: "kiosk-simulator", dependencies: ["KioskSimulation"],
        path: "Tests/Models/Simulation/Simulator", exclude: ["run"], swiftSettings: strict),

    tests(
        "Scenarios/ScenarioTests",
        needs: [
            "PopoverScenario", "PopoverClient", "PopoverDrawing", "PopoverModel", "LibUV",
            "PopoverTestSupport", "popoverd", "popoverctl",
        ]),
    tests(
        "Processes/EndToEndTests",
        needs: [
            "PopoverModel", "PopoverWire", "PopoverTestSupport", "popoverd", "popoverctl",
            "popover-actor",
        ]),
    .executableTarget(
        name: "popover-story",
        dependencies: ["PopoverClient", "PopoverKit", "PopoverModel"],
        path: "Tests/Processes/Clients/Story", swiftSettings: strict),
    tests("House/StructureTests", needs: []),
]

/// The only tests to declare, where not all are built.
let named = Context.environment["POPOVERD_TESTS"]?.split(separator: " ").map(String.init)

/// The targets of missing parts, and every target that needs one of them.
func leftOut(of targets: [Target]) -> Set<String> {
    let missing = missingParts()
    var found = Set(parts.filter { missing.contains($0.value) }.keys)
    var count = 0
    while found.count > count {
        count = found.count
        for target in targets {
            for case .byNameItem(let needed, _) in target.dependencies where found.contains(needed)
            {
                found.insert(target.name)
            }
        }
    }
    return found
}

let package = Package(
    name: "popoverd",
    products: [
        .executable(name: "popoverd", targets: ["popoverd"]),
        .executable(name: "popoverctl", targets: ["popoverctl"]),
        .executable(name: "popover-stage", targets: ["popover-stage"]),
        .executable(name: "popoverd-launcher", targets: ["popoverd-launcher"]),
        .executable(name: "popover-native-host", targets: ["popover-native-host"]),
        .library(name: "PopoverClient", targets: ["PopoverClient"]),
        .library(name: "PopoverKit", targets: ["PopoverKit", "PopoverModel"]),
        .library(name: "PopoverPluginKit", targets: ["PopoverPluginKit", "CPopoverPlugin"]),
        .library(name: "popover-idle", type: .dynamic, targets: ["IdlePlugin"]),
        .library(name: "popover-quiet", type: .dynamic, targets: ["QuietPlugin"]),
        .library(name: "popover-exclusive", type: .dynamic, targets: ["ExclusivePlugin"]),
        .library(name: "popover-edition", type: .dynamic, targets: ["EditionPlugin"]),
        .executable(name: "popover-x11.plugin", targets: ["X11Plugin"]),
        .executable(name: "popover-evdev.plugin", targets: ["EvdevPlugin"]),
        .executable(name: "popover-wayland.plugin", targets: ["WaylandPlugin"]),
        .executable(name: "popover-notifications.plugin", targets: ["NotificationsPlugin"]),
        .executable(name: "popover-web.plugin", targets: ["WebPlugin"]),
        .executable(name: "popover-mqtt.plugin", targets: ["MQTTPlugin"]),
        .executable(name: "popover-speech.plugin", targets: ["SpeechPlugin"]),
        .executable(name: "popover-assistive.plugin", targets: ["AssistivePlugin"]),
        .library(name: "confirm-example", type: .dynamic, targets: ["ConfirmExample"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2")
    ],
    targets: layers.flatMap(\.self) + examplesAndBenchmarks
        + testing.filter { $0.type != .test || named?.contains($0.name) != false },
    cxxLanguageStandard: .cxx17
)

let absent = leftOut(of: package.targets)
package.targets.removeAll { absent.contains($0.name) }
package.products.removeAll { product in
    (product as? Product.Executable).map { !absent.isDisjoint(with: $0.targets) }
        ?? false
}
