// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel

/// What may be on a display: a chapter of the matrix.
enum MatrixState: String, CaseIterable {
    case free = "Free"
    case visible = "Visible, nonmodal"
    case modal = "Visible, modal"
    case closing = "Closing"
    case waitingOpen = "Closing, and an open waits"
    case waitingView = "Closing, and a view waits"
    case alert = "Alert alone"
    case visibleUnderAlert = "Visible under an alert"
    case closingUnderAlert = "Closing under an alert"
    case waitingUnderAlert = "An open waits under an alert"
    case view = "View"
    case popoverInView = "Popover revealed from a view"
    case asking = "Visible, and its behavior is asked about a tap"
    case disposing = "Closing, and a policy is asked what becomes of the draft"
    case held = "Visible, and a policy holds an alert"
    case warned = "Visible under a warning that nobody is there"
    case locked = "Locked"
    case hint = "Hint"
    case panel = "Panel"
    case closingPanel = "Panel that is asked for its draft"
    case pinged = "Visible, modal, and its owner is pinged"
    case pingedView = "View, and its owner is pinged"
    case pingedShell = "Alert, another alert waits, and the shell is pinged"
    case asked = "Free, and only what people ask for may open"
    case tapped = "The same, and people have just tapped the owner's source"

    /// Brings it about.
    func arrange(_ people: MatrixPeople) {
        switch self {
        case .free: break
        case .visible: people.open()
        case .modal: people.open { $0.isModal = true }
        case .closing: people.open(); people.dismiss()
        case .waitingOpen: people.open(); people.dismiss(); people.openOther()
        case .waitingView:
            people.open()
            people.world.present(by: people.other, closing: true, label: "waiting view")
        case .alert: people.raise()
        case .visibleUnderAlert: people.open(); people.raise()
        case .closingUnderAlert: people.open(); people.dismiss(); people.raise()
        case .waitingUnderAlert: people.raise(); people.openOther()
        case .view: people.world.present(by: people.owner, label: "first view")
        case .popoverInView:
            people.world.present(by: people.owner, label: "first view")
            people.open()
        case .asking: people.open("oracle"); people.dismiss()
        case .disposing:
            people.open()
            people.world.setPolicies(Policy(name: "keeper", hooks: [.disposition]))
            people.dismiss()
        case .held:
            people.open()
            people.world.setPolicies(Policy(name: "quiet", hooks: [.alert]))
            people.world.raise(by: people.other, label: "first raise")
            people.world.decide(.alert(.hold(.milliseconds(30_000))))
        case .warned:
            people.open()
            people.world.setPolicies(
                Policy(name: "idle", hooks: [.idle], idleAfter: .milliseconds(1000)))
            people.world.advance(1000)
            people.world.decide(.idle(.warn(MatrixPeople.warning)))
            people.world.answer(people.shell)
            people.world.advance(100)
        case .locked: people.lock()
        case .hint: people.openHint()
        case .panel: people.openPanel()
        case .closingPanel:
            people.openPanel()
            people.lock()
            people.world.ask(people.shell, "first unlock", .unlockSession(display: nil))
        case .pinged:
            people.world.answersPings = false
            people.open { $0.isModal = true }
            people.dismiss()
        case .pingedView:
            people.world.answersPings = false
            people.world.present(by: people.owner, label: "first view")
            people.openOther()
        case .pingedShell:
            people.world.answersPings = false
            people.raise()
            people.world.raise(by: people.owner, label: "waiting raise")
        case .asked: people.ask()
        case .tapped:
            people.ask()
            people.world.tap(World.cart.center, by: people.shell)
        }
    }
}

/// Who is there in every cell of the matrix.
struct MatrixPeople {
    let world = World()
    let owner: ClientID
    let other: ClientID
    /// Renders alerts, shields, and administers.
    let shell: ClientID

    static let warning = IdleWarning(
        title: "Still there?", message: nil, button: "Yes", timeout: .milliseconds(30_000),
        then: .endSession)

    init() {
        owner = world.connect("owner")
        other = world.connect("other")
        shell = world.connect("shell", roles: [.shell], uid: 0)
        world.source("cart", World.cart, by: owner)
        world.source("lamp", World.lamp, by: other)
        world.save("mail", "old", by: owner)
        world.advance(1000)
    }

    func open(
        _ behavior: String = "inspector", _ change: (inout OpenRequest) -> Void = { _ in }
    ) {
        world.open(behavior, by: owner, from: "cart", label: "first open") {
            $0.key = "mail"
            change(&$0)
        }
        if behavior == "oracle" { world.decide(.abstain) }
        world.advance(100)
    }

    func openOther() { world.open("menu", by: other, from: "lamp", label: "waiting open") }

    func dismiss() { world.tap(World.nowhere, by: shell) }

    func openHint() {
        var hint = Behavior(name: "hint")
        hint.isHint = true
        world.send(.behaviorLoaded(hint))
        open("hint") { $0.key = nil }
    }

    func openPanel() {
        open()
        world.detach(1, by: owner)
    }

    func lock() { world.ask(shell, "first lock", .lockSession(display: nil)) }

    /// Has the display open only what people ask for.
    func ask() {
        var display = World.main
        display.opens = .asked
        world.ask(shell, "first set", .setDisplay(display))
    }

    func raise() {
        world.raise(by: other, label: "first raise")
        world.answer(shell)
        world.advance(100)
    }
}
