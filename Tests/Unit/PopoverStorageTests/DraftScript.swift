// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverStorage
import PopoverTestSupport
import Testing

/// What a daemon does with its drafts, in few steps.
struct DraftScript: CustomTestStringConvertible, Sendable {
    enum Step: Sendable {
        /// One order, or several that gathered.
        case apply([DraftChange])
        /// The daemon ends, and the next one begins.
        case reopen
        /// The next one is given a key.
        case reopenWithKey
    }

    var name: String
    var steps: [Step]

    var testDescription: String { name }
}

extension DraftScript {
    private static func store(_ key: String, _ revision: Int64, of size: Int = 40) -> DraftChange {
        .store(sample(key, revision, of: size))
    }

    /// Its content says whose it is on every page.
    static func sample(_ key: String, _ revision: Int64, of size: Int = 40) -> StoredDraft {
        let mark = StoredDraft.sample(key, revision: revision).mark
        let text = String(repeating: mark, count: 1 + size / mark.utf8.count)
        return .sample(key, "\"\(text)\"", revision: revision)
    }

    private static func erase(_ key: String) -> DraftChange {
        .erase(StoredDraft.sample(key).key)
    }

    static let all = [
        DraftScript(
            name: "save, and save again",
            steps: [
                .apply([store("a", 1)]), .apply([store("a", 2, of: 9000)]),
                .apply([store("b", 1)]), .apply([store("a", 3)]),
            ]),
        DraftScript(
            name: "save, consume, discard",
            steps: [
                .apply([store("a", 1)]), .apply([store("b", 1, of: 6000)]), .apply([erase("a")]),
                .apply([store("a", 1)]), .apply([erase("b")]), .apply([erase("a")]),
            ]),
        DraftScript(
            name: "a session ends",
            steps: [
                .apply([store("a", 1, of: 5000)]), .apply([store("b", 1), store("c", 1)]),
                .apply([erase("a"), erase("b"), .scrub]), .apply([store("d", 1)]),
                .apply([erase("c"), erase("d"), .scrub]),
            ]),
        DraftScript(
            name: "a session ends while others save",
            steps: [
                .apply([store("a", 1, of: 5000), store("b", 1)]),
                .apply([erase("a"), .scrub, store("c", 1), erase("b"), .scrub, store("a", 1)]),
                .apply([erase("a"), .scrub]),
            ]),
        DraftScript(
            name: "many at once",
            steps: [
                .apply((0..<12).map { store("k\($0)", 1, of: 1500) }),
                .apply((0..<12).map { $0 % 3 == 0 ? erase("k\($0)") : store("k\($0)", 2) }),
            ]),
        DraftScript(
            name: "the daemon ends and begins",
            steps: [
                .apply([store("a", 1)]), .reopen, .apply([store("a", 2), store("b", 1)]),
                .reopen, .apply([erase("a"), .scrub]), .reopen, .apply([store("a", 1)]),
            ]),
    ]

    static let sealing = DraftScript(
        name: "a key comes",
        steps: [
            .apply([store("a", 1, of: 5000), store("b", 1)]), .apply([erase("b")]),
            .reopenWithKey, .apply([store("a", 2), store("c", 1, of: 3000)]),
            .apply([erase("a"), .scrub]), .reopenWithKey, .apply([store("c", 2)]),
        ])
}

/// What the disk has been told, and what it has promised.
struct DraftLedger {
    /// What has to be there: the last state that was acknowledged, or one that an order under way
    /// may have reached; transactions are whole.
    private(set) var possible: [[DraftKey: StoredDraft]] = [[:]]
    /// Marks that must be in no file, since a scrub after the end of their work was acknowledged.
    private(set) var gone: Set<String> = []
    /// From here on no mark may be in any file, whether its work is there or not.
    private var isSealed = false
    /// Marks that were told to the disk and are not known to have gone.
    private var written: Set<String> = []

    /// An order is on its way: from now on its transactions may be on the disk, one after another.
    mutating func begin(_ changes: [DraftChange]) {
        for last in possible {
            var state = last
            for change in changes {
                switch change {
                case .store(let draft):
                    state[draft.key] = draft
                    written.insert(draft.mark)
                    if isSealed { gone.insert(draft.mark) } else { gone.remove(draft.mark) }
                case .erase(let key): state[key] = nil
                case .scrub: note(state)
                case .eraseTraces: break
                }
            }
            note(state)
        }
    }

    /// Everything is sealed by now.
    mutating func seal() {
        isSealed = true
        gone.formUnion(written)
    }

    /// The newest is the last.
    private mutating func note(_ state: [DraftKey: StoredDraft]) {
        possible.removeAll { $0 == state }
        possible.append(state)
    }

    /// The disk has it.
    mutating func acknowledge(_ changes: [DraftChange]) {
        guard let last = possible.last else { return }
        possible = [last]
        guard changes.contains(.scrub) else { return }
        // What was stored and erased before the last scrub of the order.
        let end = changes.lastIndex(of: .scrub) ?? changes.endIndex
        let later = changes[end...].compactMap { change in
            if case .store(let draft) = change { draft.mark } else { nil }
        }
        let kept = Set(last.values.map(\.mark)).union(later)
        gone.formUnion(written.subtracting(kept))
        written = kept
    }

    /// Whether the disk may hold these, each of them once.
    func allows(_ found: [StoredDraft]) -> Bool {
        let state = Dictionary(found.map { ($0.key, $0) }) { first, _ in first }
        return state.count == found.count && possible.contains(state)
    }

    /// Why a folder does not keep the promises; nil when it does.
    func complaint(
        about folder: TemporaryFolder, disk: String, keyFile: String? = nil
    ) -> String? {
        if let trace = trace(in: folder) { return trace }
        do {
            let (database, findings) = try DraftDatabase.open(
                directory: folder.path, keyFile: keyFile, disk: disk)
            defer { withExtendedLifetime(database) {} }
            if let setAside = findings.setAside { return "set aside: \(setAside.reason)" }
            let found = findings.drafts
            guard allows(found) else {
                return "found \(found.map(\.mark)), expected one of "
                    + "\(possible.map { $0.values.map(\.mark).sorted() })"
            }
        } catch {
            return "it does not open: \(error)"
        }
        return trace(in: folder).map { "\($0) after the next start" }
    }

    /// Where scrubbed work can still be read; nil when it cannot.
    private func trace(in folder: TemporaryFolder) -> String? {
        for name in folder.names {
            let bytes = Files.read("\(folder.path)/\(name)")
            for mark in gone.sorted() where bytes.contains(Array(mark.utf8)) {
                return "the scrubbed \(mark) is in \(name)"
            }
        }
        return nil
    }
}

extension StoredDraft {
    /// What the content of a script's drafts consists of.
    var mark: String { "<\(key.key)-\(revision)>" }
}
