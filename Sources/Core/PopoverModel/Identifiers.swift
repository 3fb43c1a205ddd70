// SPDX-License-Identifier: MIT

/// A name that the daemon gives out: a letter for its kind and a number that only rises. It is
/// never reused while the daemon lives, so that a stale name is simply unknown.
public protocol Identifier: Codable, Comparable, CustomStringConvertible, Hashable, Sendable {
    static var letter: Unicode.Scalar { get }
    /// As errors call it.
    static var kind: String { get }
    var number: UInt64 { get }
    init(number: UInt64)
}

extension Identifier {
    public var description: String { "\(Self.letter)\(number)" }

    /// Reads the name as the wire spells it: `p1`, never `p01` or `p+1`.
    public init?(_ text: String) {
        let digits = text.utf8.dropFirst()
        guard text.utf8.first == Self.letter.utf8.first,
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            digits.count == 1 || digits.first != UInt8(ascii: "0"),
            let number = UInt64(Substring(digits))
        else { return nil }
        self.init(number: number)
    }

    public static func < (left: Self, right: Self) -> Bool { left.number < right.number }

    /// In recordings its number alone stands for it.
    public init(from decoder: any Decoder) throws {
        self.init(number: try decoder.singleValueContainer().decode(UInt64.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(number)
    }
}

/// A connection, `c1`.
public struct ClientID: Codable, Identifier {
    public static let letter: Unicode.Scalar = "c"
    public static let kind = "client"
    public let number: UInt64
    public init(number: UInt64) { self.number = number }
}

/// A granted popover, `p1`.
public struct PopoverID: Codable, Identifier {
    public static let letter: Unicode.Scalar = "p"
    public static let kind = "popover"
    public let number: UInt64
    public init(number: UInt64) { self.number = number }
}

/// A raised alert, `a1`.
public struct AlertID: Codable, Identifier {
    public static let letter: Unicode.Scalar = "a"
    public static let kind = "alert"
    public let number: UInt64
    public init(number: UInt64) { self.number = number }
}

/// A detached popover, `n1`.
public struct PanelID: Codable, Identifier {
    public static let letter: Unicode.Scalar = "n"
    public static let kind = "panel"
    public let number: UInt64
    public init(number: UInt64) { self.number = number }
}

/// A modal view or sheet of a client's own, `v1`.
public struct ViewID: Codable, Identifier {
    public static let letter: Unicode.Scalar = "v"
    public static let kind = "view"
    public let number: UInt64
    public init(number: UInt64) { self.number = number }
}

/// A tap or swipe of which an app was notified, `g1`. Only that app can use it.
public struct GestureID: Codable, Identifier {
    public static let letter: Unicode.Scalar = "g"
    public static let kind = "gesture"
    public let number: UInt64
    public init(number: UInt64) { self.number = number }
}

/// What one customer does on a display, `s1764312345678`: the milliseconds of CLOCK_REALTIME at its
/// beginning, so that a later run of the daemon gives out other numbers.
public struct SessionID: Codable, Identifier {
    public static let letter: Unicode.Scalar = "s"
    public static let kind = "session"
    public let number: UInt64
    public init(number: UInt64) { self.number = number }
}

/// A request of the daemon's to a client, `r1`; the id of its JSON-RPC request.
public struct CallID: Codable, Identifier {
    public static let letter: Unicode.Scalar = "r"
    public static let kind = "call"
    public let number: UInt64
    public init(number: UInt64) { self.number = number }
}

/// A question to a behavior, `q1`.
public struct QuestionID: Codable, Identifier {
    public static let letter: Unicode.Scalar = "q"
    public static let kind = "question"
    public let number: UInt64
    public init(number: UInt64) { self.number = number }
}

/// An order to the shell that is answered later, `t1`: to the disk, or an administrator's.
public struct TicketID: Codable, Identifier {
    public static let letter: Unicode.Scalar = "t"
    public static let kind = "ticket"
    public let number: UInt64
    public init(number: UInt64) { self.number = number }
}

/// The id of a client's request, given back as it came.
public enum RequestID: Codable, Hashable, Sendable {
    case string(String)
    /// The number's source text, which need not fit any integer.
    case number(String)
    case null

    /// As messages for people name it.
    public var text: String {
        switch self {
        case .string(let text), .number(let text): text
        case .null: "null"
        }
    }

    public static func == (left: RequestID, right: RequestID) -> Bool {
        switch (left, right) {
        case (.string(let left), .string(let right)), (.number(let left), .number(let right)):
            left === right
        case (.null, .null): true
        default: false
        }
    }
}
