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
    /// A shield has swallowed it.
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
