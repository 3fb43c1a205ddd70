// SPDX-License-Identifier: MIT

package import PopoverModel
package import PopoverScreens

/// A window of a client of the compositor.
package struct StageWindow: Hashable, Sendable {
    package typealias ID = UInt32

    package enum Kind: Hashable, Sendable {
        case toplevel
        /// Lies at a place of its parent.
        case popup(at: Point)
        case layer(LayerRequest)
        /// What an input method offers for the text of its parent, which has the cursor there.
        case candidates(at: Point, textHeight: Double)
    }

    package var id: ID
    package var kind: Kind
    /// The process that has opened its connection.
    package var owner: StageProcess
    /// The configuration lets it lie above popovers, as on-screen keyboards do.
    package var mayBeKeyboard: Bool
    package var parent: ID?
    /// A toplevel's app id, a layer surface's namespace.
    package var name: String
    package var title: String
    /// It has something to show.
    package var isMapped: Bool
    package var size: Size
    /// It keeps the screen on while it is seen, as videos do.
    package var inhibitsBlank = false
    /// A popup that grabs the keys and the mouse.
    package var grabs = false
    /// What a popup that takes presses is for, in its parent.
    package var anchor: Rect?
    /// Where the configuration wants the windows of its app; nil: they fill the first display.
    package var region: Region?

    package struct Region: Hashable, Sendable {
        package var display: String
        /// In points of the display; nil: all of it.
        package var place: Rect?
        /// The position of its app in the configuration.
        package var order: Int?

        package init(display: String, place: Rect? = nil, order: Int? = nil) {
            self.display = display
            self.place = place
            self.order = order
        }
    }

    package init(
        id: ID, kind: Kind, owner: StageProcess, mayBeKeyboard: Bool = false, parent: ID? = nil,
        name: String = "", title: String = "", isMapped: Bool = true,
        size: Size = Size(width: 0, height: 0), region: Region? = nil
    ) {
        self.region = region
        self.id = id
        self.kind = kind
        self.owner = owner
        self.mayBeKeyboard = mayBeKeyboard
        self.parent = parent
        self.name = name
        self.title = title
        self.isMapped = isMapped
        self.size = size
    }

    var holdsCandidates: Bool {
        if case .candidates = kind { true } else { false }
    }

    package var process: UInt32 { owner.number }

    /// The popover or alert that its program says it is. It counts if the daemon knows the window's
    /// process as the one that draws it.
    package var mark: GlassMark? { GlassMark(title: name) ?? GlassMark(title: title) }
}

/// A process, as it was when it opened a connection. The kernel gives its number to another one after its end,
/// while a child process may keep the connection.
package struct StageProcess: Hashable, Sendable {
    package var number: UInt32
    package var user: UInt32
    /// In ticks since the machine started; 0: unknown.
    package var startedAt: UInt64

    package init(number: UInt32, user: UInt32, startedAt: UInt64) {
        self.number = number
        self.user = user
        self.startedAt = startedAt
    }
}

/// What a layer surface asks for, as in `zwlr_layer_surface_v1`.
package struct LayerRequest: Hashable, Sendable {
    package enum Layer: Int32, Hashable, Sendable {
        case background, bottom, top, overlay
    }

    /// Whether people may type into it.
    package enum Keys: Int32, Hashable, Sendable {
        case none
        /// It has the keys while it is shown.
        case exclusive
        case onDemand
    }

    package struct Edges: OptionSet, Hashable, Sendable {
        package let rawValue: Int32
        package init(rawValue: Int32) { self.rawValue = rawValue }

        package static let top = Edges(rawValue: 1)
        package static let bottom = Edges(rawValue: 2)
        package static let left = Edges(rawValue: 4)
        package static let right = Edges(rawValue: 8)
    }

    package var layer: Layer
    package var anchor: Edges
    /// Points that others keep free; 0: none; -1: it lies over those of others.
    package var exclusiveZone: Double
    package var margins: Insets
    /// 0: between the edges that it is anchored to.
    package var size: Size
    /// The output that it asks for, by its number; nil: any.
    package var output: UInt32?
    package var keys: Keys

    package init(
        layer: Layer, anchor: Edges, exclusiveZone: Double, margins: Insets, size: Size,
        output: UInt32? = nil, keys: Keys = .none
    ) {
        self.keys = keys
        self.layer = layer
        self.anchor = anchor
        self.exclusiveZone = exclusiveZone
        self.margins = margins
        self.size = size
        self.output = output
    }

    /// Where it lies in an area.
    func place(in area: Rect) -> Rect {
        let (x, width) = Self.span(
            area.minX, area.maxX, size.width, anchor.contains(.left), anchor.contains(.right),
            margins.left, margins.right)
        let (y, height) = Self.span(
            area.minY, area.maxY, size.height, anchor.contains(.top), anchor.contains(.bottom),
            margins.top, margins.bottom)
        return Rect(x: x, y: y, width: width, height: height)
    }

    private static func span(
        _ low: Double, _ high: Double, _ length: Double, _ isAtLow: Bool, _ isAtHigh: Bool,
        _ lowMargin: Double, _ highMargin: Double
    ) -> (Double, Double) {
        let room = max(1, high - low - lowMargin - highMargin)
        if length <= 0 { return (low + lowMargin, room) }
        switch (isAtLow, isAtHigh) {
        case (true, false): return (low + lowMargin, length)
        case (false, true): return (high - highMargin - length, length)
        case (true, true), (false, false): return (low + (high - low - length) / 2, length)
        }
    }

    /// The edge that it keeps free of others, if it does.
    var keptEdge: Edges? {
        guard exclusiveZone > 0 else { return nil }
        switch anchor {
        case .top, [.top, .left, .right]: return .top
        case .bottom, [.bottom, .left, .right]: return .bottom
        case .left, [.left, .top, .bottom]: return .left
        case .right, [.right, .top, .bottom]: return .right
        default: return nil
        }
    }

    /// The area that it leaves.
    func rest(of area: Rect) -> Rect {
        switch keptEdge {
        case .top?:
            area.inset(by: Insets(top: exclusiveZone + margins.top, left: 0, bottom: 0, right: 0))
        case .bottom?:
            area.inset(
                by: Insets(top: 0, left: 0, bottom: exclusiveZone + margins.bottom, right: 0))
        case .left?:
            area.inset(by: Insets(top: 0, left: exclusiveZone + margins.left, bottom: 0, right: 0))
        case .right?:
            area.inset(by: Insets(top: 0, left: 0, bottom: 0, right: exclusiveZone + margins.right))
        default: area
        }
    }
}
