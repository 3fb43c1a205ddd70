// SPDX-License-Identifier: MIT

internal import PopoverDrawing
internal import PopoverModel

/// A scene as a tree: displays with what is on them, then clients, plugins and counters.
struct StatusReport {
    /// The width to which a title and the buttons are cut; JSON has them whole.
    static let titleCells = 60

    let scene: Scene

    var tree: Tree {
        Tree(
            "\(server), sequence \(scene.sequence)",
            files + scene.displays.map(display)
                + [clients, behaviors, plugins, counters].compactMap { $0 })
    }

    private var server: String {
        guard let server = scene.server else { return "popoverd" }
        let seconds = server.uptime.milliseconds / 1000
        return "\(server.name), up \(Interval.milliseconds(seconds * 1000).words)"
    }

    private var files: [Tree] {
        guard let server = scene.server else { return [] }
        return [
            server.socket.map { Tree("socket: \($0)") },
            Tree("configuration: \(server.configuration ?? "none")"),
        ].compactMap { $0 }
    }

    private func display(_ display: SceneDisplay) -> Tree {
        let specification = display.specification
        let name = specification.name
        var label = "display \(name): \(specification.size.words), \(specification.idiom.rawValue)"
        if specification.scale != 1 { label += ", scale \(specification.scale.short)" }
        if display.isShielded { label += ", shield on" }
        if display.isLocked { label += ", locked" }
        if let blank = display.blankWords { label += ", \(blank)" }
        let children: [[Tree]] = [
            scene.alerts.filter { $0.display === name }.map(alert),
            scene.popovers.filter { $0.display === name }.map(popover),
            scene.waiting.filter { $0.display === name }.map(waiting),
            scene.views.filter { $0.display === name }.map(view),
            scene.panels.filter { $0.display === name }.map(panel),
            regions("occluder", scene.occluders, on: name),
            regions("source", scene.sources, on: name),
            regions("surface", scene.surfaces, on: name),
        ]
        return Tree(label, children.flatMap { $0 })
    }

    private func alert(_ alert: SceneAlert) -> Tree {
        let state = alert.frame == nil ? "queued" : "presented"
        let renderer = alert.renderer.map { ", rendered by \($0)" } ?? ""
        let title = alert.title.fitted(toCells: Self.titleCells)
        let buttons = alert.buttons.map { "[\($0.label)]" }.joined(separator: " ")
            .fitted(toCells: Self.titleCells)
        let raiser = alert.client.map { " (\($0))" } ?? ""
        return Tree(
            "alert \(alert.alert) of \(alert.app)\(raiser), \(alert.severity.rawValue), "
                + "\(state)\(renderer): \(title) \(buttons)")
    }

    private func popover(_ popover: ScenePopover) -> Tree {
        var facts = ["popover \(popover.popover): \(popover.behavior) of \(popover.app)"]
        facts[0] += " (\(popover.client))"
        switch popover.presentation {
        case .popover(let frame, let side, _, let scrolls):
            facts.append("\(frame.words), \(side.rawValue) of \(popover.source ?? "its anchor")")
            if scrolls { facts.append("scrolls") }
        case .sheet(let frame, _, _): facts.append("sheet, \(frame.words)")
        }
        if popover.isModal { facts.append("modal") }
        if let key = popover.key { facts.append("key \(key)") }
        if let reason = popover.closing { facts.append("closing: \(reason.rawValue)") }
        return Tree(facts.joined(separator: ", "))
    }

    private func waiting(_ open: SceneWaiting) -> Tree {
        Tree("waiting: \(open.behavior) of \(open.app) (\(open.client))")
    }

    private func view(_ view: SceneView) -> Tree {
        let owner = "\(view.app) (\(view.client))"
        let frame = view.frame.map { ", \($0.words)" } ?? ""
        return Tree("\(view.kind.rawValue) view \(view.view) of \(owner)\(frame)")
    }

    private func panel(_ panel: ScenePanel) -> Tree {
        Tree("panel \(panel.panel) of \(panel.app) (\(panel.client)), \(panel.frame.words)")
    }

    private func regions(_ kind: String, _ regions: [SceneRegion], on display: String) -> [Tree] {
        regions.filter { $0.display === display }.map {
            Tree("\(kind) \($0.name) of \($0.app) (\($0.client)), \($0.rect.words)")
        }
    }

    private var clients: Tree? {
        guard !scene.clients.isEmpty else { return nil }
        return Tree(
            "clients",
            scene.clients.map { client in
                let roles = client.roles.map(\.rawValue).joined(separator: ", ")
                return Tree(
                    "\(client.client): \(client.app) (\(roles)), user \(client.uid), "
                        + "process \(client.pid)")
            })
    }

    private var behaviors: Tree? {
        guard !scene.behaviors.isEmpty else { return nil }
        return Tree("behaviors: " + scene.behaviors.joined(separator: ", "))
    }

    private var plugins: Tree? {
        guard !scene.plugins.isEmpty else { return nil }
        let others = scene.plugins.filter { $0.state != .unloaded }.map { plugin in
            let version = plugin.version.map { " \($0)" } ?? ""
            let words = plugin.message.map { ": \($0)" } ?? plugin.service.map { ", \($0.dated)" }
            return Tree("\(plugin.name)\(version), \(plugin.state.rawValue)\(words ?? "")")
        }
        return Tree("plugins", others + unloaded)
    }

    /// One line for all plugins that are unloaded for the same reason.
    private var unloaded: [Tree] {
        var lines: [(message: String?, names: [String])] = []
        for plugin in scene.plugins where plugin.state == .unloaded {
            if let index = lines.firstIndex(where: { $0.message == plugin.message }) {
                lines[index].names.append(plugin.name)
            } else {
                lines.append((plugin.message, [plugin.name]))
            }
        }
        return lines.map { line in
            let message = line.message.map { ": \($0)" } ?? ""
            return Tree("unloaded: \(line.names.joined(separator: ", "))\(message)")
        }
    }

    private var counters: Tree? {
        let counters = scene.counters.filter { $0.value != 0 }
        guard !counters.isEmpty else { return nil }
        return Tree("counters", counters.map { Tree("\($0.name) \($0.value)") })
    }
}
