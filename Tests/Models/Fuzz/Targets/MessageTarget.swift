// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverWire

/// A client's line: it is read or refused, by words that a client can read.
///
/// Input: the line. Spaces, escapes and the spelling of names are none of its meaning: as compact
/// text it says the same.
public final class MessageTarget: FuzzTarget {
    public static let name = "message"
    public static let longest = 512
    public static var seeds: [[UInt8]] { RequestLines.samples }

    private let decoder = MessageDecoder()
    private let reader = JSONReader()
    private let checks = WireChecks()
    private let limits = SmallLimits.limits
    private let timing = Timing()

    public init() {}

    public func run(_ input: [UInt8]) throws(Broken) {
        let incoming = decoder.decode(input, limits: limits, timing: timing)
        switch incoming {
        case .request(let id, .invalid(let failure)):
            try checks.failure(failure, id: id ?? .null)
        case .failure(let id, let failure):
            try checks.failure(failure, id: id)
            if case .notJSON(let offset, _) = failure {
                try require((0...input.count).contains(offset), "wrong at \(offset)")
                return
            }
        case .answer(_, .draft(let draft)): try sameAgain(draft.bytes)
        case .request(_, .saveDraft(_, let content, _, _, _)):
            try sameAgain(content.bytes)
            try require(content.count <= limits.content, "\(content.count) bytes of content")
        case .request, .answer, .ignored: break
        }
        let compact = try compacted(input)
        let again = decoder.decode(compact, limits: limits, timing: timing)
        try require(again == incoming, "\(incoming) as compact text is \(again)")
    }

    private func compacted(_ text: [UInt8]) throws(Broken) -> [UInt8] {
        do throws(JSONError) {
            return try reader.parse(text, depthLimit: MessageDecoder.lineDepth).compactText.bytes
        } catch {
            throw Broken("it was JSON, and is not any more: \(error)")
        }
    }

    /// What is handed on as compact text is compact.
    private func sameAgain(_ text: [UInt8]) throws(Broken) {
        try require(try compacted(text) == text, "not compact: \(text)")
    }
}
