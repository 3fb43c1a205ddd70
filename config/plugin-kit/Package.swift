// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
import PackageDescription

// The installed kit for plugins in Swift: the C header and its Swift API. Build plugins with the
// toolchain that built popoverd; the description of its package has the version.
let package = Package(
    name: "popoverd",
    products: [
        .library(name: "PopoverPluginKit", targets: ["PopoverPluginKit", "CPopoverPlugin"])
    ],
    targets: [
        .target(name: "CPopoverPlugin"),
        .target(
            name: "PopoverPluginKit", dependencies: ["CPopoverPlugin"],
            swiftSettings: [
                .swiftLanguageMode(.v6),
                .enableUpcomingFeature("ExistentialAny"),
                .enableUpcomingFeature("InternalImportsByDefault"),
                .enableUpcomingFeature("MemberImportVisibility"),
                .strictMemorySafety(),
            ]),
    ]
)
