// SPDX-License-Identifier: MIT

import ArbiterExploration
import PopoverCore
import PopoverModel

/// A day of a small world in which everybody does anything at any time.
struct RandomDay {
    let world = World(settings: {
        $0.limits.alerts = 3
        $0.limits.alertsPerUser = 5
        $0.timing.renderer = .milliseconds(2000)
    })
    private var dice: Dice
    /// For what changes no more than frames, so that the days stay as they were.
    private var frameDice: Dice
    private var clients: [ClientID] = []
    private var number = 0

    private let displays = ["main", "wall"]
    private let names = ["one", "two"]
    private let rects = [World.cart, World.lamp, Rect(x: 400, y: 500, width: 300, height: 60)]
    private let behaviors = [
        "menu", "action-sheet", "inspector", "task", "split-pane", "oracle", "unheard-of",
    ]

    init(seed: UInt64) {
        dice = Dice(seed: seed)
        frameDice = Dice(seed: seed)
        for _ in 0..<3 { join() }
    }

    mutating func live(steps: Int) {
        for _ in 0..<steps { step() }
    }

    private mutating func step() {
        switch dice.roll(100) {
        case 0..<12: world.advance(Int64(dice.pick([1, 10, 40, 200, 400, 1500])))
        case 12..<15: world.freeze(Int64(dice.roll(300)))
        case 15..<30: answerCall()
        case 30..<34: decide()
        case 34..<37: world.disk = dice.pick([.works, .works, .fails, .holds])
        case 37..<40: if !world.heldOrders.isEmpty { world.letDisk(succeed: dice.chance(70)) }
        case 40: changePolicies()
        case 41: leave()
        case 42..<44: if clients.count < 6 { join() }
        default: request()
        }
    }

    private mutating func join() {
        number += 1
        let roles: [Set<Role>] = [[.app], [.app, .shell], [.shell], [.app, .input]]
        clients.append(
            world.connect(
                dice.pick(["shop", "cafe"]), roles: dice.pick(roles), uid: dice.pick([0, 1000])))
    }

    private mutating func leave() {
        guard clients.count > 1 else { return }
        let client = clients.remove(at: dice.roll(clients.count))
        if dice.chance(50) { world.disconnect(client) } else { world.send(.clientFinished(client)) }
    }

    private mutating func answerCall() {
        guard let call = world.calls.first else { return }
        let answer = dice.pick([
            CallAnswer.empty, .error, .saved, .draftTooDeep, World.work("a"), World.work("b"),
        ])
        if dice.chance(15) {
            world.send(.clientAnswered(dice.pick(clients), call.call, answer))
        } else if dice.chance(80) {
            world.answer(call.client, answer)
        } else {
            _ = world.ignoreCall(of: call.client)
        }
    }

    private mutating func decide() {
        guard let hook = world.questions.first?.hook else { return }
        // A question that is over may be answered all the same.
        world.decide(dice.chance(10) ? nil : dice.pick(VerdictProduct.everyVerdict(at: hook)))
    }

    private mutating func changePolicies() {
        let all = ["idle", "quiet", "exclusive"].map { name in
            var policy = Policy(name: name, hooks: [], idleAfter: .milliseconds(1500))
            for hook in Hook.allCases where dice.chance(40) {
                policy.hooks[hook] = Hooks.Terms(
                    deadline: dice.chance(30) ? .milliseconds(Int64(5 + dice.roll(100))) : nil,
                    fallback: dice.pick(VerdictProduct.everyVerdict(at: hook)))
            }
            return policy
        }
        world.send(.policiesChanged(all.filter { _ in dice.chance(70) }))
    }

    private mutating func request() {
        number += 1
        let id = dice.chance(85) ? RequestID.number("\(number)") : nil
        world.send(.clientRequested(dice.pick(clients), id: id, anyRequest()))
    }
}

extension RandomDay {
    private mutating func anyRequest() -> Request {
        switch dice.roll(20) {
        case 0..<7: openOrClose()
        case 7..<9: gesture()
        case 9..<11: draft()
        case 11..<14: alertOrView()
        case 14..<18: surroundings()
        default: administration()
        }
    }

    private mutating func popover() -> PopoverID {
        let latest = world.scene.popovers.map(\.popover)
        return latest.isEmpty || dice.chance(10)
            ? PopoverID(number: UInt64(dice.roll(30))) : dice.pick(latest)
    }

    private mutating func openOrClose() -> Request {
        switch dice.roll(8) {
        case 0..<5:
            var open = OpenRequest(
                behavior: dice.pick(behaviors), size: Size(width: 320, height: 200),
                place: Place(display: dice.chance(50) ? dice.pick(displays) : nil))
            open.source = dice.chance(50) ? dice.pick(names) : nil
            open.anchor = dice.chance(60) ? dice.pick(rects) : nil
            open.key = dice.chance(70) ? dice.pick(names) : nil
            open.isModal = dice.chance(20)
            open.title = dice.chance(80) ? "Title" : nil
            open.sides = frameDice.chance(30) ? [.start, .bottom] : nil
            open.align = frameDice.pick(Alignment.allCases)
            open.gap = frameDice.chance(30) ? 6 : 0
            open.within = frameDice.pick(Bounds.allCases)
            open.wait = dice.chance(50) ? .milliseconds(Int64(dice.roll(3)) * 300) : nil
            return .open(open)
        case 5: return .choose(popover(), choice: .null)
        case 6: return .close(popover(), outcome: dice.pick([.done, .cancel]))
        default:
            if dice.chance(50) { return .detach(popover(), frame: nil) }
            var changes = PopoverChanges()
            changes.isModal = dice.chance(30)
            changes.anchor = dice.chance(30) ? dice.pick(rects) : nil
            changes.size = Size(width: 400, height: 300)
            return .update(popover(), changes)
        }
    }

