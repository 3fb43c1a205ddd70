// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
import PackageDescription

// What plugins in Swift are built with, as it is installed: the header and its face in Swift. They
// need the toolchain that built popoverd, whose version is in its package's description.
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
