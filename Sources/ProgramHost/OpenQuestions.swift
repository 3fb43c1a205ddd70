// SPDX-License-Identifier: MIT

internal import PopoverModel

/// What a program was asked and has not answered.
///
/// A plugin that is asked the same as a policy and as a behaviour's is asked once, and its answer
/// counts for both: the facts and the id are the same.
struct OpenQuestions {
    struct Entry {
        let hook: Hook
        let asked: Instant
        var respondents: [Respondent]
    }

    private var entries: [QuestionID: Entry] = [:]

    var isEmpty: Bool { entries.isEmpty }

    func hook(of id: QuestionID) -> Hook? { entries[id]?.hook }

    /// Whether it has to be put; otherwise it is under way already.
    mutating func add(
        _ id: QuestionID, _ respondent: Respondent, at hook: Hook, now: Instant
    ) -> Bool {
        if entries[id] != nil {
            entries[id]?.respondents.append(respondent)
            return false
        }
        entries[id] = Entry(hook: hook, asked: now, respondents: [respondent])
        return true
    }

    mutating func remove(_ id: QuestionID) -> Entry? { entries.removeValue(forKey: id) }

    /// One who was asked needs no answer any more.
    mutating func withdraw(_ id: QuestionID, _ respondent: Respondent) -> Withdrawal {
        guard var entry = entries[id], let index = entry.respondents.firstIndex(of: respondent)
        else { return .notOpen }
        entry.respondents.remove(at: index)
        entries[id] = entry.respondents.isEmpty ? nil : entry
        return entry.respondents.isEmpty ? .nobodyWaits : .othersWait
    }

    enum Withdrawal {
        case notOpen
        case othersWait
        case nobodyWaits
    }

    /// All, in the order of their ids.
    mutating func removeAll() -> [(QuestionID, Entry)] {
        let all = entries.sorted { $0.key < $1.key }
        entries = [:]
        return all.map { ($0.key, $0.value) }
    }
}
