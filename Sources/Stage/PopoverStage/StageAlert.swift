// SPDX-License-Identifier: MIT

package import PopoverModel
import PopoverWire

/// An alert that the stage draws itself, where the daemon's scene says.
package struct StageAlert: Hashable, Sendable {
    package let id: String
    package let title: String
    package let message: String?
    package let severity: Severity
    package let buttons: [Button]
    /// Of its display.
    package var direction: WritingDirection?
    package var language: String?

    init?(_ params: JSONNode?) {
        guard let params, let id = params.member("alert")?.string,
            let title = params.member("title")?.string,
            let severity = params.member("severity")?.string.flatMap(Severity.init(rawValue:))
        else { return nil }
        self.id = id
        self.title = title
        self.severity = severity
        message = params.member("message")?.string
        var buttons = (params.member("buttons")?.elements.map { Array($0) } ?? []).compactMap {
            button -> Button? in
            guard let id = button.member("id")?.string, let label = button.member("label")?.string
            else { return nil }
            return Button(
                id: id, label: label,
                role: button.member("role")?.string.flatMap(Button.Role.init(rawValue:)))
        }
        // It looks like what it is.
        if buttons.count == 1, buttons[0].role == nil { buttons[0].role = .default }
        self.buttons = buttons
    }

    /// The button that the key Enter presses: the only one, whatever its role.
    var defaultButton: Button? {
        buttons.count == 1 ? buttons[0] : buttons.first { $0.role == .default }
    }
}

extension Stage {
    /// Where it is, in the layout; nil: there is none.
    var alertPlace: (alert: StageAlert, tile: Tile, place: Rect)? {
        guard var alert, let shown = scene.alerts.first(where: { $0.id == alert.id }),
            let tile = tiles.first(where: { $0.display === shown.display })
        else { return nil }
        alert.direction = scene.directions[Name(shown.display)]
        alert.language = scene.languages[Name(shown.display)]
        return (alert, tile, shown.frame.offset(by: tile.place.origin))
    }

    mutating func answerAlert(_ button: String) {
        guard let alert else { return }
        orders.append(
            .send(
                requestLine("alert.answer", id: "answer") { params in
                    params.member("alert", alert.id)
                    params.member("button", button)
                }))
    }
}
