// SPDX-License-Identifier: MIT

internal import PopoverClient
public import PopoverModel
internal import PopoverWire

/// The keyboard of a display, which the daemon gives to one client at a time.
public enum FocusSignal: Hashable, Sendable {
    /// The keyboard is the program's: in this popover, view or alert, on this source, or in its window.
    case enter(FocusTarget, display: String)
    /// Something else has it: no key may act until it is back, or people press in the window.
    case leave(display: String)
    /// People press a keypad: move the focus, activate what has it, or explain it; never `back`.
    case move(Step, in: FocusTarget, display: String)
}

/// What a step of a keypad did.
public struct Navigation: Hashable, Sendable {
    public let outcome: NavigationOutcome
    /// The client that has the focus.
    public let client: ClientID?
    /// Its source with the ring.
    public let source: String?
}

/// Keypads, and what a person needs.
extension Client {
    /// Reports a key of a keypad or a switch, which moves the focus through the controls of all clients.
    @discardableResult
    public func navigate(_ step: Step, on display: String? = nil) async throws -> Navigation {
        try await ask(.navigate(step, display: display)) { field throws(ClientError) in
            Navigation(
                outcome: try field.choice("outcome"),
                client: field.node.member("client")?.string.flatMap { ClientID($0) },
                source: field.node.member("source")?.string)
        }
    }

    /// Replaces the personal settings of a session; without any, resets them. They end with the session.
    public func setSession(
        _ settings: PersonalSettings = PersonalSettings(), on display: String? = nil
    ) async throws {
        try await ask(.setSession(display: display, settings)) { _ in }
    }
}

extension Wire {
    func handleFocus(_ method: String, _ params: Field) throws(ClientError) {
        let text = { (name: String) in params.node.member(name)?.string }
        let display = try params.string("display")
        let target = FocusTarget(
            alert: text("alert").flatMap { AlertID($0) },
            popover: text("popover").flatMap { PopoverID($0) },
            view: text("view").flatMap { ViewID($0) }, source: text("source"))
        switch method {
        case "focus.enter": signals.focus.yield(.enter(target, display: display))
        case "focus.leave": signals.focus.yield(.leave(display: display))
        default:
            // A newer daemon may know more steps.
            guard let step = text("step").flatMap({ Step(rawValue: $0) }) else { return }
            signals.focus.yield(.move(step, in: target, display: display))
        }
    }
}
