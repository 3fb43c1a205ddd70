// SPDX-License-Identifier: MIT

/// Words that are counted, each with a place of its own: 0 and up, in the order of `allCases`. A
/// switch, since the compiler makes a single move of it, where finding a word takes a search.
public protocol Countable: CaseIterable, RawRepresentable, Sendable where RawValue == String {
    var place: Int { get }
}

/// How often each of some words has occurred. Counting allocates nothing.
public struct Tally<Word: Countable>: Codable, Hashable, Sendable {
    private var counts: [Int64]

    public init() {
        counts = Array(repeating: 0, count: Word.allCases.count)
    }

    public subscript(word: Word) -> Int64 { counts[word.place] }

    public mutating func count(_ word: Word) { counts[word.place] += 1 }

    /// Every word as it is spelled, with its count.
    public var rows: [(String, Int64)] { Word.allCases.map { ($0.rawValue, self[$0]) } }
}

extension TapVerdict: Countable {
    public var place: Int {
        switch self {
        case .inside: 0
        case .dismissed: 1
        case .swallowed: 2
        case .passed: 3
        case .idle: 4
        case .none: 5
        }
    }
}

extension CloseReason: Countable {
    public var place: Int {
        switch self {
        case .choice: 0
        case .done: 1
        case .cancel: 2
        case .outsideTap: 3
        case .sourceTap: 4
        case .key: 5
        case .replaced: 6
        case .displayChanged: 7
        case .sourceGone: 8
        case .detached: 9
        case .viewPresented: 10
        case .sessionEnded: 11
        case .administrator: 12
        case .idle: 13
        case .clientGone: 14
        case .shutdown: 15
        }
    }
}

extension RefusalReason: Countable {
    public var place: Int {
        switch self {
        case .helloFirst: 0
        case .modalActive: 1
        case .alertActive: 2
        case .popoverActive: 3
        case .superseded: 4
        case .timedOut: 5
        case .cancelled: 6
        case .toggled: 7
        case .unsupportedIdiom: 8
        case .notForWarnings: 9
        case .unknownBehavior: 10
        case .noRenderer: 11
        case .detachNotAllowed: 12
        case .locked: 13
        case .stale: 14
        case .doesNotFit: 15
        case .policy: 16
        }
    }
}
