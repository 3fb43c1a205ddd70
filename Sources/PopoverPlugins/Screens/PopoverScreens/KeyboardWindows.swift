// SPDX-License-Identifier: MIT

package import PopoverModel

package struct WindowNames: Hashable, Sendable {
    package var instance: String
    package var kind: String
    package var title: String

    package init(instance: String, kind: String, title: String) {
        self.instance = instance
        self.kind = kind
        self.title = title
    }
}

/// The windows of on-screen keyboards, which popovers avoid (K7).
package struct KeyboardWindows: Sendable {
    private struct Window {
        /// The unique name of its occluder.
        let name: String
        /// In pixels; nil: not visible.
        var place: Rect?
        /// Not reported since the last connect.
        var isDoubtful: Bool
    }

    /// Further ones are ignored.
    private static let most = 16

    private let keyboards: Set<String>
    private var windows: [UInt32: Window] = [:]
    private var occluders = Occluders()

    /// - Parameter keyboards: classes, or titles of windows without a class.
    package init(keyboards: [String]) {
        self.keyboards = Set(keyboards.map { $0.lowercased() })
    }

    /// Whether a window is a keyboard's, and has to be followed.
    package mutating func saw(_ id: UInt32, named names: WindowNames) -> Bool {
        guard let keyboard = keyboard(names) else { return false }
        guard windows[id] == nil else { return true }
        guard windows.count < Self.most else { return false }
        let taken = Set(windows.values.map(\.name))
        var name = keyboard
        var number = 2
        while taken.contains(name) {
            name = "\(keyboard)-\(number)"
            number += 1
        }
        windows[id] = Window(name: name, place: nil, isDoubtful: false)
        return true
    }

    /// - Parameter place: in pixels; nil: not visible.
    package mutating func placed(_ id: UInt32, at place: Rect?) {
        windows[id]?.place = place
        windows[id]?.isDoubtful = false
    }

    /// A window was unmapped.
    package mutating func gone(_ id: UInt32) { windows[id] = nil }

    /// A display was removed.
    package mutating func forget(_ display: String) { occluders.forget(display) }

    /// After a reconnect windows keep their positions until `settle`.
    package mutating func doubt() {
        for id in windows.keys { windows[id]?.isDoubtful = true }
    }

    /// Removes windows that were not reported since the reconnect.
    package mutating func settle() { windows = windows.filter { !$0.value.isDoubtful } }

    /// The connection is lost.
    package mutating func end() { windows = [:] }

    /// The requests that set the occluders, for this layout of displays.
    package mutating func lines(in layout: ScreenLayout) -> [String] {
        var places: [Name: Occluders.Place] = [:]
        for window in windows.values {
            guard let place = window.place else { continue }
            for tile in layout.tiles {
                guard let rect = layout.points(place, on: tile) else { continue }
                // A window may lie on two displays.
                let isFirst = places[Name(window.name)] == nil
                let name = isFirst ? window.name : "\(window.name) on \(tile.display)"
                places[Name(name)] = Occluders.Place(display: tile.display, rect: rect)
            }
        }
        return occluders.replace(with: places)
    }

    /// A window is known by its class or instance; one without either by its title.
    private func keyboard(_ names: WindowNames) -> String? {
        let isNamed = !names.instance.isEmpty || !names.kind.isEmpty
        let called = isNamed ? [names.kind, names.instance] : [names.title]
        return called.map { $0.lowercased() }.first { keyboards.contains($0) }
    }
}
