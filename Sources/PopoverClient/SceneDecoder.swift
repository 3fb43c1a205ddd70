// SPDX-License-Identifier: MIT

public import PopoverModel
public import PopoverWire

/// Reads a scene from what `status` answers, or from a subscription's snapshot.
public enum SceneDecoder {
    /// - Throws: `notUnderstood`, with the member that is missing or wrong.
    public static func decode(_ node: JSONNode) throws(ClientError) -> Scene {
        let root = Field(node)
        var scene = Scene()
        scene.sequence = try root.integer("sequence")
        scene.displays = try root.list("displays", display)
        scene.popovers = try root.list("popovers", popover)
        scene.waiting = try root.list("waiting", waiting)
        scene.alerts = try root.list("alerts", alert)
        scene.panels = try root.list("panels", panel)
        scene.views = try root.list("views", view)
        scene.surfaces = try regions("surface", in: root)
        scene.sources = try regions("source", in: root)
        scene.occluders = try regions("occluder", in: root)
        scene.clients = try root.list("clients", client)
        scene.behaviors = try root.list("behaviors", name)
        scene.plugins = try root.list("plugins", plugin)
        scene.counters = try counters(root.member("counters"))
        scene.appearance = try appearance(root.member("appearance"))
        return scene
    }

    /// Reads what `plugin.list` answers.
    public static func plugins(in result: JSONNode) throws(ClientError) -> [PluginState] {
        try Field(result).list("plugins", plugin)
    }

    private static func display(_ field: Field) throws(ClientError) -> SceneDisplay {
        SceneDisplay(
            specification: try specification(field), isLocked: try field.flag("locked"),
            isShielded: try field.flag("shield"))
    }

    private static func specification(
        _ field: Field
    ) throws(ClientError) -> DisplaySpecification {
        let insets = try field.member("insets")
        return DisplaySpecification(
            name: try field.string("display"),
            size: Size(width: try field.number("width"), height: try field.number("height")),
            scale: try field.number("scale"),
            insets: Insets(
                top: try insets.number("top"), left: try insets.number("left"),
                bottom: try insets.number("bottom"), right: try insets.number("right")),
            idiom: try field.choice("idiom"))
    }

    private static func popover(_ field: Field) throws(ClientError) -> ScenePopover {
        ScenePopover(
            popover: try field.id("popover"), client: try field.id("client"),
            app: try field.string("app"), behavior: try field.string("behavior"),
            display: try field.string("display"), closing: try field.optional("reason")?.choice(),
            presentation: try field.presentation(), source: try field.optional("source")?.text(),
            anchor: try field.member("anchor").rect(),
            passthrough: try field.list("passthrough") { rect throws(ClientError) in
                try rect.rect()
            }, key: try field.optional("key")?.text(),
            title: try field.optional("title")?.text(), isModal: try field.flag("modal"))
    }

    private static func waiting(_ field: Field) throws(ClientError) -> SceneWaiting {
        SceneWaiting(
            client: try field.id("client"), app: try field.string("app"),
            display: try field.string("display"), behavior: try field.string("behavior"))
    }

    private static func alert(_ field: Field) throws(ClientError) -> SceneAlert {
        SceneAlert(
            alert: try field.id("alert"), client: try field.id("client"),
            app: try field.string("app"), display: try field.string("display"),
            severity: try field.choice("severity"), title: try field.string("title"),
            message: try field.optional("message")?.text(), buttons: try field.buttons(),
            frame: try field.optional("frame")?.rect(),
            renderer: try field.optional("renderer")?.id())
    }

    private static func panel(_ field: Field) throws(ClientError) -> ScenePanel {
        ScenePanel(
            panel: try field.id("panel"), client: try field.id("client"),
            app: try field.string("app"), display: try field.string("display"),
            frame: try field.member("frame").rect(), key: try field.optional("key")?.text(),
            title: try field.optional("title")?.text())
    }

    private static func view(_ field: Field) throws(ClientError) -> SceneView {
        SceneView(
            view: try field.id("view"), client: try field.id("client"),
            app: try field.string("app"), display: try field.string("display"),
            kind: try field.choice("kind"), frame: try field.optional("frame")?.rect())
    }

    private static func regions(
        _ kind: String, in root: Field
    ) throws(ClientError) -> [SceneRegion] {
        try root.list("\(kind)s") { field throws(ClientError) in
            SceneRegion(
                name: try field.string(kind), client: try field.id("client"),
                app: try field.string("app"), display: try field.string("display"),
                rect: try field.member("rect").rect())
        }
    }

    private static func client(_ field: Field) throws(ClientError) -> SceneClient {
        SceneClient(
            client: try field.id("client"), app: try field.string("app"),
            roles: try field.list("roles") { role throws(ClientError) in try role.choice() },
            uid: UInt32(clamping: try field.integer("uid")),
            pid: Int32(clamping: try field.integer("pid")))
    }

    private static func plugin(_ field: Field) throws(ClientError) -> PluginState {
        let hasBehaviors = field.optional("behaviors") != nil
        return PluginState(
            name: try field.string("name"), kind: try field.optional("kind")?.choice(),
            path: try field.string("path"), version: try field.optional("version")?.text(),
            state: try field.choice("state"), message: try field.optional("message")?.text(),
            behaviors: hasBehaviors ? try field.list("behaviors", name) : [])
    }

    private static func name(_ field: Field) throws(ClientError) -> String { try field.text() }

    private static func counters(_ field: Field) throws(ClientError) -> [SceneCounter] {
        guard let members = field.node.members else {
            throw .notUnderstood("counters is not an object")
        }
        return members.compactMap { name, value in
            value.integer.map { SceneCounter(name: name, value: $0) }
        }
    }

    private static func appearance(_ field: Field) throws(ClientError) -> Appearance {
        var appearance = Appearance()
        appearance.arrowLength = try field.number("arrowLength")
        appearance.arrowWidth = try field.number("arrowWidth")
        appearance.cornerRadius = try field.number("cornerRadius")
        appearance.margin = try field.number("margin")
        return appearance
    }
}
