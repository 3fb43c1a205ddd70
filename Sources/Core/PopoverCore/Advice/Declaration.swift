// SPDX-License-Identifier: MIT

public import PopoverModel

/// A client's description of its popover, as far as the guidelines check it.
public struct Declaration: Sendable {
    let request: Shared<OpenRequest>
    /// The name of the behavior, which a plugin may have replaced.
    let behavior: String
    /// The range to which the behavior clamps the width, in points; nil for an unknown behavior.
    let widthRange: ClosedRange<Double>?

    public init(_ request: OpenRequest, widthRange: ClosedRange<Double>?) {
        self.request = Shared(request)
        behavior = request.behavior
        self.widthRange = widthRange
    }

    /// The declaration of an open that is granted as this behavior.
    /// - Parameter widthRange: nil for the behavior's.
    init(
        _ request: Shared<OpenRequest>, of behavior: Shared<Behavior>,
        widthRange: ClosedRange<Double>? = nil
    ) {
        self.request = request
        self.behavior = behavior.name
        self.widthRange = widthRange ?? behavior.widthRange
    }

    var isModal: Bool { request.isModal }
    var title: String? { request.title }
    var help: String? { request.help }
    var buttons: [Button] { request.buttons }
    var appearance: DeclaredAppearance? { request.appearance }

    /// The bundled behaviors, whose need for buttons is known; only plugins know that of others.
    public enum Kind: String, CaseIterable, Codable, Sendable {
        case menu
        case actionSheet = "action-sheet"
        case inspector
        case selection
        case task
        case splitPane = "split-pane"
    }

    var kind: Kind? { Kind(rawValue: behavior) }
}
