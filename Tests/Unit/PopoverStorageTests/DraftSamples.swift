// SPDX-License-Identifier: MIT

import Glibc
import PopoverModel
import PopoverTestSupport

extension TemporaryFolder {
    var database: String { "\(path)/drafts.sqlite3" }

    /// The content of all its files.
    func bytes() -> [UInt8] { names.flatMap { Files.read("\(path)/\($0)") } }

    /// The permissions of a file in it; nil where there is none.
    func mode(of name: String) -> mode_t? { Files.mode("\(path)/\(name)")?.permissions }
}

extension [UInt8] {
    func firstRange(of text: String) -> Int? {
        let pattern = Array(text.utf8)
        guard count >= pattern.count, let first = pattern.first else { return nil }
        return (0...(count - pattern.count)).first { start in
            self[start] == first && self[start..<(start + pattern.count)].elementsEqual(pattern)
        }
    }
}

extension StoredDraft {
    /// A draft of user 1000's app `notes`.
    static func sample(
        _ key: String, _ content: String = "{\"text\":\"a\"}", app: String = "notes",
        revision: Int64 = 1
    ) -> StoredDraft {
        StoredDraft(
            key: DraftKey(uid: 1000, app: app, key: key),
            content: JSONText(validated: Array(content.utf8)), revision: revision,
            savedAt: 1_700_000_000_000_000, reason: "outside-tap", display: "main")
    }
}
