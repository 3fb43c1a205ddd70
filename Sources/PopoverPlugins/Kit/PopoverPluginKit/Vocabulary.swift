// SPDX-License-Identifier: MIT

import CPopoverPlugin

/// A side of the source on which a popover may sit; absolute, never mirrored.
public enum Side: Hashable, Sendable {
    case top
    case bottom
    case left
    case right

    var raw: UInt32 {
        switch self {
        case .top: POPOVER_SIDE_TOP
        case .bottom: POPOVER_SIDE_BOTTOM
        case .left: POPOVER_SIDE_LEFT
        case .right: POPOVER_SIDE_RIGHT
        }
    }
}

/// What happens to the draft when a popover closes.
public enum Disposition: Hashable, Sendable {
    case save
    case discard

    var raw: UInt32 {
        switch self {
        case .save: POPOVER_DISPOSITION_SAVE
        case .discard: POPOVER_DISPOSITION_DISCARD
        }
    }
}

/// Why a popover closes.
public enum CloseReason: UInt32, Hashable, Sendable {
    case choice = 1
    case done
    case cancel
    case outsideTap
    case sourceTap
    case key
    case replaced
    case displayChanged
    case sourceGone
    case detached
    case viewPresented
    case sessionEnded
    case administrator
    case idle
    case clientGone
    case shutdown
}

/// The severity of an alert.
public enum Severity: UInt32, Hashable, Comparable, Sendable {
    case info = 1
    case warning
    case critical

    public static func < (left: Severity, right: Severity) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// How a behavior adapts to a display without room for popovers.
public enum CompactAdaptation: Hashable, Sendable {
    case sheet
    case refuse

    var raw: UInt32 {
        switch self {
        case .sheet: POPOVER_COMPACT_SHEET
        case .refuse: POPOVER_COMPACT_REFUSE
        }
    }
}

/// Nil where there is no such string.
func text(_ raw: popover_string) -> String? {
    guard let bytes = unsafe raw.bytes else { return nil }
    let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: Int(raw.length))
    return unsafe String(decoding: buffer, as: UTF8.self)
}

/// Filled up with NONE; more than four sides are dropped.
func rawSides(_ sides: [Side]) -> (UInt32, UInt32, UInt32, UInt32) {
    let numbers = sides.map(\.raw) + Array(repeating: POPOVER_SIDE_NONE, count: 4)
    return (numbers[0], numbers[1], numbers[2], numbers[3])
}
