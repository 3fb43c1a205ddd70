// SPDX-License-Identifier: MIT

package import PopoverModel

/// What the screen shows, from the back to the front, in points of the layout.
package struct Picture: Hashable, Sendable {
    package enum Level: Int, Hashable, Comparable, Sendable {
        case background, app, dimmedApp, popover, keyboard, dimmedPopover, alert, ring

        package static func < (one: Level, other: Level) -> Bool { one.rawValue < other.rawValue }
    }

    package struct Shown: Hashable, Sendable {
        package let window: StageWindow.ID
        package let level: Level
        package let place: Rect
        /// Where its popups stay.
        package let room: Rect
        /// A window that chooses its size: the most that it may choose. Others are asked for their place's.
        package let most: Size?
        /// What the window has outside is neither seen nor pressed.
        package let clip: Rect

        /// - Parameter clip: nil: the place.
        init(
            window: StageWindow.ID, level: Level, place: Rect, room: Rect, most: Size? = nil,
            clip: Rect? = nil
        ) {
            self.window = window
            self.level = level
            self.place = place
            self.room = room
            self.most = most
            self.clip = clip ?? place
        }

        fileprivate func contains(_ point: Point) -> Bool {
            place.contains(point) && clip.contains(point)
        }
    }

    /// What the stage draws itself.
    package struct Drawn: Hashable, Sendable {
        package enum Kind: Hashable, Sendable {
            /// Black, as opaque as the number says.
            case dim(Double)
            /// Hides what a program has left.
            case veil
            /// A popover's body below its window; the tip of its arrow, nil for a sheet.
            case bubble(side: Side?, tip: Point?, Appearance)
            case ring
            case alert(StageAlert)
        }

        package let kind: Kind
        package let level: Level
        package let place: Rect
    }

    /// The last of a level is on top.
    package var windows: [Shown] = []
    package var drawn: [Drawn] = []
    /// The window that has the keyboards; nil: nobody.
    package var focus: StageWindow.ID?

    package init() {}

    /// The topmost window at a place, of some or of all.
    package func window(at point: Point, among some: Set<StageWindow.ID>? = nil) -> Shown? {
        // Of several of a level the last one: the first of those reversed.
        windows.reversed().filter { $0.contains(point) && some?.contains($0.window) != false }
            .max { $0.level < $1.level }
    }
}
