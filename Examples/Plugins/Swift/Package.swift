// swift-tools-version: 6.2
// SPDX-License-Identifier: MIT
import PackageDescription

// `swift build -c release` makes .build/release/libpopover-confirm.so. In a copy of this folder the
// path is that of popoverd's sources.
let package = Package(
    name: "popover-confirm",
    products: [
        .library(name: "popover-confirm", type: .dynamic, targets: ["Confirm"])
    ],
    dependencies: [
        .package(name: "popoverd", path: "../../..")
    ],
    targets: [
        .target(
            name: "Confirm",
            dependencies: [.product(name: "PopoverPluginKit", package: "popoverd")],
            swiftSettings: [.strictMemorySafety()])
    ]
)
