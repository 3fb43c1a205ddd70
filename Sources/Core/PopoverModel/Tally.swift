// SPDX-License-Identifier: MIT

/// An enum without payloads whose cases are counted.
public protocol Countable: CaseIterable, Equatable, RawRepresentable, Sendable
where RawValue == String, AllCases == [Self] {}

/// How often each case has occurred. Counting allocates nothing.
public struct Tally<Word: Countable>: Codable, Hashable, Sendable {
    @usableFromInline var counts: [Int64]

    private enum CodingKeys: CodingKey {
        case counts
    }

    public init() {
        counts = Array(repeating: 0, count: Word.allCases.count)
    }

    /// Older recordings count fewer words: new ones are declared last.
    public init(from decoder: any Decoder) throws {
        let known = try decoder.container(keyedBy: CodingKeys.self)
            .decode([Int64].self, forKey: .counts)
        counts = known + Array(repeating: 0, count: max(0, Word.allCases.count - known.count))
    }

    public subscript(word: Word) -> Int64 { counts[Self.index(of: word)] }

    @inlinable
    public mutating func count(_ word: Word) { counts[Self.index(of: word)] += 1 }

    /// Specialized, this compares bytes of a static array, in the order of declaration.
    @inlinable
    static func index(of word: Word) -> Int { Word.allCases.firstIndex(of: word) ?? 0 }

    /// Every case as it is spelled, with its count.
    public var rows: [(String, Int64)] { zip(Word.allCases, counts).map { ($0.rawValue, $1) } }
}

extension Method: Countable {}
extension TapVerdict: Countable {}
extension CloseReason: Countable {}
extension RefusalReason: Countable {}
