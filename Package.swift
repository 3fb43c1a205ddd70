// swift-tools-version: 6.2
import PackageDescription

// Every Swift target is held to the same rules: language mode 6, warnings are errors, and unsafe
// code is written as `unsafe`, so that a text search finds all of it.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .strictMemorySafety(),
]

/// What the daemon and its plugins are linked with: the compiler names libraries of Swift's runtime
/// whether they are used or not, and each that is loaded costs a start and memory.
let asNeeded: [String] = [
    "-Xclang-linker", "--config=\(Context.packageDirectory)/scripts/link/as-needed.cfg",
]

/// How a plugin's library is linked: it shows the daemon one symbol, and takes along nothing that only
/// others could use. It has its name in it, or a linker takes the path of the build for that, and the
/// same sources would not make the same packages elsewhere.
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

/// What each plugin has a copy of is short rather than fast: a question takes it some nanoseconds more.
let short: [SwiftSetting] = strict + [.unsafeFlags(["-Osize"], .when(configuration: .release))]

/// A module of ours; `needs` names only modules of lower floors (see ARCHITECTURE.md).
func module(_ name: String, needs dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

/// A bundled plugin: one folder below `Sources/PopoverPlugins`, one dynamic library.
func plugin(_ folder: String) -> Target {
    .target(
        name: "\(folder)Plugin", dependencies: ["CPopoverPlugin", "PopoverPluginKit"],
        path: "Sources/PopoverPlugins/\(folder)", swiftSettings: short,
        linkerSettings: slim(folder))
}

/// A plugin that watches screens: one folder below `Sources/ScreenPlugins`, one dynamic library.
func screenPlugin(_ folder: String, needs dependencies: [Target.Dependency]) -> Target {
    .target(
        name: "\(folder)Plugin",
        dependencies: ["CPopoverPlugin", "PopoverPluginKit", "PopoverModel", "PopoverScreens"]
            + dependencies,
        path: "Sources/ScreenPlugins/\(folder)", swiftSettings: strict,
        linkerSettings: slim(folder))
}

/// A plugin that lets others' ways of speaking in: one folder below `Sources/BridgePlugins`, one
/// dynamic library.
func bridgePlugin(_ folder: String, needs dependencies: [Target.Dependency]) -> Target {
    .target(
        name: "\(folder)Plugin",
        dependencies: ["CPopoverPlugin", "PopoverPluginKit"] + dependencies,
        path: "Sources/BridgePlugins/\(folder)", swiftSettings: strict,
        linkerSettings: slim(folder))
}

func tests(_ name: String, needs dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies, swiftSettings: strict)
}

