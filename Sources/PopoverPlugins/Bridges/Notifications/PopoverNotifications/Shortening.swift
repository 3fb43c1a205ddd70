// SPDX-License-Identifier: MIT

extension String {
    /// At most so many bytes of UTF-8: a longer text ends with an ellipsis behind a whole character.
    public func shortened(to limit: Int) -> String {
        guard utf8.count > limit else { return self }
        let ellipsis = "…"
        let room = limit - ellipsis.utf8.count
        guard room >= 0 else { return "" }
        var text = ""
        var left = room
        for next in self {
            left -= next.utf8.count
            if left < 0 { break }
            text.append(next)
        }
        // A character of more bytes than there is room for is cut between its scalars.
        if text.isEmpty {
            left = room
            for next in unicodeScalars {
                left -= UTF8.width(next)
                if left < 0 { break }
                text.unicodeScalars.append(next)
            }
        }
        return text + ellipsis
    }
}
