// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverWire

/// Something on a display that people have to know of.
struct VisibleWindow: Hashable {
    enum Role {
        case alert
        case dialog
        case menu
        case toolTip
        case window
    }

    /// The daemon's name, such as `p1`.
    var identifier: String
    var role: Role
    var name: String
    var description: String
    /// In pixels of its display: x, y, width, height.
    var frame: [Double]
    var isModal: Bool
    /// Whether it has the keyboard.
    var isActive = false

    /// Reads a scene, from the bottom to the top.
    static func all(in scene: JSONNode) -> [VisibleWindow] {
        let displays = Displays(scene)
        let labels = sourceLabels(scene)
        var windows: [VisibleWindow] = []
        func add(_ list: String, _ identifier: String, _ describe: (JSONNode) -> VisibleWindow?) {
            scene.member(list)?.elements?.forEach { element in
                guard var window = describe(element) else { return }
                let display = displays[element.member("display")?.string]
                window.frame = window.frame.map { $0 * display.scale }
                window.isActive =
                    display.focus.map { $0 == [identifier, window.identifier] } ?? false
                windows.append(window)
            }
        }
        add("views", "view") { view in
            VisibleWindow(view, "view", role: .dialog, isModal: true)
        }
        add("panels", "panel") { panel in
            VisibleWindow(panel, "panel", role: .window, isModal: false)
        }
        add("popovers", "popover") { popover in
            guard popover.member("state")?.string == "visible" else { return nil }
            return VisibleWindow(
                popover, "popover", role: Role(behavior: popover.member("behavior")?.string),
                label: SourceName(popover).flatMap { labels[$0] },
                isModal: popover.member("modal")?.bool == true)
        }
        add("alerts", "alert") { alert in
            guard alert.member("state")?.string == "presented" else { return nil }
            return VisibleWindow(alert, "alert", role: .alert, isModal: true)
        }
        return windows
    }

    /// - Parameter label: its name if it has no title.
    private init?(
        _ node: JSONNode, _ kind: String, role: Role, label: String? = nil, isModal: Bool
    ) {
        guard let identifier = node.member(kind)?.string else { return nil }
        self.identifier = identifier
        self.role = role
        self.isModal = isModal
        // What is private is shown, but not announced.
        let isPrivate = node.member("private")?.bool == true
        let words = isPrivate ? nil : node.member("title")?.string ?? label
        name = words ?? node.member("app")?.string ?? ""
        description = isPrivate ? "" : node.member("message")?.string ?? ""
        frame = ["x", "y", "width", "height"].map { side in
            node.member("frame")?.member(side)?.double ?? 0
        }
    }

    private static func sourceLabels(_ scene: JSONNode) -> [SourceName: String] {
        var labels: [SourceName: String] = [:]
        scene.member("sources")?.elements?.forEach { source in
            guard source.member("private")?.bool != true, let name = SourceName(source) else {
                return
            }
            labels[name] = source.member("label")?.string
        }
        return labels
    }
}

extension VisibleWindow.Role {
    fileprivate init(behavior: String?) {
        switch behavior {
        case "menu": self = .menu
        case "hint": self = .toolTip
        default: self = .dialog
        }
    }
}

private struct SourceName: Hashable {
    let client: String
    let source: Name

    init?(_ node: JSONNode) {
        guard let client = node.member("client")?.string,
            let source = node.member("source")?.string
        else { return nil }
        self.client = client
        self.source = Name(source)
    }
}

/// Of each display, the pixels of a point, and what has the keyboard: its kind and its identifier.
private struct Displays {
    private var displays: [Name: (scale: Double, focus: [String]?)] = [:]

    init(_ scene: JSONNode) {
        scene.member("displays")?.elements?.forEach { display in
            guard let name = display.member("display")?.string else { return }
            let focus = display.member("focus")
            let holders = ["alert", "popover", "view"].compactMap { kind in
                focus?.member(kind)?.string.map { [kind, $0] }
            }
            displays[Name(name)] = (display.member("scale")?.double ?? 1, holders.first)
        }
    }

    subscript(name: String?) -> (scale: Double, focus: [String]?) {
        name.flatMap { displays[Name($0)] } ?? (1, nil)
    }
}
