// SPDX-License-Identifier: MIT

package import PopoverModel

/// Lines of every method, made of bytes: each byte chooses a param's value, some that hold and some
/// that do not. The description of the protocol says what params a method has.
package enum RequestLines {
    package struct Param {
        package let name: String
        package let isOptional: Bool
        /// What `RequestValues` knows the values of.
        package let kind: String
    }

    package static func params(of method: Method) -> [Param] {
        members(of: method).split(separator: " ").map { member in
            let parts = member.split(separator: ":").map(String.init)
            let isOptional = parts[0].first == "?"
            let name = isOptional ? String(parts[0].dropFirst()) : parts[0]
            // Most opens without an anchor say no more than that there is none.
            return Param(
                name: name, isOptional: isOptional && !(method == .open && name == "anchor"),
                kind: RequestValues.kind(of: name, type: parts[1]))
        }
    }

    private struct Template {
        var method: String
        var members: [Member]
        /// The line from the method to its parameters' bracket.
        var head: [UInt8]
    }

    private struct Member {
        var name: String
        var isOptional: Bool
        var values: [String]
        /// `"name":value` for each value: joining bytes is cheap, and lines are made all the time.
        var spellings: [[UInt8]]
    }

    private static let templates = Method.allCases.map { method in
        Template(
            method: method.rawValue, members: params(of: method).map(member),
            head: Array(#""method":"\#(method.rawValue)","params":{"#.utf8))
    }

    private static func member(_ param: Param) -> Member {
        let values = RequestValues.values(of: param.kind)
        return Member(
            name: param.name, isOptional: param.isOptional, values: values,
            spellings: values.map { Array("\"\(param.name)\":\($0)".utf8) })
    }

    /// Those that a session mostly consists of come more often.
    private static let order: [Int] = {
        let often: [Method] = [
            .open, .open, .open, .open, .close, .update, .detach, .tap, .tap, .pointer, .saveDraft,
            .raiseAlert, .raiseAlert, .answerAlert, .presentView, .setSource, .choose, .key,
        ]
        return Array(Method.allCases.indices)
            + often.compactMap { Method.allCases.firstIndex(of: $0) }
    }()

    /// A request of some method; a number as its id, or none.
    static func line(_ bytes: inout InputBytes, id: Int?) -> [UInt8] {
        let template = templates[bytes.pick(order)]
        // One byte leaves out what it does not need, one each chooses what it says.
        var mask = UInt32(bytes.byte())
        mask |= template.members.count > 12 ? UInt32(bytes.byte()) << 8 : mask << 8
        // A third byte would shift what kept inputs say; the last params come with the first.
        mask |= mask << 16
        var line = Array(#"{"jsonrpc":"2.0","#.utf8)
        line.reserveCapacity(512)
        if let id { line += Array("\"id\":\(id),".utf8) }
        line += template.head
        var isFirst = true
        for member in template.members {
            if member.isOptional {
                let isLeftOut = mask & 1 == 0
                mask >>= 1
                if isLeftOut { continue }
            }
            if !isFirst { line.append(UInt8(ascii: ",")) }
            isFirst = false
            line += bytes.pick(member.spellings)
        }
        line.append(UInt8(ascii: "}"))
        line.append(UInt8(ascii: "}"))
        return line
    }

    /// Every method with few members and with many, and the examples of the description.
    static var samples: [[UInt8]] {
        var samples = [Array(#"{"jsonrpc":"2.0","id":"r1","result":{"draft":{"a":[1]}}}"#.utf8)]
        for method in Method.allCases.indices {
            for rest in [[0, 0], [255, 255, 1, 2, 3, 1, 2, 3, 1, 1, 1, 1]] as [[UInt8]] {
                var bytes = InputBytes([UInt8(method)] + rest)
                samples.append(line(&bytes, id: method))
            }
        }
        return samples + examples.map { Array($0.utf8) }
    }

    /// Methods, members and words, for the fuzzer's dictionary.
    static var words: [String] {
        let members = templates.flatMap { $0.members.map(\.name) }
        let values = templates.flatMap { $0.members.flatMap(\.values) }
        return templates.map(\.method) + members + values
    }
}
