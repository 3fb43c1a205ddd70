// SPDX-License-Identifier: MIT

import PopoverModel

/// Lines about a state, each of which replaces the unsent one of the same subject.
struct StateLines {
    typealias Entry = (subject: String, line: [UInt8])

    /// Almost always the only one; outside of the array, it takes no memory.
    private var first: Entry?
    /// There are few subjects: comparing every name is faster than hashing one.
    private var others: [Entry] = []

    var isEmpty: Bool { first == nil }

    mutating func set(_ line: [UInt8], for subject: String) {
        if first == nil || first?.subject === subject {
            first = (subject, line)
        } else if let index = others.firstIndex(where: { $0.subject === subject }) {
            others[index].line = line
        } else {
            others.append((subject, line))
        }
    }

    /// Calls the body with each line, oldest subject first.
    func forEach(_ body: ([UInt8]) -> Void) {
        guard let first else { return }
        body(first.line)
        for other in others { body(other.line) }
    }
}
