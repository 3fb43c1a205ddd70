// SPDX-License-Identifier: MIT
internal import PopoverModel

/// The envelope of JSON-RPC 2.0.
extension DirectReader {
    private static let version: UInt128 = 0x2230_2e32  // `2.0"`

    /// `{"jsonrpc":"2.0"`, with which most lines begin.
    private static let head: [2 of UInt64] = [0x7072_6e6f_736a_227b, 0x2230_2e32_223a_2263]

    /// A request or an answer; nil where only the general reader can tell.
    static func incoming(_ line: Span<UInt8>, _ limits: Limits, _ timing: Timing) -> Incoming? {
        var reader = DirectReader()
        return reader.incoming(line, limits, timing)
    }

    private mutating func incoming(
        _ line: Span<UInt8>, _ limits: Limits, _ timing: Timing
    ) -> Incoming? {
        var names = DirectNames()
        var id: Range<Int>?
        var method: UInt128?
        var request: Request?
        var answer: CallAnswer?
        if line.word(at: 0) == Self.head[0], line.word(at: 8) == Self.head[1] {
            offset = 16
            _ = names.insert(.jsonrpc)
        }
        while let name = member(line, &names) {
            switch name {
            case .jsonrpc: if word(line) != Self.version { giveUp() }
            case .id: id = self.id(line)
            case .method: method = word(line)
            case .params:
                // Without a method the line is unusual, with another one not frequent.
                request = method.flatMap { self.request($0, line, limits, timing) }
                if request == nil { giveUp() }
            case .result: answer = callAnswer(line)
            default: giveUp()
            }
        }
        guard !hasGivenUp, offset == line.count, names.contains(.jsonrpc) else { return nil }
        switch answer {
        case nil:
            guard let request = consume request else { return nil }
            let requestID = id.flatMap { self.requestID(line, $0) }
            return hasGivenUp ? nil : .request(id: requestID, request)
        case let answer?:
            guard method == nil, let id, let call = Self.callID(line, id) else { return nil }
            return .answer(call, answer)
        }
    }

    // MARK: Ids

    /// Where the id is, with the quotes of a string. Only lines that are read directly need its value.
    private mutating func id(_ line: Span<UInt8>) -> Range<Int>? {
        let start = offset
        if line.byte(at: start) == UInt8(ascii: "\"") {
            _ = text(line)
        } else {
            _ = integer(line)
        }
        return start..<offset
    }

    /// A string, or a number as it is spelled.
    private mutating func requestID(_ line: Span<UInt8>, _ range: Range<Int>) -> RequestID? {
        guard line.byte(at: range.lowerBound) == UInt8(ascii: "\"") else {
            return string(line, range).map { .number($0) }
        }
        let text = range.lowerBound + 1..<range.upperBound - 1
        guard text.count <= RequestID.limit else { return wrong() }
        return string(line, text).map { .string($0) }
    }

    private static func callID(_ line: Span<UInt8>, _ range: Range<Int>) -> CallID? {
        var reader = DirectReader(offset: range.lowerBound)
        return reader.identifier(line)
    }

    // MARK: Answers

    private mutating func callAnswer(_ line: Span<UInt8>) -> CallAnswer? {
        var names = DirectNames()
        var answer = CallAnswer.empty
        while let name = member(line, &names) {
            switch name {
            case .draft where answer == .empty:
                guard let draft = anyJSON(line) else { return nil }
                answer = .draft(draft)
            case .saved where answer == .empty: if flag(line) == true { answer = .saved }
            default: giveUp()
            }
        }
        return answer
    }
}
