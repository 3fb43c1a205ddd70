// SPDX-License-Identifier: MIT

/// The frame that plugins draw around the control that a keypad's keys act on.
package enum FocusRing {
    /// In points: the outer half is white and the inner one black, so that one is seen on any ground.
    package static let width = 4.0
}
