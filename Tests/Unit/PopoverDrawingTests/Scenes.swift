// SPDX-License-Identifier: MIT

import PopoverModel

/// Small scenes, as a kiosk would have them.
enum Scenes {
    static let client = ClientID(number: 1)

    static func display(
        _ name: String = "main", width: Double = 800, height: Double = 480,
        insets: Insets = Insets(), direction: WritingDirection? = nil, locked: Bool = false,
        shielded: Bool = false
    ) -> SceneDisplay {
        SceneDisplay(
            specification: DisplaySpecification(
                name: name, size: Size(width: width, height: height), insets: insets,
                direction: direction),
            isLocked: locked, isShielded: shielded)
    }

    static func empty(_ display: SceneDisplay = display()) -> Scene {
        var scene = Scene()
        scene.displays = [display]
        return scene
    }

    static func source(_ name: String, _ rect: Rect, on display: String = "main") -> SceneRegion {
        SceneRegion(name: name, client: client, app: "photos", display: display, rect: rect)
    }

    static func popover(
        _ presentation: Presentation, anchor: Rect, source: String? = "share",
        title: String? = "Share", behavior: String = "menu", closing: CloseReason? = nil,
        passthrough: [Rect] = [], modal: Bool = false, on display: String = "main"
    ) -> ScenePopover {
        ScenePopover(
            popover: PopoverID(number: 1), client: client, app: "photos", behavior: behavior,
            display: display, closing: closing, presentation: presentation, source: source,
            anchor: anchor, passthrough: passthrough, key: nil, title: title, isModal: modal)
    }

    static func alert(
        _ number: UInt64 = 1, severity: Severity = .warning, title: String = "Paper is low",
        message: String? = nil, buttons: [Button] = [Button(id: "ok", label: "OK")],
        frame: Rect? = nil, on display: String = "main"
    ) -> SceneAlert {
        SceneAlert(
            alert: AlertID(number: number), client: client, app: "printer", display: display,
            severity: severity, title: title, message: message, buttons: buttons, frame: frame,
            renderer: nil)
    }

    static let shareButton = Rect(x: 360, y: 40, width: 80, height: 40)

    /// A menu below its button, its tip on the button's lower edge.
    static func menu(closing: CloseReason? = nil) -> Scene {
        var scene = empty(display(shielded: closing == nil))
        scene.sources = [source("share", shareButton)]
        scene.popovers = [
            popover(
                .popover(
                    frame: Rect(x: 240, y: 92, width: 320, height: 200), side: .bottom,
                    arrow: Point(x: 400, y: 80), scrolls: false),
                anchor: shareButton, closing: closing)
        ]
        return scene
    }
}
