// SPDX-License-Identifier: MIT

import PopoverModel

/// How popovers, panels and alerts appear, move and disappear (G19), and what they dim. Where people
/// want nothing to move, nothing is animated.
extension Arbiter {
    /// A popover grows out of the tip of its arrow; a sheet comes from below the display.
    func entrance(of presentation: Presentation, on display: String) -> Animation {
        if let tip = presentation.arrow {
            return animation(.easeOut, from: Rect(origin: tip, size: Self.nothing), on: display)
        }
        let height = displays.value(of: display) { $0.specification.size.height } ?? 0
        let frame = presentation.frame
        let below = Rect(x: frame.x, y: height, width: frame.width, height: frame.height)
        return animation(.easeOut, from: below, on: display)
    }

    /// An alert grows out of its center.
    func entrance(of alert: Rect, on display: String) -> Animation {
        animation(.easeOut, from: Rect(origin: alert.center, size: Self.nothing), on: display)
    }

    /// A frame that stays does not move, whatever else has changed.
    func motion(from start: Rect, to end: Rect, on display: String) -> Animation {
        start == end ? .none : animation(.easeInOut, from: start, on: display)
    }

    /// At most half of the owner's deadline, because the owner answers afterwards. A session's end and a
    /// shutdown hide what is on the screen at once.
    func exit(on display: String, _ closing: Popover.Closing) -> Animation {
        if closing.isFinal || closing.reason == .shutdown { return .none }
        var animation = animation(.easeIn, from: nil, on: display)
        let half = Interval(microseconds: settings.timing.close.microseconds / 2)
        animation.duration = min(animation.duration, half)
        return animation
    }

    private func animation(
        _ easing: Animation.Easing, from start: Rect?, on display: String
    ) -> Animation {
        let isStill = displays.value(of: display) { $0.specification.reducesMotion }
        if settings.appearance.reducesMotion || isStill == true { return .none }
        return Animation(
            isAnimated: true, duration: settings.timing.animation, easing: easing, start: start)
    }

    private static let nothing = Size(width: 0, height: 0)

    func scrim(behind popover: Popover) -> Double? {
        popover.isModal ? settings.appearance.scrim : nil
    }
}
