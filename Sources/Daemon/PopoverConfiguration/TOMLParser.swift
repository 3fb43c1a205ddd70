// SPDX-License-Identifier: MIT

internal import CTOML

/// Parses TOML with toml++.
enum TOMLParser {
    /// Parses a text to its root table.
    /// - Parameter file: its index among the files that are read as one.
    static func parse(_ text: [UInt8], file: Int = 0) throws(TOMLError) -> TOMLValue {
        var bytes = text
        // An empty array may have no address; toml++ does not read past the length.
        bytes.append(0)
        let parsed = unsafe bytes.withUnsafeBytes { buffer in
            unsafe ctoml_parse(
                buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count - 1)
        }
        guard let document = unsafe parsed else {
            throw TOMLError(
                message: "out of memory", position: TOMLPosition(line: 1, column: 1))
        }
        defer { unsafe ctoml_free(document) }
        guard unsafe ctoml_is_valid(document) else {
            throw unsafe TOMLError(
                message: string(ctoml_error_message(document)),
                position: position(ctoml_error_position(document), file))
        }
        return unsafe tree(of: document, file)
    }

    /// Parents precede their children, so that walking backwards meets every child first.
    private static func tree(of document: OpaquePointer, _ file: Int) -> TOMLValue {
        let count = unsafe ctoml_count(document)
        var members = [[TOMLMember]](repeating: [], count: count)
        for index in stride(from: count - 1, to: 0, by: -1) {
            let node = unsafe ctoml_at(document, index)
            let member = unsafe TOMLMember(
                key: string(node.key), position: position(node.key_position, file),
                value: value(of: node, holding: members[index], file))
            members[unsafe node.parent].append(member)
        }
        return unsafe value(of: ctoml_at(document, 0), holding: members[0], file)
    }

    /// - Parameter reversed: the members or elements in reverse order.
    private static func value(
        of node: ctoml_node, holding reversed: [TOMLMember], _ file: Int
    ) -> TOMLValue {
        let content: TOMLValue.Content =
            switch unsafe node.kind {
            case CTOML_TABLE: .table(reversed.reversed())
            case CTOML_ARRAY: .array(reversed.reversed().map(\.value))
            case CTOML_STRING: .string(unsafe string(node.string))
            case CTOML_INTEGER: .integer(unsafe node.integer)
            case CTOML_FLOAT: .number(unsafe node.number)
            case CTOML_BOOLEAN: .boolean(unsafe node.boolean)
            default: .date
            }
        return unsafe TOMLValue(content: content, position: position(node.value_position, file))
    }

    private static func position(_ position: ctoml_position, _ file: Int) -> TOMLPosition {
        TOMLPosition(file: file, line: Int(position.line), column: Int(position.column))
    }

    private static func string(_ text: ctoml_text) -> String {
        let bytes = unsafe UnsafeBufferPointer(start: text.bytes, count: text.length)
        return unsafe String(decoding: bytes.lazy.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
