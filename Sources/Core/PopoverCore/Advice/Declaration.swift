// SPDX-License-Identifier: MIT

public import PopoverModel

/// A client's description of its popover, as far as the guidelines judge it.
public struct Declaration: Codable, Hashable, Sendable {
    public var behavior: String
    public var isModal: Bool
    public var title: String?
    public var help: String?
    public var buttons: [Button]
    public var severity: Severity?
    public var appearance: DeclaredAppearance?
    /// The wanted width, in points.
    public var width: Double
    /// The range to which the behavior clamps the width, in points; nil for an unknown behavior.
    public var widthRange: ClosedRange<Double>?

    public init(_ request: borrowing OpenRequest, widthRange: ClosedRange<Double>?) {
        self.init(request, behavior: request.behavior, widthRange: widthRange)
    }

    /// The declaration of an open that is granted as this behavior.
    /// - Parameter widthRange: nil for the behavior's.
    init(
        _ request: borrowing OpenRequest, of behavior: borrowing Behavior,
        widthRange: ClosedRange<Double>? = nil
    ) {
        self.init(
            request, behavior: behavior.name, widthRange: widthRange ?? behavior.widthRange)
    }

    private init(
        _ request: borrowing OpenRequest, behavior: String, widthRange: ClosedRange<Double>?
    ) {
        self.behavior = behavior
        isModal = request.isModal
        title = request.title
        help = request.help
        buttons = request.buttons
        severity = request.severity
        appearance = request.appearance
        width = request.size.width
        self.widthRange = widthRange
    }

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
