// SPDX-License-Identifier: MIT

package import PopoverModel

/// What a window's client calls it.
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

/// The windows of on-screen keyboards, which popovers keep out of (K7).
package struct KeyboardWindows: Sendable {
    private struct Window {
        /// Of its occluder; no other's.
        let name: String
        /// In pixels; nil: nothing of it is to be seen.
        var place: Rect?
        /// The screen was opened anew, and has not told of it since.
        var isDoubtful: Bool
    }

    private let keyboards: Set<String>
    private var windows: [UInt32: Window] = [:]
    private var occluders = Occluders()

    /// - Parameter keyboards: what keyboards call their windows.
    package init(keyboards: [String]) {
        self.keyboards = Set(keyboards.map { $0.lowercased() })
    }

    /// Whether a window is a keyboard's, and is to be followed.
    package mutating func saw(_ id: UInt32, named names: WindowNames) -> Bool {
        guard let keyboard = keyboard(names) else { return false }
        guard windows[id] == nil else { return true }
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

    /// - Parameter place: in pixels; nil: nothing of it is to be seen.
    package mutating func placed(_ id: UInt32, at place: Rect?) {
        windows[id]?.place = place
        windows[id]?.isDoubtful = false
    }

    /// A window is not followed any more: it is told of when it comes again.
    package mutating func gone(_ id: UInt32) { windows[id] = nil }

    /// A display has gone.
    package mutating func forget(_ display: String) { occluders.forget(display) }

    /// The screen is opened anew: its windows are where they were until it has said otherwise.
    package mutating func doubt() {
        for id in windows.keys { windows[id]?.isDoubtful = true }
    }

    /// What was not told of since is not there any more.
    package mutating func settle() { windows = windows.filter { !$0.value.isDoubtful } }

    /// The server is gone, and all windows with it.
    package mutating func end() { windows = [:] }

    /// What the daemon has to be told, with this layout of displays that it knows.
    package mutating func lines(in layout: ScreenLayout) -> [String] {
        var places: [String: Occluders.Place] = [:]
        for window in windows.values {
            guard let place = window.place else { continue }
            for tile in layout.tiles {
                guard let rect = layout.points(place, on: tile) else { continue }
                // It may lie on two displays.
                let isFirst = places[window.name] == nil
                let name = isFirst ? window.name : "\(window.name) on \(tile.display)"
                places[name] = Occluders.Place(display: tile.display, rect: rect)
            }
        }
        return occluders.become(places)
    }

    /// The class counts, the kind's or the instance's; some small programs have none, and are known
    /// by their title.
    private func keyboard(_ names: WindowNames) -> String? {
        let isNamed = !names.instance.isEmpty || !names.kind.isEmpty
        let called = isNamed ? [names.kind, names.instance] : [names.title]
        return called.map { $0.lowercased() }.first { keyboards.contains($0) }
    }
}
