// SPDX-License-Identifier: MIT

extension StringProtocol {
    /// Where a text that is not empty first stands in it, compared by characters; nil: nowhere.
    /// Swift's `firstRange(of:)` and `contains(_:)` come with an engine for regular expressions,
    /// which would be a twentieth of the daemon's memory.
    public func place(of text: some StringProtocol) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            var end = start
            var matched = text.startIndex
            while matched < text.endIndex, end < endIndex, self[end] == text[matched] {
                formIndex(after: &end)
                text.formIndex(after: &matched)
            }
            if matched == text.endIndex { return start..<end }
            formIndex(after: &start)
        }
        return nil
    }
}
