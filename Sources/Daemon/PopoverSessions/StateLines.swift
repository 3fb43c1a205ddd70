// SPDX-License-Identifier: MIT

/// Lines about a state, each of which replaces the unsent one of the same subject.
final class StateLines {
    /// There are few subjects: comparing every name is faster than hashing one.
    private var lines: [(subject: String, line: [UInt8])] = []

    var isEmpty: Bool { lines.isEmpty }

    func set(_ line: [UInt8], for subject: String) {
        if let index = lines.firstIndex(where: { $0.subject == subject }) {
            lines[index].line = line
        } else {
            lines.append((subject, line))
        }
    }

    /// Removes the lines and returns them, oldest subject first.
    func removeAll() -> [[UInt8]] {
        defer { lines.removeAll(keepingCapacity: true) }
        return lines.map(\.line)
    }
}
