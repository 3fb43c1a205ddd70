// SPDX-License-Identifier: MIT

public import PopoverModel

/// Totals since the start.
struct Counters: Codable, Sendable {
    var clients: Int64 = 0
    var opened: Int64 = 0
    var closed: Int64 = 0
    var refused: Int64 = 0
    var taps: Int64 = 0
    var alerts: Int64 = 0
    var draftsSaved: Int64 = 0
    /// Answers that came late or to an unknown call.
    var answersUnawaited: Int64 = 0
    var closings = Tally<CloseReason>()
    var verdicts = Tally<TapVerdict>()
    var refusals = Tally<RefusalReason>()
    /// Refusals by the name of the limit. Used for lookups only: it has no order.
    var hits: [String: Int64] = [:]
}

extension Arbiter {
    /// The complete state, without drafts.
    public var scene: Scene { scene { _ in true } }

    /// The state without the details that the client at this index may not see.
    func scene(forClientAt index: Int) -> Scene {
        let client = clients[index]
        var scene = scene { mayRead(client, of: $0) }
        scene.sequence = sequence(at: index)
        // They rise with every key that another user types.
        if !mayReadAll(client) {
            scene.counters.removeAll { Self.privateCounters.contains($0.name) }
        }
        return scene
    }

    /// The counters that depend on users' input and drafts.
    private static let privateCounters = [
        "draftsHeld", "draftsSaved", "draftsUnstored", "eventsPublished", "tapsJudged",
    ]

    /// - Parameter mayRead: whether details of this user may be included.
    private func scene(_ mayRead: (UInt32) -> Bool) -> Scene {
        var scene = Scene()
        scene.sequence = bus.sequence
        scene.displays = displays.map {
            SceneDisplay(
                specification: $0.specification, session: session.names.session(of: $0.name),
                personal: $0.personal,
                isLocked: $0.isLocked, isShielded: $0.shield.isOn,
                focus: isFocusKnown(on: $0) ? focus(of: $0.name) : nil,
                blankSince: $0.blankSince)
        }
        scene.popovers = (Array(popovers) + hints).map {
            mayRead($0.uid) ? scenePopover($0) : scenePopover($0).withoutPrivateDetails
        }
        scene.waiting = displays.compactMap { display in
            display.waitingOpen.map {
                SceneWaiting(
                    client: $0.client, app: app(of: $0.client) ?? "", display: display.name,
                    behavior: $0.behavior.name)
            }
        }
        scene.alerts = displays.flatMap { display in
            display.alerts.compactMap { id in
                alerts[id].map {
                    let alert = sceneAlert(id, $0, display)
                    return $0.raiser.client == nil || mayRead($0.uid)
                        ? alert : alert.withoutPrivateDetails
                }
            }
        }
        scene.panels = zip(panels.ids, panels).map { id, panel in
            let known = ScenePanel(
                panel: id, client: panel.owner, app: panel.app, display: panel.display,
                frame: panel.frame, key: panel.key, title: panel.title, isPrivate: panel.isPrivate)
            return clients[panel.owner].map { mayRead($0.credentials.uid) } ?? false
                ? known : known.withoutPrivateDetails
        }
        scene.views = zip(views.ids, views).map { id, view in
            SceneView(
                view: id, client: view.owner, app: view.app, display: view.display,
                kind: view.kind, frame: view.frame)
        }
        scene.surfaces = sceneRegions(regions.surfaces)
        scene.sources = sceneRegions(regions.sources).map { source in
            guard source.control != nil else { return source }
            return clients[source.client].map { mayRead($0.credentials.uid) } ?? false
                ? source : source.withoutPrivateDetails
        }
        scene.occluders = sceneRegions(regions.occluders)
        scene.clients = zip(clients.ids, clients).filter(\.1.isGreeted).map { id, client in
            SceneClient(
                client: id, app: client.app,
                roles: client.roles,
                uid: client.credentials.uid, pid: client.credentials.pid)
        }
        scene.behaviors = plugins.behaviors.map(\.name)
        scene.plugins = plugins.states
        scene.counters = sceneCounters
        scene.appearance = settings.appearance
        return scene
    }

    private func scenePopover(_ popover: Popover) -> ScenePopover {
        ScenePopover(
            popover: popover.id, client: popover.owner, app: popover.app,
            behavior: popover.behavior.name, display: popover.display,
            closing: popover.closing?.reason, presentation: popover.presentation,
            source: popover.source,
            anchor: anchorRect(of: popover) ?? popover.presentation.frame,
            passthrough: passthroughRects(of: popover.outline),
            avoid: popover.request.avoid.map { $0.offset(by: popover.origin) }, key: popover.key,
            title: popover.title,
            isModal: popover.isModal, isPrivate: popover.request.isPrivate)
    }

    private func sceneAlert(_ id: AlertID, _ alert: Alert, _ display: Display) -> SceneAlert {
        SceneAlert(
            alert: id, client: alert.raiser.client, app: alert.app, display: alert.display,
            severity: alert.severity, title: alert.title, message: alert.message,
            buttons: alert.buttons,
            frame: display.presented == id ? alert.showing?.frame : nil,
            renderer: alert.showing?.renderer, isPrivate: alert.isPrivate)
    }

    private func sceneRegions(_ regions: RegionIndex) -> [SceneRegion] {
        displays.names.flatMap { regions.onDisplay($0) }.map {
            SceneRegion(
                name: $0.key.name, client: $0.key.client, app: app(of: $0.key.client) ?? "",
                display: $0.display, rect: $0.rect, control: $0.control?.value)
        }
    }

    private var sceneCounters: [SceneCounter] {
        [
            SceneCounter(name: "alertsRaised", value: counters.alerts),
            SceneCounter(name: "answersUnawaited", value: counters.answersUnawaited),
            SceneCounter(name: "clientsJoined", value: counters.clients),
            SceneCounter(name: "draftsHeld", value: Int64(drafts.count)),
            SceneCounter(name: "draftsSaved", value: counters.draftsSaved),
            SceneCounter(name: "draftsUnstored", value: Int64(unstoredDrafts)),
            SceneCounter(name: "eventsPublished", value: bus.sequence),
            SceneCounter(name: "popoversClosed", value: counters.closed),
            SceneCounter(name: "popoversOpened", value: counters.opened),
            SceneCounter(name: "popoversRefused", value: counters.refused),
            SceneCounter(name: "tapsJudged", value: counters.taps),
        ]
    }
}
