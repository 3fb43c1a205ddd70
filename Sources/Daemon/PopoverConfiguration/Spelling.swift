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

    /// The optimal string alignment distance, ignoring case: two swapped letters are one mistake.
    static func distance(from first: String, to second: String) -> Int {
        let left = Array(first.lowercased())
        let right = Array(second.lowercased())
        var above = Array(0...right.count)
        var twoAbove: [Int] = []
        for (leftIndex, letter) in left.enumerated() {
            var row = [leftIndex + 1]
            for (rightIndex, other) in right.enumerated() {
                let replaced = above[rightIndex] + (letter == other ? 0 : 1)
                var least = min(replaced, above[rightIndex + 1] + 1, row[rightIndex] + 1)
                if leftIndex > 0, rightIndex > 0, letter == right[rightIndex - 1],
                    other == left[leftIndex - 1]
                {
                    least = min(least, twoAbove[rightIndex - 1] + 1)
                }
                row.append(least)
            }
            (twoAbove, above) = (above, row)
        }
        return above[right.count]
    }
}
