// SPDX-License-Identifier: MIT

package import PopoverModel
import PopoverWire

/// The occluders that a plugin has set (K7), so that it sends only changes.
package struct Occluders: Sendable {
    package struct Place: Hashable, Sendable {
        package let display: String
        /// In points; not empty.
        package let rect: Rect

        package init(display: String, rect: Rect) {
            self.display = display
            self.rect = rect
        }

        package static func == (left: Place, right: Place) -> Bool {
            left.display === right.display && left.rect == right.rect
        }
    }

    /// By name, as sent to the daemon.
    private var current: [Name: Place] = [:]

    package init() {}

    /// The requests that leave exactly these occluders.
    package mutating func replace(with places: [Name: Place]) -> [String] {
        var lines: [String] = []
        for (name, place) in places.sorted(by: { $0.key < $1.key }) where current[name] != place {
            lines.append(Self.line(name.text, place))
        }
        // Last, so that a renamed occluder exists at any time.
        for name in current.keys.sorted() where places[name] == nil {
            lines.append(
                requestLine("occluder.remove", id: "occluder \(name.text)") {
                    $0.member("occluder", name.text)
                })
        }
        current = places
        return lines
    }

    /// A display was removed, with its occluders.
    package mutating func forget(_ display: String) {
        current = current.filter { $0.value.display !== display }
    }

    private static func line(_ name: String, _ place: Place) -> String {
        requestLine("occluder.set", id: "occluder \(name)") { params in
            params.member("occluder", name)
            params.member("rect", place.rect)
            params.member("display", place.display)
        }
    }
}
