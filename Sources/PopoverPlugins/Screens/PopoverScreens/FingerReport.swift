// SPDX-License-Identifier: MIT

public import PopoverModel
import PopoverWire

/// A `pointer` notification: a finger or a mouse button goes down, moves or goes up.
public struct FingerReport: Hashable, Sendable {
    public enum Phase: String, Hashable, Sendable {
        case down, move, up, cancel
    }

    public enum Tool: Hashable, Sendable {
        case touch
        case mouse(Button)
    }

    /// A mouse's button by BTN_LEFT, BTN_RIGHT and BTN_MIDDLE of the kernel; nil: the protocol does not
    /// know it.
    package static func tool(ofButton code: Int32) -> Tool? {
        switch code {
        case 0x110: .mouse(.primary)
        case 0x111: .mouse(.secondary)
        case 0x112: .mouse(.middle)
        default: nil
        }
    }

    /// Servers may use any clock; nearly all use CLOCK_MONOTONIC in milliseconds, modulo 2^32.
    ///
    /// - Parameter now: microseconds of CLOCK_MONOTONIC, as the result.
    package static func time(ofServer milliseconds: UInt32?, now: Int64) -> Int64 {
        guard let milliseconds else { return now }
        let ago = UInt32(truncatingIfNeeded: now / 1000) &- milliseconds
        // The end of the millisecond: it was not before the popover that needed the shield.
        return ago < 2000 ? min(now, (now / 1000 - Int64(ago)) * 1000 + 999) : now
    }

    public enum Button: String, Hashable, Sendable {
        case primary, secondary, middle
    }

    public var phase: Phase
    public var tool: Tool
    /// Unique among fingers that are down.
    public var pointer: Int
    public var display: String
    /// In points.
    public var point: Point
    /// Microseconds of CLOCK_MONOTONIC.
    public var time: Int64
    /// A shield has blocked it.
    public var isSwallowed: Bool

    public init(
        _ phase: Phase, _ tool: Tool, pointer: Int, display: String, point: Point, time: Int64,
        isSwallowed: Bool
    ) {
        self.phase = phase
        self.tool = tool
        self.pointer = pointer
        self.display = display
        self.point = point
        self.time = time
        self.isSwallowed = isSwallowed
    }

    /// The line for the daemon, without its line feed.
    public var line: String { line(id: nil) }

    /// - Parameter id: of the request; nil: a notification.
    package func line(id: String?) -> String {
        requestLine("pointer", id: id) { params in
            params.member("phase", phase.rawValue)
            params.member("x", point.x)
            params.member("y", point.y)
            params.member("pointer", pointer)
            switch tool {
            case .touch: params.member("kind", "touch")
            case .mouse(let button):
                params.member("kind", "mouse")
                params.member("button", button.rawValue)
            }
            params.member("display", display)
            params.member("time", time)
            if isSwallowed { params.member("swallowed", true) }
        }
    }
}
