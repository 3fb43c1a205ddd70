// SPDX-License-Identifier: MIT

package import PopoverModel

/// An output of the compositor; its place is in the layout, in which outputs lie side by side.
package struct StageOutput: Hashable, Sendable {
    package var id: UInt32
    package var name: String
    /// In points.
    package var place: Rect
    /// Pixels per point.
    package var scale: Double

    package init(id: UInt32, name: String, place: Rect, scale: Double) {
        self.id = id
        self.name = name
        self.place = place
        self.scale = scale
    }
}

/// A finger or a mouse button that people press.
package enum Presser: Hashable, Sendable {
    case finger(Int32)
    /// The kernel's code.
    case button(Int32)
}

package enum StageEvent: Sendable {
    case outputs([StageOutput])
    case windowChanged(StageWindow)
    case windowGone(StageWindow.ID)
    /// A window has drawn what was awaited.
    case windowDrew(StageWindow.ID)
    /// An answer to `isAlive`.
    case windowAlive(StageWindow.ID, Bool)
    case input(StageInput)
    /// A program lets people drag something with what they press; nil: no more.
    case dragged(Presser?)
    /// People have pressed a button of the alert that the stage draws.
    case alertPressed(button: String)
    /// A line of the daemon's.
    case line(String)
    case connected
    case disconnected
    /// A line of the daemon's to the connection for a guest.
    case guestLine(String, for: StageProcess)
    /// The connection for a guest is gone.
    case guestLost(StageProcess)
    /// The time of `wake`.
    case woke
}

/// A step of people: of a finger, a mouse or a key. Points are in the layout; `time` is the compositor's, in
/// milliseconds.
package enum StageInput: Hashable, Sendable {
    case pressed(Presser, at: Point, time: UInt32)
    case moved(Presser, to: Point, time: UInt32)
    case released(Presser, time: UInt32)
    case canceled(Presser)
    case pointed(at: Point, time: UInt32)
    case wheeled(WheelStep, at: Point, time: UInt32)
    case key(StageKey)
    /// The modifiers of a keyboard have changed.
    case modifiers(KeyboardState)
}

/// A key that goes down or up.
package struct StageKey: Hashable, Sendable {
    /// The kernel's code.
    package var code: Int32
    /// Of xkbcommon.
    package var symbol: UInt32
    package var isDown: Bool
    package var time: UInt32
    package var keyboard: KeyboardState
    /// An input method shows text that it may still change.
    package var isComposing: Bool

    package init(
        _ code: Int32, symbol: UInt32 = 0, isDown: Bool, time: UInt32,
        keyboard: KeyboardState = KeyboardState(), isComposing: Bool = false
    ) {
        self.code = code
        self.symbol = symbol
        self.isDown = isDown
        self.time = time
        self.keyboard = keyboard
        self.isComposing = isComposing
    }
}

/// A keyboard's keymap and modifiers at a time: programs get them before what is typed then.
package struct KeyboardState: Hashable, Sendable {
    /// The compositor's number of it; 0: as it is.
    package var keymap: UInt32
    /// Masks of xkbcommon.
    package var depressed: UInt32
    package var latched: UInt32
    package var locked: UInt32
    package var group: UInt32
    /// An input method types on it what it has got and not composed.
    package var isForwarded: Bool

    package init(
        keymap: UInt32 = 0, depressed: UInt32 = 0, latched: UInt32 = 0, locked: UInt32 = 0,
        group: UInt32 = 0, isForwarded: Bool = false
    ) {
        self.keymap = keymap
        self.depressed = depressed
        self.latched = latched
        self.locked = locked
        self.group = group
        self.isForwarded = isForwarded
    }
}

package struct WheelStep: Hashable, Sendable {
    /// As in `wl_pointer.axis_source`.
    package enum Source: Int32, Hashable, Sendable {
        case wheel, finger, continuous, tilt
    }

    package var source: Source
    package var isHorizontal: Bool
    /// In points; 0: fingers have left the touchpad.
    package var delta: Double
    /// As wlroots counts them; 0: the device has none.
    package var steps: Int32

    package init(source: Source = .wheel, isHorizontal: Bool, delta: Double, steps: Int32) {
        self.source = source
        self.isHorizontal = isHorizontal
        self.delta = delta
        self.steps = steps
    }

    /// Both as one; nil: each counts.
    func merged(with next: WheelStep) -> WheelStep? {
        // After a stop, apps let the page move on.
        guard source == next.source, isHorizontal == next.isHorizontal, delta != 0, next.delta != 0
        else { return nil }
        return WheelStep(
            source: source, isHorizontal: isHorizontal, delta: delta + next.delta,
            steps: steps &+ next.steps)
    }
}

/// What the compositor is to do.
package enum StageOrder: Hashable, Sendable {
    /// Sends a line to the daemon.
    case send(String)
    /// Writes a line for whoever sets the kiosk up.
    case log(String)
    /// Gives up the connection, which does not answer.
    case disconnect
    /// Sends a line to the daemon over the connection for a guest, which is made with its first line.
    case sendFor(StageProcess, String)
    /// Ends the connection for a guest.
    case endFor(StageProcess)
    /// Turns all outputs on or off; their displays stay.
    case turnOutputs(isOn: Bool)
    /// The screen is to look so.
    case show(Picture)
    case press(Presser, at: Point, time: UInt32)
    case move(Presser, to: Point, time: UInt32)
    case release(Presser, time: UInt32)
    case cancel(Presser)
    /// What people drag comes to a place where no window gets it.
    case dragNowhere(at: Point)
    /// Ends a drag without a drop.
    case cancelDrag
    case point(at: Point, time: UInt32)
    /// The mouse points at no window.
    case pointNowhere
    case wheel(WheelStep, time: UInt32)
    case key(StageKey)
    case modifiers(KeyboardState)
    /// Shows another terminal of the machine, from 1 on.
    case switchTerminal(UInt32)
    /// People have pressed the alert that the stage draws, and lifted their finger again.
    case pressAlert(from: Point, to: Point)
    /// Asks a popup to close.
    case dismiss(StageWindow.ID)
    /// Reports when a window's program, which is asked to, has drawn most of a part of the window; nil: of
    /// all of it.
    case awaitDrawing(StageWindow.ID, Rect?)
    /// Nobody gets what was copied or composed before.
    case forgetSession
    /// Reports whether a window's program has answered since `awaitDrawing`.
    case askAlive(StageWindow.ID)
    /// At a time in microseconds of CLOCK_MONOTONIC; it replaces an earlier one.
    case wake(at: Int64)
}
