// SPDX-License-Identifier: MIT

import ArbiterExploration
import PopoverCore
import PopoverModel

/// What may happen: a row of each chapter of the matrix.
enum MatrixEvent: String, CaseIterable {
    case openAgain = "the owner opens from its source again"
    case openAnother = "the owner opens from elsewhere"
    case openOther = "the other client opens"
    case openImpatiently = "the other client opens with `waitMs` 0"
    case tapInside = "tap in the popover's place"
    case tapOwnSource = "tap on the owner's source"
    case tapOtherSource = "tap on the other's source, blocked by a shield"
    case tapElsewhere = "tap elsewhere"
    case escape = "Escape"
    case choose = "the owner sends `popover.choose`"
    case done = "the owner sends `popover.close`, done"
    case cancel = "the owner sends `popover.close`, cancel"
    case detach = "the owner sends `popover.detach`"
    case makeModal = "the owner makes it modal"
    case handOver = "the owner answers `willClose` with a draft"
    case disconnectOwner = "the owner's connection ends"
    case disconnectOther = "the other's connection ends"
    case raise = "the owner raises a critical alert"
    case answerAlert = "people answer the alert"
    case present = "the other presents a view"
    case presentClosing = "the other presents a view with `closePopover`"
    case closeView = "the owner closes its view"
    case removeSource = "the owner's source goes"
    case shrink = "the display becomes compact"
    case removeDisplay = "the display is removed"
    case dismiss = "an administrator dismisses"
    case lock = "the session is locked"
    case end = "the session ends"
    case shutDown = "the daemon shuts down"
    case verdict = "the plugin that is asked says: close, discarding"
    case policiesGo = "the policies go"
    case deadline = "250 ms pass"
    case pause = "5 s pass"

    func happen(_ people: MatrixPeople) {
        let world = people.world
        let popover = PopoverID(number: 1)
        switch self {
        case .openAgain:
            world.open("inspector", by: people.owner, from: "cart") { $0.key = "mail" }
        case .openAnother:
            let inside = Rect(x: 640, y: 240, width: 20, height: 20)
            world.open("menu", by: people.owner, at: inside)
        case .openOther: world.open("menu", by: people.other, from: "lamp")
        case .openImpatiently:
            world.open("menu", by: people.other, from: "lamp") { $0.wait = .milliseconds(0) }
        case .tapInside: world.tap(Point(x: 500, y: 180), by: people.owner)
        case .tapOwnSource: world.tap(World.cart.center, by: people.owner)
        case .tapOtherSource: world.tap(World.lamp.center, by: people.shell, swallowed: true)
        case .tapElsewhere: world.tap(Point(x: 1200, y: 600), by: people.shell)
        case .escape: world.escape(by: people.shell)
        case .choose: world.choose(1, by: people.owner)
        case .done: world.close(1, .done, by: people.owner)
        case .cancel: world.close(1, .cancel, by: people.owner)
        case .detach: world.detach(1, by: people.owner)
        case .makeModal: world.update(1, by: people.owner) { $0.isModal = true }
        case .handOver:
            guard world.calls.contains(where: { $0.client == people.owner }) else { return }
            world.answer(people.owner, World.work("new"))
        case .disconnectOwner: world.disconnect(people.owner)
        case .disconnectOther: world.disconnect(people.other)
        case .raise: world.raise("Fire", .critical, by: people.owner)
        case .answerAlert: world.answerAlert(1, by: people.shell)
        case .present: world.present(by: people.other)
        case .presentClosing: world.present(by: people.other, closing: true)
        case .closeView: world.closeView(1, by: people.owner)
        case .removeSource: world.tell(people.owner, .removeSource("cart"))
        case .shrink:
            var display = World.main
            display.idiom = .phone
            world.ask(people.shell, "set", .setDisplay(display))
        case .removeDisplay: world.ask(people.shell, "remove", .removeDisplay("main"))
        case .dismiss:
            world.ask(people.shell, "dismiss", .dismiss(popover: popover, discard: false))
        case .lock: world.ask(people.shell, "lock", .lockSession(display: nil))
        case .end: world.ask(people.shell, "end", .endSession(display: nil))
        case .shutDown: world.send(.shutdownRequested)
        case .verdict:
            if let hook = world.questions.first?.hook {
                world.decide(.closing(.close(.discard), at: hook))
            }
        case .policiesGo: world.setPolicies()
        case .deadline: world.advance(250)
        case .pause: world.advance(5000)
        }
    }
}
