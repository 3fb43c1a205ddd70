// SPDX-License-Identifier: MIT

import PopoverWire

/// A JSON value under construction; an encoder fills in its parts in any order.
final class CodedValue {
    enum Content {
        case null
        case bool(Bool)
        case integer(Int64)
        case natural(UInt64)
        case double(Double)
        case string(String)
        case array([CodedValue])
        case object([(name: String, value: CodedValue)])
    }

    var content: Content

    init(_ content: Content = .null) {
        self.content = content
    }

    /// The JSON text; unordered values are sorted by it.
    var text: [UInt8] {
        var writer = JSONWriter()
        write(to: &writer)
        return writer.bytes
    }
}

extension CodedValue: JSONWritable {
    /// Writes infinities, which JSON lacks, as strings that `Double.init` reads.
    func write(to writer: inout JSONWriter) {
        switch content {
        case .null: writer.null()
        case .bool(let bool): writer.value(bool)
        case .integer(let number): writer.value(number)
        case .natural(let number): writer.value(number)
        case .double(let number) where number.isFinite: writer.value(number)
        case .double(let number): writer.value(number.description)
        case .string(let string): writer.value(string)
        case .array(let elements):
            writer.array { array in
                for element in elements { array.value(element) }
            }
        case .object(let members):
            writer.object { object in
                for (name, value) in members { object.member(JSONName(name), value) }
            }
        }
    }
}
