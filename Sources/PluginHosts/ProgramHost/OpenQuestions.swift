// SPDX-License-Identifier: MIT

internal import PopoverModel

/// What a program was asked and has not answered. A plugin that is asked the same as a policy and
/// as a behavior's is asked once, and its answer counts for both: the facts and id are the same.
struct OpenQuestions {
    struct Entry {
        let hook: Hook
        let asked: Instant
        var respondents: [Respondent]
    }

    /// By rising ids. Hardly ever more than two: looking through them costs less than a dictionary.
    private var entries: [(id: QuestionID, entry: Entry)] = []

    var isEmpty: Bool { entries.isEmpty }

    func hook(of id: QuestionID) -> Hook? { index(of: id).map { entries[$0].entry.hook } }

    /// Whether it has to be put; otherwise it is under way already.
    mutating func add(
        _ id: QuestionID, _ respondent: Respondent, at hook: Hook, now: Instant
    ) -> Bool {
        if let index = index(of: id) {
            entries[index].entry.respondents.append(respondent)
            return false
        }
        let entry = Entry(hook: hook, asked: now, respondents: [respondent])
        let index = entries.lastIndex { $0.id < id }.map { $0 + 1 } ?? 0
        entries.insert((id, entry), at: index)
        return true
    }

    mutating func remove(_ id: QuestionID) -> Entry? {
        index(of: id).map { entries.remove(at: $0).entry }
    }

    /// One who was asked needs no answer any more.
    func isOpen(_ id: QuestionID) -> Bool { index(of: id) != nil }

    mutating func withdraw(_ id: QuestionID, _ respondent: Respondent) -> Withdrawal {
        guard let index = index(of: id),
            let position = entries[index].entry.respondents.firstIndex(of: respondent)
        else { return .notOpen }
        entries[index].entry.respondents.remove(at: position)
        guard entries[index].entry.respondents.isEmpty else { return .othersWait }
        entries.remove(at: index)
        return .nobodyWaits
    }

    enum Withdrawal {
        case notOpen
        case othersWait
        case nobodyWaits
    }

    /// All, in the order of their ids.
    mutating func removeAll() -> [(QuestionID, Entry)] {
        let all = entries
        entries = []
        return all.map { ($0.id, $0.entry) }
    }

    private func index(of id: QuestionID) -> Int? { entries.firstIndex { $0.id == id } }
}
