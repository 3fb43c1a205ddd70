// SPDX-License-Identifier: MIT

internal import PopoverModel

/// A value in a TOML text, with its position.
struct TOMLValue: Hashable, Sendable {
    var content: Content
    var position: TOMLPosition

    indirect enum Content: Hashable, Sendable {
        case table([TOMLMember])
        case array([TOMLValue])
        case string(String)
        case integer(Int64)
        case number(Double)
        case boolean(Bool)
        /// A date or a time, which no option accepts.
        case date
    }
}

struct TOMLMember: Hashable, Sendable {
    var key: String
    var position: TOMLPosition
    var value: TOMLValue
}

/// From 1; columns count characters.
struct TOMLPosition: Hashable, Comparable, Sendable {
    /// The index of the file, from 0.
    var file = 0
    var line: Int
    var column: Int

    static func < (left: TOMLPosition, right: TOMLPosition) -> Bool {
        (left.file, left.line, left.column) < (right.file, right.line, right.column)
    }
}

/// Why a text is not TOML.
struct TOMLError: Error, Hashable, Sendable {
    var message: String
    var position: TOMLPosition
}

extension TOMLValue: CustomStringConvertible {
    /// The value in error messages: scalars as in TOML, tables and long lists by their kind.
    var description: String {
        switch content {
        case .table: "a table"
        case .array(let elements) where elements.count > 3: "a list of \(elements.count)"
        case .array(let elements): "\(elements)"
        case .string(let text): TOMLValue.quoted(text)
        case .integer(let number): "\(number)"
        case .number(let number): "\(number)"
        case .boolean(let flag): "\(flag)"
        case .date: "a date"
        }
    }

    /// A key in TOML, bare if possible.
    static func key(_ text: String) -> String {
        let isBare =
            !text.isEmpty
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
        return isBare ? text : quoted(text)
    }

    /// A basic string in TOML. Terminal controls and direction marks are escaped.
    static func quoted(_ text: String) -> String {
        var out = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": out += "\\\""
            case "\\": out += "\\\\"
            case "\n": out += "\\n"
            case "\t": out += "\\t"
            case _ where scalar.isTextControl:
                let digits = String(scalar.value, radix: 16)
                out += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            default: out.unicodeScalars.append(scalar)
            }
        }
        return out + "\""
    }
}
