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
        var id: RequestID?
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
            case .id: id = requestID(line)
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
            return .request(id: id, request)
        case let answer?:
            guard method == nil, case .string(let text) = id, let call = CallID(text)
            else { return nil }
            return .answer(call, answer)
        }
    }

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
