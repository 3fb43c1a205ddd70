// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverWire

/// What holds for everything that the daemon writes.
final class WireChecks {
    private let reader = JSONReader()
    private let encoder = MessageEncoder()
    /// Far above what any failure needs, and far below what a peer reads: a long wrong line brings
    /// no long answer.
    static let longestFailure = 4096

    /// One line, which is one JSON object of JSON-RPC as the protocol takes it.
    func line(_ line: [UInt8]) throws(Broken) -> JSONNode {
        try require(
            line.firstIndex(of: UInt8(ascii: "\n")) == line.count - 1,
            "not one line: \(text(line))")
        let node = try json(line)
        try require(node.member("jsonrpc")?.string == "2.0", "not JSON-RPC: \(text(line))")
        return node
    }

    /// A value that was written reads back.
    func json(_ bytes: [UInt8]) throws(Broken) -> JSONNode {
        do throws(JSONError) {
            return try reader.parse(bytes, depthLimit: MessageDecoder.lineDepth)
        } catch {
            throw Broken("wrote what is no JSON, \(error): \(text(bytes))")
        }
    }

    /// A failure's answer says its code, its words and the request's id, and is short.
    func failure(_ failure: RequestError, id: RequestID) throws(Broken) {
        let bytes = encoder.failure(failure, id: id)
        try require(bytes.count <= Self.longestFailure, "a failure of \(bytes.count) bytes")
        let node = try line(bytes)
        let error = node.member("error")
        try require(error?.member("code")?.integer == Int64(failure.code), "no code: \(failure)")
        try require(error?.member("message")?.string == failure.message, "other words: \(failure)")
        try require(!failure.message.isEmpty, "no words: \(failure)")
        let told = node.member("id")
        switch id {
        case .null: try require(told?.isNull == true, "an id from nowhere")
        case .string(let text): try require(told?.string == text, "another id than \(text)")
        case .number(let text): try require(told?.numberText == text, "another id than \(text)")
        }
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
