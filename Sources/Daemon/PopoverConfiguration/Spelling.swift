// SPDX-License-Identifier: MIT

/// Finds a known word similar to an unknown one.
package enum Spelling {
    /// The most similar word, the first of equals; nil if none is similar enough to be a typo.
    package static func nearest(to word: String, among words: [String]) -> String? {
        var best: (word: String, distance: Int)?
        for candidate in words {
            let distance = distance(from: word, to: candidate)
            if distance < best?.distance ?? Int.max { best = (candidate, distance) }
        }
        guard let best, best.distance <= max(1, min(word.count, best.word.count) / 3) else {
            return nil
        }
        return best.word
    }

    /// The Levenshtein distance, ignoring case.
    static func distance(from first: String, to second: String) -> Int {
        let left = Array(first.lowercased())
        let right = Array(second.lowercased())
        var row = Array(0...right.count)
        for (leftIndex, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = leftIndex + 1
            for (rightIndex, other) in right.enumerated() {
                let replaced = diagonal + (letter == other ? 0 : 1)
                diagonal = row[rightIndex + 1]
                row[rightIndex + 1] = min(replaced, diagonal + 1, row[rightIndex] + 1)
            }
        }
        return row[right.count]
    }
}
