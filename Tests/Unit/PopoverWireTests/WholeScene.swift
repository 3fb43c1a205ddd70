// SPDX-License-Identifier: MIT
import PopoverModel

private let c1 = ClientID(number: 1)
private let c2 = ClientID(number: 2)

let sheet = Presentation.sheet(
    frame: Rect(x: 0, y: 0, width: 400, height: 800), scrolls: true, needsCloseButton: true)

let popoverPresentation = Presentation.popover(
    frame: Rect(x: 10, y: 20.5, width: 320, height: 200), side: .bottom,
    arrow: Point(x: 50, y: 8.5), scrolls: false)

private var wholeFocus: DisplayFocus {
    var focus = DisplayFocus()
    focus.client = c1
    focus.app = "a"
    focus.pid = 12
    focus.target = FocusTarget(
        alert: AlertID(number: 1), popover: PopoverID(number: 2), view: ViewID(number: 3),
        source: "pay")
    focus.rect = Rect(x: 1, y: 2, width: 3, height: 4)
    focus.hasRing = true
    focus.isForeign = true
    return focus
}

/// A plugin whose every member is another than by default.
let wholePlugin = {
    var plugin = PluginState(
        name: "idle", kind: .policy, path: "/usr/lib/idle.py", version: "2", state: .suspended,
        message: "it fails too often", behaviors: ["task"], tier: .program,
        hooks: [.open, .outsideTap, .idle])
    plugin.statistics.questions = 12
    plugin.statistics.badVerdicts = 3
    plugin.statistics.slowAnswers = 4
    plugin.statistics.slowest = Interval(microseconds: 50_123)
    plugin.statistics.restarts = 5
    plugin.service = PluginService(
        state: .connecting, message: "no bus", time: Instant(microseconds: 3_000_000))
    return plugin
}()

/// A scene in which every member is there, and in which every member that need not be is missing.
var wholeScene: Scene {
    var scene = Scene()
    scene.sequence = 9_007_199_254_740_991
    scene.displays = [
        SceneDisplay(
            specification: wall, session: SessionID(number: 7), personal: person, isLocked: true,
            isShielded: false, focus: wholeFocus, blankSince: Instant(microseconds: 5)),
        SceneDisplay(
            specification: DisplaySpecification(name: "main", size: Size(width: 1280, height: 800)),
            isLocked: false, isShielded: true),
    ]
    scene.popovers = scenePopovers
    scene.waiting = [SceneWaiting(client: c2, app: "b", display: "wall", behavior: "task")]
    scene.alerts = sceneAlerts
    addWindows(to: &scene)
    scene.clients = [
        SceneClient(client: c1, app: "a", roles: Role.allCases, uid: .max, pid: .max),
        SceneClient(client: c2, app: "", roles: [], uid: 0, pid: 1),
    ]
    scene.behaviors = ["menu", "task"]
    scene.plugins = [
        PluginState(
            name: "menu", kind: .behaviors, path: "/usr/lib/menu.so", version: "1.0",
            state: .loaded, message: "an update failed", behaviors: ["menu"]),
        wholePlugin,
        PluginState(
            name: "x.so", kind: nil, path: "/usr/lib/x.so", version: nil, state: .failed,
            message: nil, behaviors: []),
    ]
    scene.counters = [
        SceneCounter(name: "taps", value: 3), SceneCounter(name: "another", value: -1),
    ]
    scene.limits = [
        SceneLimit(
            name: "clients", value: 9, used: 3, peak: 5, holder: "user 1000", hits: 1),
        SceneLimit(name: "message", value: 4096),
    ]
    scene.appearance.margin = 0.5
    scene.appearance.arrowLength = 13
    scene.appearance.arrowWidth = 25
    scene.appearance.cornerRadius = 0
    scene.appearance.material = .opaque
    scene.appearance.contrast = .high
    scene.appearance.reducesMotion = true
    scene.server = SceneServer(
        name: "popoverd 0.1.0", started: Instant(microseconds: 7), uptime: .milliseconds(9),
        socket: "/run/s", configuration: "/etc/c", state: "/var/d")
    return scene
}

private let scenePopovers = [
    ScenePopover(
        popover: PopoverID(number: 1), client: c1, app: "a", behavior: "menu", display: "wall",
        closing: .outsideTap, presentation: popoverPresentation, source: "button",
        anchor: Rect(x: 1, y: 2, width: 0, height: 0),
        passthrough: [Rect(x: 0.1, y: -1e300, width: 1e-300, height: 5)],
        avoid: [Rect(x: 3, y: 4, width: 5, height: 6)], key: "k", title: "é\"\n",
        isModal: true, isPrivate: true),
    ScenePopover(
        popover: PopoverID(number: .max), client: c2, app: "b", behavior: "task", display: "main",
        closing: nil, presentation: sheet, source: nil,
        anchor: Rect(x: 1, y: 2, width: 3, height: 4), passthrough: [], key: nil, title: nil,
        isModal: false),
]

private let sceneAlerts = [
    SceneAlert(
        alert: AlertID(number: 1), client: c1, app: "a", display: "wall", severity: .critical,
        title: "Paper", message: "Out of it",
        buttons: [Button(id: "ok", label: "OK", role: .cancel)],
        frame: Rect(x: 1, y: 2, width: 320, height: 160), renderer: c2, isPrivate: true),
    SceneAlert(
        alert: AlertID(number: 2), client: nil, app: "a", display: "wall", severity: .info,
        title: "", message: nil, buttons: [Button(id: "a", label: "A")], frame: nil, renderer: nil),
]

private func addWindows(to scene: inout Scene) {
    let rect = Rect(x: 5, y: 6, width: 7, height: 8)
    scene.panels = [
        ScenePanel(
            panel: PanelID(number: 1), client: c1, app: "a", display: "wall", frame: rect, key: "k",
            title: "Ink", isPrivate: true),
        ScenePanel(
            panel: PanelID(number: 2), client: c1, app: "a", display: "wall", frame: rect, key: nil,
            title: nil),
    ]
    scene.views = [
        SceneView(
            view: ViewID(number: 1), client: c1, app: "a", display: "wall", kind: .modal,
            frame: rect),
        SceneView(
            view: ViewID(number: 2), client: c1, app: "a", display: "main", kind: .sheet,
            frame: nil),
    ]
    scene.surfaces = [SceneRegion(name: "w", client: c1, app: "a", display: "wall", rect: rect)]
    scene.sources = [
        SceneRegion(
            name: "one", client: c1, app: "a", display: "wall", rect: rect,
            control: Control(
                label: "One", help: "Opens one.", role: .tab, isDisabled: true, isPrivate: true)),
        SceneRegion(name: "two", client: c2, app: "b", display: "main", rect: rect),
    ]
    scene.occluders = [SceneRegion(name: "o", client: c2, app: "b", display: "wall", rect: rect)]
}
