// SPDX-License-Identifier: MIT

import Foundation
import LibraryHost
import PopoverModel
import Testing

@Suite("Bundled behaviors")
struct BundledTests {
    /// The build's folder: the bundled libraries lie where the running test does.
    private static var products: String {
        get throws {
            let executable = try FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/self/exe")
            // The runner may be the toolchain's; then the first argument names the tests' bundle.
            let candidates = [executable] + CommandLine.arguments
            let folder = candidates.lazy
                .map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }
                .first { FileManager.default.fileExists(atPath: "\($0)/libpopover-menu.so") }
            return try #require(folder, "no libpopover-menu.so near \(candidates)")
        }
    }

    /// Those that rule, those that see screens, and those that let others in.
    private static let policies = [
        "edition", "evdev", "exclusive", "idle", "mqtt", "notifications", "quiet", "wayland", "web",
        "x11",
    ]

    @Test("The seven bundled behaviors have exactly the standing answers of the arbiter's table")
    func standingAnswers() throws {
        let host = LibraryHost(
            directories: [try Self.products], clock: { Instant(microseconds: 0) })
        let states = host.rescan()
        #expect(states.allSatisfy { $0.message == nil && $0.state == .loaded })
        let policies = states.filter { $0.kind == .policy }.map(\.name)
        #expect(policies == Self.policies)
        #expect(states.count == 7 + policies.count)

        var menu = Behavior(name: "menu")
        menu.choiceCloses = true
        var actionSheet = Behavior(name: "action-sheet")
        actionSheet.choiceCloses = true
        actionSheet.outsideTapDisposition = .discard
        actionSheet.avoidsScrolling = true
        var inspector = Behavior(name: "inspector")
        inspector.isDetachable = true
        let selection = Behavior(name: "selection")
        var task = Behavior(name: "task")
        task.avoidsScrolling = true
        var splitPane = Behavior(name: "split-pane")
        splitPane.needsTitle = true
        splitPane.isPortraitOnly = true
        var hint = Behavior(name: "hint")
        hint.isHint = true
        hint.widthRange = 60...320
        hint.sides = [.top, .bottom, .right, .left]
        #expect(host.behaviors == [actionSheet, hint, inspector, menu, selection, splitPane, task])
    }
}