let argumentParser = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
    name: "popoverd",
    products: [
        .executable(name: "popoverd", targets: ["popoverd"]),
        .executable(name: "popoverctl", targets: ["popoverctl"]),
        .library(name: "PopoverClient", targets: ["PopoverClient"]),
        .library(name: "PopoverKit", targets: ["PopoverKit", "PopoverModel"]),
        .library(name: "PopoverPluginKit", targets: ["PopoverPluginKit", "CPopoverPlugin"]),
        .library(name: "popover-menu", type: .dynamic, targets: ["MenuPlugin"]),
        .library(name: "popover-action-sheet", type: .dynamic, targets: ["ActionSheetPlugin"]),
        .library(name: "popover-inspector", type: .dynamic, targets: ["InspectorPlugin"]),
        .library(name: "popover-selection", type: .dynamic, targets: ["SelectionPlugin"]),
        .library(name: "popover-task", type: .dynamic, targets: ["TaskPlugin"]),
        .library(name: "popover-split-pane", type: .dynamic, targets: ["SplitPanePlugin"]),
        .library(name: "popover-idle", type: .dynamic, targets: ["IdlePlugin"]),
        .library(name: "popover-quiet", type: .dynamic, targets: ["QuietPlugin"]),
        .library(name: "popover-exclusive", type: .dynamic, targets: ["ExclusivePlugin"]),
        .library(name: "popover-edition", type: .dynamic, targets: ["EditionPlugin"]),
        .library(name: "popover-x11", type: .dynamic, targets: ["X11Plugin"]),
        .library(name: "popover-evdev", type: .dynamic, targets: ["EvdevPlugin"]),
        .library(name: "popover-notifications", type: .dynamic, targets: ["NotificationsPlugin"]),
        .library(name: "popover-web", type: .dynamic, targets: ["WebPlugin"]),
        .library(name: "popover-wayland", type: .dynamic, targets: ["WaylandPlugin"]),
        .library(name: "popover-mqtt", type: .dynamic, targets: ["MQTTPlugin"]),
        .library(name: "confirm-example", type: .dynamic, targets: ["ConfirmExample"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
    ],
    targets: [
        // Floor 0: C and C++ behind C headers.
        .systemLibrary(name: "CLibUV", pkgConfig: "libuv", providers: [.apt(["libuv1-dev"])]),
        .systemLibrary(
            name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(
            name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
        .target(
            name: "CSimdJSON",
            linkerSettings: [.linkedLibrary("simdjson"), .linkedLibrary("m")]),
        .target(name: "CTOML"),
        .target(name: "CPopoverPlugin"),
        .target(name: "CPluginGuard"),
        .target(name: "CFatalSignals"),
        .target(name: "CCommandLine", cSettings: [.define("_GNU_SOURCE")]),
        .target(name: "CEvdev"),
        .target(
            name: "CXScreen",
            linkerSettings: [
                .linkedLibrary("xcb"), .linkedLibrary("xcb-xinput"), .linkedLibrary("xcb-shape"),
                .linkedLibrary("xcb-xfixes"), .linkedLibrary("xcb-randr"), .linkedLibrary("Xau"),
            ]),
        .target(name: "CNotifications", linkerSettings: [.linkedLibrary("systemd")]),
        .target(
            name: "CMosquitto",
            cSettings: [.define("_GNU_SOURCE")],
            linkerSettings: [.linkedLibrary("mosquitto"), .linkedLibrary("sqlite3")]),
        // Of its folder `generated`, which `make libraries` fills, it needs nothing to be built.
        .target(name: "CWaylandScreen", linkerSettings: [.linkedLibrary("wayland-client")]),
        .target(
            name: "CWebGateway",
            cSettings: [.define("_GNU_SOURCE")],
            linkerSettings: [.linkedLibrary("websockets"), .linkedLibrary("uv")]),

        // Floor 1: the vocabulary, the loop, the face of the plugin header.
        module("PopoverModel"),
        module("LibUV", needs: ["CLibUV", "CFatalSignals"]),
        .target(
            name: "PopoverPluginKit", dependencies: ["CPopoverPlugin"], swiftSettings: short),
        module("DaemonCommandLine", needs: ["CCommandLine"]),
        module("FleetLink", needs: ["CMosquitto"]),

        // Floor 2: rules, bytes, configuration, disk, plugins, pictures. They do not know each other.
        module("PopoverCore", needs: ["PopoverModel"]),
        module("PopoverWire", needs: ["PopoverModel", "CSimdJSON"]),
        module("PopoverConfiguration", needs: ["PopoverModel", "CTOML"]),
        module("PopoverStorage", needs: ["PopoverModel", "CSQLite", "CSodium"]),
        module("PluginHost", needs: ["PopoverModel", "CPopoverPlugin", "CPluginGuard"]),
        module("PopoverDrawing", needs: ["PopoverModel", "CCairo"]),

        // Floor 3: plugins' programs, the clients' library, scenarios, recordings.
        module("ProgramHost", needs: ["LibUV", "PopoverModel", "PopoverWire"]),
        module("PopoverClient", needs: ["PopoverModel", "PopoverWire"]),
        module("PopoverScreens", needs: ["PopoverModel", "PopoverWire", "CEvdev"]),
        module("PopoverNotifications", needs: ["PopoverWire"]),
        module("PopoverPages", needs: ["PopoverModel", "PopoverWire"]),
        module("PopoverFleet", needs: ["PopoverModel", "PopoverWire", "CSodium"]),
        module("PopoverScenario", needs: ["LibUV", "PopoverModel", "PopoverWire"]),
        module(
            "PopoverRecording",
            needs: ["PopoverModel", "PopoverCore", "PopoverWire", "CSodium"]),

        // The shell around the rules, as far as it needs no system.
        module(
            "PopoverShell",
            needs: ["PopoverModel", "PopoverCore", "PopoverWire", "PopoverStorage"]),

        // Floor 4: the clients' library for programs with tasks; the shell as the system's process.
        module("PopoverKit", needs: ["PopoverClient", "PopoverModel", "PopoverWire"]),
        module(
            "PopoverDaemon",
            needs: [
                "LibUV", "PopoverModel", "PopoverCore", "PopoverWire", "PopoverConfiguration",
                "PopoverStorage", "PopoverShell", "PluginHost", "ProgramHost", "PopoverRecording",
            ]),

        // Floor 5: executables.
        .executableTarget(
            name: "popoverd",
            dependencies: [
                "PopoverDaemon", "DaemonCommandLine", "LibUV", "PopoverModel", "PopoverWire",
            ],
            swiftSettings: strict, linkerSettings: [.unsafeFlags(asNeeded)]),
        .executableTarget(
            name: "popoverctl",
            dependencies: [
                "LibUV", "PopoverClient", "PopoverModel", "PopoverCore", "PopoverWire",
                "PopoverConfiguration", "PopoverDrawing", "PopoverScenario", "PluginHost",
                "ProgramHost", "PopoverRecording", "PopoverFleet",
                argumentParser,
            ],
            swiftSettings: strict),

        // The bundled behaviours: they see the plugin header and its Swift face, nothing else.
        plugin("Menu"),
        plugin("ActionSheet"),
        plugin("Inspector"),
        plugin("Selection"),
        plugin("Task"),
        plugin("SplitPane"),
        // The bundled policies, which rule where the configuration says so.
        plugin("Idle"),
        plugin("Quiet"),
        plugin("Exclusive"),
        plugin("Edition"),

        // Taps and shields of display servers, each linked to its own library.
        screenPlugin("X11", needs: ["CXScreen"]),
        screenPlugin("Evdev", needs: ["CEvdev"]),
        screenPlugin("Wayland", needs: ["CWaylandScreen"]),

        // What others say in words of their own, each linked to its own library.
        bridgePlugin("Notifications", needs: ["CNotifications", "PopoverNotifications"]),
        bridgePlugin("MQTT", needs: ["PopoverFleet", "FleetLink"]),
        bridgePlugin("Web", needs: ["PopoverModel", "PopoverPages", "CWebGateway"]),

        // The behaviour of Examples/Plugins in Swift, which the tests play beside its twins.
        .target(
            name: "ConfirmExample", dependencies: ["CPopoverPlugin", "PopoverPluginKit"],
            path: "Examples/Plugins/Swift/Sources/Confirm", swiftSettings: strict),

        // What the rules and questions cost.
        .target(
            name: "BareQuestions", dependencies: ["CPopoverPlugin"],
            path: "Benchmarks/BareQuestions"),
        .executableTarget(
            name: "popover-benchmark",
            dependencies: [
                "BareQuestions", "LibUV", "PopoverCore", "PopoverModel", "PopoverWire",
                "PluginHost", "ProgramHost",
            ],
            path: "Benchmarks/PopoverBenchmark", swiftSettings: strict,
            linkerSettings: [.linkedLibrary("m")]),

        // A thousand kiosks as their broker sees them.
        .executableTarget(
            name: "fleet-simulator", dependencies: ["FleetLink", "PopoverFleet", "PopoverModel"],
            path: "Benchmarks/Fleet/Simulator", swiftSettings: strict),

        // What tests of several modules need: folders of their own, repeatable chance, pictures.
        .target(
            name: "PopoverTestSupport", dependencies: ["CCairo"],
            path: "Tests/PopoverTestSupport", swiftSettings: strict),
        tests("LibUVTests", needs: ["LibUV", "PopoverTestSupport"]),
        // What holds for every placement, for a few worlds in the tests and a million in a survey.
        .target(
            name: "PlacementProperties",
            dependencies: ["PopoverCore", "PopoverModel", "PopoverTestSupport"],
            path: "Tests/PlacementProperties", swiftSettings: strict),
        .executableTarget(
            name: "placement-survey",
            dependencies: ["PlacementProperties", "PopoverTestSupport"],
            path: "Tests/PlacementSurvey", swiftSettings: strict),
        tests(
            "PlacementTests",
            needs: ["PopoverCore", "PopoverModel", "PopoverTestSupport", "PlacementProperties"]),
        // Every way that small worlds can go, for the tests and, in full, for a program of its own.
        .target(
            name: "ArbiterExploration", dependencies: ["PopoverCore", "PopoverModel"],
            path: "Tests/ArbiterExploration", swiftSettings: strict),
        .executableTarget(
            name: "arbiter-explorer", dependencies: ["ArbiterExploration"],
            path: "Tests/Explorer", swiftSettings: strict),
        tests(
            "PopoverCoreTests",
            needs: [
                "ArbiterExploration", "PopoverCore", "PopoverModel", "PopoverTestSupport",
                "PopoverRecording", "PopoverWire",
            ]),
        tests("PopoverScreensTests", needs: ["PopoverScreens", "PopoverModel", "CEvdev"]),
        tests("PopoverNotificationsTests", needs: ["PopoverNotifications", "PopoverTestSupport"]),
        tests("PopoverFleetTests", needs: ["PopoverFleet"]),
        tests("PopoverPagesTests", needs: ["PopoverPages", "PopoverModel"]),
        tests("PopoverWireTests", needs: ["PopoverWire", "PopoverModel"]),
        tests(
            "PopoverConfigurationTests",
            needs: ["PopoverConfiguration", "PopoverModel", "PopoverTestSupport"]),
        // A disk that fails and dies to order.
        .target(name: "CFaultDisk", dependencies: ["CSQLite"], path: "Tests/CFaultDisk"),
        tests(
            "PopoverStorageTests",
            needs: [
                "PopoverStorage", "PopoverModel", "PopoverTestSupport", "CSQLite", "CFaultDisk",
            ]),
        tests(
            "PopoverDaemonTests",
            needs: [
                "PopoverDaemon", "LibUV", "PopoverModel", "PopoverCore", "PopoverWire",
                "PopoverConfiguration", "PopoverStorage", "PopoverShell", "PopoverTestSupport",
                "PopoverRecording",
            ]),
        tests(
            "PopoverDrawingTests",
            needs: ["PopoverDrawing", "PopoverModel", "PopoverTestSupport"]),
        .target(name: "FakeDaemon", path: "Tests/FakeDaemon", swiftSettings: strict),
        tests(
            "PopoverClientTests",
            needs: ["PopoverClient", "PopoverModel", "PopoverWire", "FakeDaemon"]),
        tests(
            "PopoverctlTests", needs: ["popoverctl", "PopoverModel", "PopoverWire", "FakeDaemon"]),
        .executableTarget(
            name: "popover-actor", dependencies: ["PopoverModel", "PopoverWire"],
            path: "Tests/Actor", swiftSettings: strict),
        tests(
            "EndToEndTests",
            needs: [
                "PopoverModel", "PopoverWire", "PopoverTestSupport", "popoverd", "popoverctl",
                "popover-actor",
            ]),
        tests(
            "ScenarioTests",
            needs: [
                "PopoverScenario", "PopoverClient", "PopoverDrawing", "PopoverModel", "LibUV",
                "PopoverTestSupport", "popoverd", "popoverctl",
            ]),
        tests("PopoverKitTests", needs: ["PopoverKit", "PopoverModel"]),
        // The story that every client library has to get through, told by the one in Swift.
        .executableTarget(
            name: "popover-story",
            dependencies: ["PopoverClient", "PopoverKit", "PopoverModel"],
            path: "Tests/Clients/Story", swiftSettings: strict),
        tests("TidyTests", needs: []),
        // What has to hold whatever others send: for the fuzzer (`make fuzz`), and for the tests
        // that run what it has found.
        .target(
            name: "FuzzTargets",
            dependencies: ["PopoverCore", "PopoverModel", "PopoverWire", "PopoverConfiguration"],
            path: "Tests/Fuzz/Targets", swiftSettings: strict),
        // Days of a kiosk in virtual time, around the real shell and rules.
        .target(
            name: "ShellSimulation",
            dependencies: [
                "PopoverShell", "PopoverStorage", "PopoverCore", "PopoverModel", "PopoverWire",
                "ArbiterExploration", "FuzzTargets", "CFaultDisk", "PopoverTestSupport",
            ],
            path: "Tests/ShellSimulation", swiftSettings: strict),
        .executableTarget(
            name: "kiosk-simulator", dependencies: ["ShellSimulation"],
            path: "Tests/Simulator", exclude: ["run"], swiftSettings: strict),
        tests(
            "PopoverShellTests",
            needs: [
                "PopoverShell", "ShellSimulation", "PopoverStorage", "PopoverModel",
                "PopoverWire", "PopoverCore", "PopoverTestSupport",
            ]),
        tests("FuzzRegressionTests", needs: ["FuzzTargets", "PopoverTestSupport"]),
        tests(
            "ProgramHostTests",
            needs: ["ProgramHost", "LibUV", "PopoverModel", "PopoverWire", "PopoverTestSupport"]),
        tests(
            "PluginHostTests",
            needs: ["PluginHost", "PopoverModel", "PopoverPluginKit", "CPopoverPlugin"]),
    ],
    cxxLanguageStandard: .cxx17
)
