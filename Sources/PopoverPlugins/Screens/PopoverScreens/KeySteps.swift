// SPDX-License-Identifier: MIT

import CEvdev
import PopoverWire

/// A step of `navigate`: what people want of the focus.
package enum NavigationStep: String, Hashable, Sendable {
    case next, previous, up, down, left, right, activate, back, help

    /// Whether a key that is held down repeats it.
    var repeats: Bool {
        switch self {
        case .next, .previous, .up, .down, .left, .right: true
        case .activate, .back, .help: false
        }
    }

    /// The request of scans, which need its answer.
    static let scan = "scan"

    /// The line for the daemon, without its line feed.
    /// - Parameter time: microseconds of CLOCK_MONOTONIC.
    package func line(on display: String, time: Int64, isScan: Bool = false) -> String {
        requestLine("navigate", id: isScan ? Self.scan : nil) { params in
            params.member("step", rawValue)
            params.member("display", display)
            params.member("time", time)
        }
    }
}

/// Maps the keys of a keypad, by the kernel's codes, to steps.
package struct KeySteps: Hashable, Sendable {
    private var steps: [UInt16: NavigationStep] = [
        UInt16(KEY_UP): .up, UInt16(KEY_DOWN): .down,
        UInt16(KEY_LEFT): .left, UInt16(KEY_RIGHT): .right,
        UInt16(KEY_ENTER): .activate, UInt16(KEY_KPENTER): .activate,
        UInt16(KEY_TAB): .next,
        UInt16(KEY_BACK): .back, UInt16(KEY_ESC): .back,
        UInt16(KEY_HELP): .help, UInt16(KEY_F1): .help,
    ]

    /// Another meaning of a key.
    package struct Meaning: Hashable, Sendable {
        let code: UInt16
        let step: NavigationStep?

        /// `code=step`, or `code=none`; nil: the entry is neither.
        package init?(_ entry: String) {
            let parts = entry.split(separator: "=", omittingEmptySubsequences: false)
            guard parts.count == 2, let code = UInt16(parts[0]) else { return nil }
            self.code = code
            step = NavigationStep(rawValue: String(parts[1]))
            guard step != nil || parts[1] == "none" else { return nil }
        }
    }

    package init(_ meanings: [Meaning]) {
        for meaning in meanings { steps[meaning.code] = meaning.step }
    }

    /// The step of a key's event; nil: none.
    package func step(type: UInt16, code: UInt16, value: Int32) -> NavigationStep? {
        guard Int32(type) == EV_KEY, let step = steps[code] else { return nil }
        return value == 1 || value == 2 && step.repeats ? step : nil
    }
}
