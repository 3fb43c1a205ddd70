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
            + frequent.indices.map { [UInt8($0), 255, 255, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3] }
    }

    /// Bytes that mean something to one of the two readers.
    private static let changes = Array(" \"\\,:{}[]0123456789-.eEnt/x\0\u{1f}\u{e4}\u{feff}".utf8)

    private static let mostChanges = 4
    /// Where the methods that are read directly are among all.
    private static let frequent = Method.allCases.indices.filter { index in
        [
            .setSurface, .setSource, .removeSource, .setOccluder, .open, .update, .close,
            .saveDraft, .loadDraft, .tap, .pointer, .publish,
        ].contains(Method.allCases[index])
    }

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
        guard let first = input.first, first != UInt8(ascii: "{") else { return input }
        let method = frequent[Int(first) % frequent.count]
        var bytes = InputBytes([UInt8(method)] + input.dropFirst())
        var line = RequestLines.line(&bytes, id: input.count)
        for _ in 0..<mostChanges where !bytes.isEmpty {
            let place = (bytes.number(below: 256) << 8 + bytes.number(below: 256)) % line.count
            switch bytes.number(below: 6) {
            case 3: line[place] = bytes.pick(changes)
            case 4: line.insert(bytes.pick(changes), at: place)
            case 5: line.remove(at: place)
            default:
                let separator = line[place...].firstIndex { $0 == comma || $0 == colon }
                line.insert(UInt8(ascii: " "), at: (separator ?? place) + 1)
            }
        }
        return line
    }

    private static let comma = UInt8(ascii: ",")
    private static let colon = UInt8(ascii: ":")

    private func spelling(_ incoming: Incoming) -> [UInt8] {
        guard case .request(_, let request) = incoming else { return [] }
        var writer = JSONWriter()
        writer.object(request.writeMembers)
        return writer.bytes
    }
}
