// SPDX-License-Identifier: MIT

import PopoverTestSupport
import Testing

/// Behaviors come and go with files, except the bundled ones.
@Suite("Plugins over the socket")
struct PluginTests {
    private static let bundled = [
        "action-sheet", "hint", "inspector", "menu", "selection", "split-pane", "task",
    ]

    /// A plugin that is not bundled.
    private static let confirm = "\(Program.folder)/libconfirm-example.so"

    /// A world with its own plugin folder, which has one plugin.
    private static func world() throws -> (world: World, folder: String) {
        let world = try World(asleep: "")
        let folder = "\(world.folder)/plugins"
        try Files.makeFolder(folder)
        try Files.copy(confirm, to: "\(folder)/libpopover-confirm.so")
        try world.configure(
            World.unhurried + "[plugins]\ndirectory = \"\(folder)\"\n"
                + ["confirm", "nonsense"].map { "[[plugin]]\nname = \"\($0)\"\n" }.joined())
        try world.start()
        return (world, folder)
    }

    @Test("All bundled behaviors are loaded", arguments: bundled)
    func behaviors(name: String) throws {
        let world = try World(
            World.unhurried + "[[display]]\nname = \"main\"\nwidth = 800\nheight = 1280\n")
        let shop = try world.actor()
        let grant = try shop.open(name, at: rect(300, 300, 40, 40), ["title": "Mail"])
        #expect(grant["presentation"] == "popover")
    }

    @Test("Removing a plugin's file unloads its behavior; restoring it loads it again")
    func removal() throws {
        let (world, folder) = try Self.world()
        let shop = try world.actor()
        let watcher = try world.observer("plugin.*")
        let popover = try shop.open("confirm", at: Spot.button, ["title": "Sure?"])["popover"]
        try shop.call("popover.close", ["popover": popover, "outcome": "done"])
        Files.remove("\(folder)/libpopover-confirm.so")
        try watcher.event("plugin.unloaded")
        let refusal = try shop.refusal(
            of: shop.beginOpen("confirm", at: Spot.button, ["title": "Sure?"]))
        #expect(refusal.reason == "unknown-behavior")
        try shop.open("inspector")
        try Files.copy(Self.confirm, to: "\(folder)/new")
        try Files.move("\(folder)/new", to: "\(folder)/libpopover-confirm.so")
        try watcher.event("plugin.loaded")
        let tried = try shop.answer(
            to: shop.beginOpen("confirm", at: Spot.corner, ["title": "Sure?", "waitMs": 0]))
        #expect(tried["error"]["data"]["reason"] == "timed-out", "it is known again")
    }

    @Test("An administrator unloads and loads a plugin by name")
    func administration() throws {
        let (world, _) = try Self.world()
        let root = try world.actor("root")
        let states = try root.call("plugin.list")["plugins"].elements
        let loaded = states.filter { $0["state"] == "loaded" }.compactMap { $0["name"].string }
        #expect(Set(loaded) == Set(Self.bundled + ["confirm"]))
        let name = try #require(
            states.first { $0["behaviors"].elements.contains("menu") }?["name"])
        #expect(try root.call("plugin.unload", ["name": name])["state"] == "unloaded")
        #expect(try root.refusal(of: root.beginOpen("menu")).reason == "unknown-behavior")
        #expect(try root.call("plugin.load", ["name": name])["state"] == "loaded")
        try root.open("menu")
        #expect(try root.refusal("plugin.reload", ["name": "nothing"]).code == 2)
    }

    @Test("A file that is no plugin fails with a reason")
    func nonsense() throws {
        let (world, folder) = try Self.world()
        let watcher = try world.observer("plugin.failed")
        try Files.write("not a library", to: "\(folder)/libpopover-nonsense.so")
        let failed = try watcher.event("plugin.failed")
        #expect("\(failed["data"])".contains("nonsense"))
        try world.actor().open("menu")
    }
}
