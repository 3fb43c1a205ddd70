// SPDX-License-Identifier: MIT

package import PopoverModel
import PopoverWire

/// Where the direct reader answers, the general reader gives the same answer.
///
/// Input: a line, which begins with a brace; or what chooses a request and its changes.
public final class DirectTarget: FuzzTarget {
    public static let name = "direct"
    public static let longest = 512
    public static var seeds: [[UInt8]] {
        let answers = [#"{"saved":true}"#, "{}", #"{"draft":{"a": [1.5, null], "b": "ä"}}"#]
        return RequestLines.samples
            + answers.map { Array(#"{"jsonrpc":"2.0","id":"r12","result":\#($0)}"#.utf8) }
            + Method.allCases.indices.map { [UInt8($0), 255, 255, 0, 0, 0, 0, 0, 0, 0, 1] }
    }

    /// Bytes that mean something to one of the two readers.
    private static let changes = Array(" \"\\,:{}[]0123456789-.eEnt/x\0\u{1f}\u{e4}\u{feff}".utf8)

    private static let mostChanges = 4

    /// How many lines the direct reader has answered.
    public private(set) var answered = 0
    private let decoder = MessageDecoder()
    private let limits: Limits
    private let timing = Timing()

    public convenience init() { self.init(limits: SmallLimits.limits) }

    package init(limits: Limits) { self.limits = limits }

    public func run(_ input: [UInt8]) throws(Broken) {
        let line = Self.line(input)
        guard let direct = decoder.decodeDirectly(line[...], limits: limits, timing: timing) else {
            return
        }
        answered += 1
        let general = decoder.decodeGenerally(line[...], limits: limits, timing: timing)
        // A sign of zero is equal, and yet written.
        guard direct == general, spelling(direct) == spelling(general) else {
            let text = String(decoding: line, as: UTF8.self)
            throw Broken("\(direct) instead of \(general): \(text)")
        }
    }

    private static func line(_ input: [UInt8]) -> [UInt8] {
        guard input.first != UInt8(ascii: "{") else { return input }
        var bytes = InputBytes(input)
        var line = RequestLines.line(&bytes, id: input.count)
        for _ in 0..<mostChanges where !bytes.isEmpty {
            let place = (bytes.number(below: 256) << 8 + bytes.number(below: 256)) % line.count
            switch bytes.number(below: 3) {
            case 0: line[place] = bytes.pick(changes)
            case 1: line.insert(bytes.pick(changes), at: place)
            default: line.remove(at: place)
            }
        }
        return line
    }

    private func spelling(_ incoming: Incoming) -> [UInt8] {
        guard case .request(_, let request) = incoming else { return [] }
        var writer = JSONWriter()
        writer.object(request.writeMembers)
        return writer.bytes
    }
}