    private mutating func gesture() -> Request {
        let point = dice.chance(60) ? dice.pick(rects).center : World.nowhere
        let display = dice.chance(50) ? dice.pick(displays) : nil
        let time = dice.chance(30) ? world.moment(Int64(dice.roll(200)) - 150) : nil
        if dice.chance(20) {
            return .key("Escape", display: display, time: time, isComposing: dice.chance(20))
        }
        let surface = dice.chance(20) ? dice.pick(names) : nil
        let report = TapReport(
            point: point, place: Place(display: display, surface: surface), time: time,
            wasSwallowed: dice.chance(30))
        if dice.chance(60) { return .tap(report) }
        return .pointer(
            PointerReport(phase: dice.pick(PointerReport.Phase.allCases), report: report))
    }

    private mutating func draft() -> Request {
        let key = dice.pick(names)
        switch dice.roll(6) {
        case 0..<3:
            return .saveDraft(
                key: key, content: World.json("work"),
                revision: dice.chance(30) ? Int64(dice.roll(9)) : nil, sync: dice.chance(50))
        case 3: return .loadDraft(key: key)
        case 4: return .listDrafts
        default: return .discardDraft(key: key)
        }
    }

    private mutating func alertOrView() -> Request {
        let display = dice.chance(50) ? dice.pick(displays) : nil
        switch dice.roll(8) {
        case 0..<2:
            var alert = AlertRequest(
                title: "Alert", severity: dice.pick(Severity.allCases),
                buttons: [Button(id: "ok", label: "OK", role: dice.chance(50) ? .cancel : nil)])
            alert.key = dice.chance(40) ? dice.pick(names) : nil
            alert.display = display
            alert.renderer = dice.chance(30) ? .`self` : .shell
            alert.timeout = dice.chance(40) ? .milliseconds(Int64(dice.roll(3000))) : nil
            return .raiseAlert(alert)
        case 2..<5:
            let alerts = world.scene.alerts.map(\.alert)
            let alert = alerts.isEmpty ? AlertID(number: 1) : dice.pick(alerts)
            return dice.chance(80) ? .answerAlert(alert, button: "ok") : .cancelAlert(alert)
        case 5: return .closeView(ViewID(number: UInt64(1 + dice.roll(20))))
        case 6:
            let panel = PanelID(number: UInt64(1 + dice.roll(9)))
            return dice.chance(50) ? .closePanel(panel) : .raisePanel(panel)
        default:
            return .presentView(
                ViewRequest(
                    kind: .modal, frame: dice.chance(50) ? World.main.frame : nil,
                    display: display, closePopover: dice.chance(60)))
        }
    }

    private mutating func surroundings() -> Request {
        let display = dice.chance(50) ? dice.pick(displays) : nil
        let surface = dice.chance(30) ? dice.pick(names) : nil
        if frameDice.chance(20) { return person(display) }
        switch dice.roll(10) {
        case 0..<3:
            return .setSource(
                dice.pick(names), rect: dice.pick(rects), Place(display: display, surface: surface))
        case 3: return .removeSource(dice.pick(names))
        case 4: return .setSurface(dice.pick(names), display: display, frame: dice.pick(rects))
        case 5: return .removeSurface(dice.pick(names))
        case 6: return .setOccluder(dice.pick(names), rect: dice.pick(rects), display: display)
        case 7: return .removeOccluder(dice.pick(names))
        case 8 where dice.chance(30): return .removeDisplay(dice.pick(displays))
        default:
            let size = dice.pick([Size(width: 1280, height: 800), Size(width: 400, height: 800)])
            return .setDisplay(
                DisplaySpecification(
                    name: dice.pick(displays), size: size, hasTranslucency: dice.chance(50),
                    contrast: dice.pick(Appearance.Contrast.allCases),
                    reducesMotion: dice.chance(30), direction: frameDice.chance(50) ? .rtl : nil,
                    tapTime: frameDice.chance(30) ? .milliseconds(2000) : nil,
                    tapSlop: frameDice.chance(30) ? 40 : nil))
        }
    }

    /// A keypad, and what a person needs.
    private mutating func person(_ display: String?) -> Request {
        switch frameDice.roll(4) {
        case 0:
            let person = PersonalSettings(
                textScale: frameDice.chance(50) ? 1.5 : nil, contrast: .high,
                speaks: frameDice.chance(50),
                slowPress: frameDice.chance(30) ? .milliseconds(300) : nil,
                reach: frameDice.chance(50) ? frameDice.pick(rects) : nil)
            return .setSession(display: display, person)
        case 1:
            let client = ClientID(number: UInt64(1 + frameDice.roll(6)))
            return .activateSource(owner: client, source: frameDice.pick(names))
        default: return .navigate(frameDice.pick(Step.allCases), display: display, time: nil)
        }
    }

    private mutating func administration() -> Request {
        let display = dice.chance(50) ? dice.pick(displays) : nil
        switch dice.roll(9) {
        case 0 where dice.chance(50): return .endSession(display: display)
        case 1 where dice.chance(20): return .lockSession(display: display)
        case 1..<5: return .unlockSession(display: display)
        case 5: return .dismiss(popover: popover(), discard: dice.chance(30))
        case 6: return .cancelRequest(.number("\(dice.roll(max(1, number)))"))
        case 0, 7: return .subscribe(topics: [dice.pick(["*", "popover.*"])], since: nil)
        default: return .publish(topic: "app.news", data: .null)
        }
    }
}
