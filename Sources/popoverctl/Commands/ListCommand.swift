// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverDrawing
internal import PopoverModel
internal import PopoverWire

struct ListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List popovers, alerts, drafts, clients, plugins or displays.",
        discussion: """
            Drafts belong to one app and the current user. --app selects the app.

            Example: popoverctl list popovers
            """)

    enum Kind: String, CaseIterable, ExpressibleByArgument {
        case popovers
        case alerts
        case drafts
        case clients
        case plugins
        case displays
    }

    @OptionGroup var connection: ConnectionOptions

    @Argument(help: "Kind of objects to list.")
    var kind: Kind

    func run() throws {
        switch kind {
        case .drafts: try DraftCommand.list(connection)
        case .popovers: try list(popovers)
        case .alerts: try list(alerts)
        case .clients: try list(clients)
        case .plugins: try list { PluginCommand.table(of: $0.plugins) }
        case .displays: try list(displays)
        }
    }

    private func list(_ table: (Scene) -> Table) throws {
        let result = try connection.connect().call("status")
        if connection.json {
            return try Terminal.print(result.member(kind.rawValue)?.compactText ?? .null)
        }
        try Terminal.print(table(SceneDecoder.decode(result)).text)
    }

    private func popovers(of scene: Scene) -> Table {
        Table(
            header: ["POPOVER", "STATE", "BEHAVIOR", "APP", "DISPLAY", "FRAME", "SOURCE"],
            rows: scene.popovers.map {
                [
                    "\($0.popover)", $0.closing.map { "closing: \($0.rawValue)" } ?? "visible",
                    $0.behavior, $0.app, $0.display, $0.presentation.frame.words,
                    $0.source ?? "",
                ]
            })
    }

    private func alerts(of scene: Scene) -> Table {
        Table(
            header: ["ALERT", "STATE", "SEVERITY", "APP", "DISPLAY", "TITLE"],
            rows: scene.alerts.map {
                [
                    "\($0.alert)", $0.frame == nil ? "queued" : "presented",
                    $0.severity.rawValue, $0.app, $0.display,
                    $0.title.fitted(toCells: StatusReport.titleCells),
                ]
            })
    }

    private func clients(of scene: Scene) -> Table {
        Table(
            header: ["CLIENT", "APP", "USER", "PROCESS", "ROLES"],
            rows: scene.clients.map {
                [
                    "\($0.client)", $0.app, "\($0.uid)", "\($0.pid)",
                    $0.roles.map(\.rawValue).joined(separator: ","),
                ]
            })
    }

    private func displays(of scene: Scene) -> Table {
        Table(
            header: ["DISPLAY", "SIZE", "SCALE", "IDIOM", "SHIELD", "LOCKED", "BLANK"],
            rows: scene.displays.map {
                [
                    $0.specification.name, $0.specification.size.words,
                    $0.specification.scale.short, $0.specification.idiom.rawValue,
                    $0.isShielded ? "on" : "off", $0.isLocked ? "yes" : "no",
                    $0.blankWords ?? "no",
                ]
            })
    }
}
