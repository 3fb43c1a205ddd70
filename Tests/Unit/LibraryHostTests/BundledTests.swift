// SPDX-License-Identifier: MIT

import Foundation
import LibraryHost
import PopoverModel
import Testing

@Suite("Bundled plugins")
struct BundledTests {
    /// The build's folder: the libraries lie where the running test does.
    static var products: String {
        get throws {
            let executable = try FileManager.default.destinationOfSymbolicLink(
                atPath: "/proc/self/exe")
            // The runner may be the toolchain's; then the first argument names the tests' bundle.
            let candidates = [executable] + CommandLine.arguments
            let folder = candidates.lazy
                .map { URL(fileURLWithPath: $0).deletingLastPathComponent().path }
                .first { FileManager.default.fileExists(atPath: "\($0)/libpopover-idle.so") }
            return try #require(folder, "no libpopover-idle.so near \(candidates)")
        }
    }

    @Test("Policies are loaded from their files")
    func policies() throws {
        let host = LibraryHost(
            directories: [try Self.products], clock: { Instant(microseconds: 0) })
        let states = host.rescan()
        #expect(states.allSatisfy { $0.message == nil && $0.state == .loaded })
        #expect(states.allSatisfy { $0.kind == .policy && $0.behaviors.isEmpty })
        #expect(states.map(\.name) == ["edition", "exclusive", "idle", "quiet"])
        #expect(
            states.map { host.fallback(of: $0.name) } == [.abstain, .refuse, .abstain, .abstain])
    }

    @Test("The seven bundled behaviors have exactly the default verdicts of the arbiter's table")
    func standingAnswers() throws {
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
        let plugins = BundledPlugin.all()
        #expect(
            plugins.flatMap(\.behaviors)
                == [menu, actionSheet, inspector, selection, task, splitPane, hint])
        #expect(plugins.allSatisfy { $0.behaviors.map(\.name) == [$0.name] })
    }

    @Test("A behavior in Swift keeps its standing answers in a library")
    func library() throws {
        let host = LibraryHost(directories: [], clock: { Instant(microseconds: 0) })
        try host.load(path: "\(Self.products)/libconfirm-example.so")
        var confirm = Behavior(name: "confirm")
        confirm.choiceCloses = true
        confirm.widthRange = 320...400
        confirm.sides = [.top, .bottom]
        confirm.hooks = [.open, .choice, .outsideTap, .detach]
        #expect(host.loadedNames == ["confirm"])
        #expect(host.behaviors == [confirm])
    }

    @Test("A bundled behavior has no options, and the configuration can disable it")
    func settings() throws {
        let menu = try #require(BundledPlugin.all().first)
        var settings = PluginSettings()
        settings.admission = .unnamed
        try menu.check(settings)
        settings.options = [PluginOption(name: "color", value: .string("red"))]
        #expect(throws: PluginError.Cause.undeclaredOption("color", declared: [])) {
            try menu.check(settings)
        }
        settings.admission = .disabled
        #expect(throws: PluginError.Cause.disabled) { try menu.check(settings) }
    }
}
