// SPDX-License-Identifier: MIT

package import PopoverModel
import PopoverWire

/// The windows of a screen: which show popovers and alerts, which lie above them, and which are
/// drop-downs of their owners.
package struct GlassWindows: Sendable {
    /// As the server knows a window.
    package struct Facts: Hashable, Sendable {
        package var title: String
        /// 0: unknown.
        package var process: UInt32
        /// Window managers leave it alone, as they do menus.
        package var isOverride: Bool
        /// It has pixels.
        package var isDrawn: Bool
        package var isKeyboard: Bool
        /// It is a menu or a drop-down list, by its type.
        package var isMenu: Bool

        package init(
            title: String = "", process: UInt32, isOverride: Bool = false, isDrawn: Bool = true,
            isKeyboard: Bool = false, isMenu: Bool = false
        ) {
            self.title = title
            self.process = process
            self.isOverride = isOverride
            self.isDrawn = isDrawn
            self.isKeyboard = isKeyboard
            self.isMenu = isMenu
        }
    }

    /// A window right below the root.
    package struct Stacked: Hashable, Sendable {
        package let window: UInt32
        /// It is a window manager's, as frames are.
        package let isManagers: Bool

        package init(window: UInt32, isManagers: Bool = false) {
            self.window = window
            self.isManagers = isManagers
        }
    }

    /// What restores the order.
    package enum Repair: Hashable, Sendable {
        case lower(UInt32, below: UInt32)
        case raise(UInt32, above: UInt32)
        /// Only a window manager moves frames: it is asked to raise the window in one.
        case ask(UInt32, above: UInt32)
    }

    private struct Window {
        var mark: GlassMark?
        var process: UInt32
        var isOverride: Bool
        var isKeyboard: Bool
        /// In the order in which windows were shown.
        let number: Int
        /// Its outermost ancestor below the root.
        var top: UInt32
        /// In pixels; nil: not visible, or not known yet.
        var place: Rect?
        var isPlaced = false
        var isReported = false
    }

    /// Further windows without and with a mark are ignored.
    private static let mostUnmarked = 96
    private static let mostMarked = 16
    /// Further reports about a popover or an alert are dropped.
    private static let mostReports = 8

    private var windows: [UInt32: Window] = [:]
    private var latest = 0
    private var reports: [GlassMark: Int] = [:]

    package init() {}

    // MARK: What the server says

    /// Notes a window that was mapped; whether it has to be followed.
    package mutating func saw(_ id: UInt32, _ facts: Facts) -> Bool {
        guard facts.isDrawn, facts.process != 0 else { return facts.isKeyboard }
        let mark = GlassMark(title: facts.title)
        if windows[id] == nil {
            guard facts.isKeyboard || hasRoom(isMarked: mark != nil) else { return false }
            latest += 1
            windows[id] = Window(
                mark: mark, process: facts.process, isOverride: facts.isOverride,
                isKeyboard: facts.isKeyboard, number: latest, top: id)
        }
        windows[id]?.mark = mark
        windows[id]?.process = facts.process
        windows[id]?.isOverride = facts.isOverride
        windows[id]?.isKeyboard = facts.isKeyboard
        return true
    }

    private func hasRoom(isMarked: Bool) -> Bool {
        let alike = windows.values.count { !$0.isKeyboard && ($0.mark != nil) == isMarked }
        return alike < (isMarked ? Self.mostMarked : Self.mostUnmarked)
    }

    /// - Parameter place: in pixels; nil: not visible.
    package mutating func placed(_ id: UInt32, at place: Rect?, top: UInt32) {
        windows[id]?.place = place
        windows[id]?.top = top
        windows[id]?.isPlaced = true
    }

    /// A window was unmapped, or cannot be followed.
    package mutating func gone(_ id: UInt32) { windows[id] = nil }

    /// The connection is lost.
    package mutating func end() { self = GlassWindows() }

    // MARK: Marked windows

    /// Whether a window shows a popover or an alert that has closed, by the process that drew it.
    package func isLeftover(_ id: UInt32, _ scene: GlassScene) -> Bool {
        guard let window = windows[id], let mark = window.mark else { return false }
        return scene.isClosed(mark, by: window.process)
    }

    /// Windows of what has closed.
    package func leftovers(_ scene: GlassScene) -> [UInt32] {
        guard !scene.closed.isEmpty else { return [] }
        return windows.keys.filter { isLeftover($0, scene) }.sorted()
    }

    /// Drop-downs of popovers whose owners hang: their grabs take everybody's taps.
    package func hungDropDowns(_ scene: GlassScene) -> [UInt32] {
        scene.closed.filter(\.isHung).flatMap { dropDowns(of: $0.item).map(\.id) }.sorted()
    }

    /// Whether a window of what is shown is on the screen.
    package func areMarked(_ scene: GlassScene) -> Bool {
        windows.values.contains { item(of: $0, scene) != nil }
    }

    private func item(of window: Window, _ scene: GlassScene) -> GlassScene.Item? {
        guard let mark = window.mark else { return nil }
        return scene.items.first { $0.mark == mark && $0.process == window.process }
    }

    // MARK: Drop-downs

    /// Menus and drop-downs that popovers have opened, and their places in pixels, if known. An alert
    /// on the display leaves none.
    package func dropDowns(_ scene: GlassScene) -> [UInt32: Rect?] {
        let alerted = Set(scene.items.filter { $0.mark.kind == .alert }.map(\.display))
        var found: [UInt32: Rect?] = [:]
        for item in scene.items
        where item.mark.kind == .popover && !alerted.contains(item.display) {
            for (id, window) in dropDowns(of: item) { found[id] = .some(window.place) }
        }
        return found
    }

    private func dropDowns(of item: GlassScene.Item) -> [(id: UInt32, window: Window)] {
        let own = windows.filter { $0.value.process == item.process }
        let marked = own.values.filter { $0.mark == item.mark }.min { $0.number < $1.number }
        guard let marked else { return [] }
        return own.filter { _, window in
            window.isOverride && window.mark == nil && !window.isKeyboard
                && window.number > marked.number && window.top != marked.top
                && (window.place != nil || !window.isPlaced)
        }.map { (id: $0.key, window: $0.value) }
    }

    // MARK: The order

    /// What has to move so that alerts lie above popovers, and both above windows of others; and the
    /// reports of those others.
    /// - Parameter stack: the lowest first.
    package mutating func judge(
        _ stack: [Stacked], _ scene: GlassScene
    ) -> (repairs: [Repair], reports: [String]) {
        reports = reports.filter { entry in scene.items.contains { $0.mark == entry.key } }
        let shown = shownWindows
        var below: [(item: GlassScene.Item, id: UInt32, window: Window, place: Rect)] = []
        var repairs: [Repair] = []
        var lines: [String] = []
        for entry in stack {
            guard let id = shown[entry.window], id != entry.window || !entry.isManagers,
                let window = windows[id], let place = window.place,
                !below.isEmpty || window.mark != nil
            else { continue }
            let own = item(of: window, scene)
            let covered = below.filter { lower in
                lower.place.overlaps(place) && !mayLie(window, own, above: lower.item)
            }
            if let own { below.append((own, id, window, place)) }
            guard let highest = covered.last else { continue }
            repairs += self.repairs(id, window, above: covered.map { ($0.id, $0.window) })
            if own == nil, let line = report(id, above: highest.item) { lines.append(line) }
        }
        return (repairs, lines)
    }

    /// Has others lie above a window.
    /// - Parameter others: the lowest first.
    private func repairs(
        _ id: UInt32, _ window: Window, above others: [(id: UInt32, window: Window)]
    ) -> [Repair] {
        // It goes alone: what lies above the others keeps its place there.
        if window.top == id { return [.lower(id, below: others[0].window.top)] }
        let framed = others.filter { $0.window.top != $0.id }
        let others = others.filter { $0.window.top == $0.id }
        return framed.map { .ask($0.id, above: id) }
            + others.reversed().map { .raise($0.id, above: window.top) }
    }

    /// The window that people see, by what lies below the root: a frame shows the one inside it.
    private var shownWindows: [UInt32: UInt32] {
        var shown: [UInt32: UInt32] = [:]
        for (id, window) in windows {
            let known = shown[window.top].flatMap { windows[$0] }
            let isInner = known == nil || window.top != id && known?.mark == nil
            // Tk has its mark on a window around its own.
            if isInner || window.mark != nil { shown[window.top] = id }
        }
        return shown
    }

    private func mayLie(
        _ window: Window, _ own: GlassScene.Item?, above item: GlassScene.Item
    ) -> Bool {
        if window.isKeyboard { return true }
        if own?.mark.kind == .popover && item.mark.kind == .alert { return false }
        return own != nil || window.process == item.process
    }

    /// The event for the bus, once for each window.
    private mutating func report(_ id: UInt32, above item: GlassScene.Item) -> String? {
        guard let window = windows[id], !window.isReported,
            reports[item.mark, default: 0] < Self.mostReports
        else { return nil }
        windows[id]?.isReported = true
        reports[item.mark, default: 0] += 1
        return requestLine("bus.publish", id: "windows report") { params in
            params.member("topic", "app.x11.foreign-window")
            params.name("data")
            params.object { data in
                data.member("display", item.display)
                data.member("pid", Int64(window.process))
                data.member(JSONName(item.mark.kind.rawValue), item.mark.id)
            }
        }
    }
}
