// SPDX-License-Identifier: MIT

package import PopoverModel
import PopoverWire

/// What a plugin has had the daemon keep popovers out of (K7), so that it is told changes alone.
package struct Occluders: Sendable {
    package struct Place: Hashable, Sendable {
        package let display: String
        /// In points; not empty.
        package let rect: Rect

        package init(display: String, rect: Rect) {
            self.display = display
            self.rect = rect
        }
    }

    /// By name, as the daemon knows them.
    private var told: [String: Place] = [:]

    package init() {}

    /// The lines with which these are all that there are.
    package mutating func become(_ places: [String: Place]) -> [String] {
        var lines: [String] = []
        for (name, place) in places.sorted(by: { $0.key < $1.key }) where told[name] != place {
            lines.append(Self.line(name, place))
        }
        // Last, so that what has another name now is there at any time.
        for name in told.keys.sorted() where places[name] == nil {
            lines.append(
                requestLine("occluder.remove", id: "occluder \(name)") {
                    $0.member("occluder", name)
                })
        }
        told = places
        return lines
    }

    /// A display has gone, and what was on it with it.
    package mutating func forget(_ display: String) {
        told = told.filter { $0.value.display != display }
    }

    private static func line(_ name: String, _ place: Place) -> String {
        requestLine("occluder.set", id: "occluder \(name)") { params in
            params.member("occluder", name)
            params.member("rect", place.rect)
            params.member("display", place.display)
        }
    }
}
