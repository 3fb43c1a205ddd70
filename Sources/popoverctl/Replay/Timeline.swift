// SPDX-License-Identifier: MIT

internal import PopoverCore
internal import PopoverDrawing
internal import PopoverModel
internal import PopoverRecording

/// A recording as text: each event on a line, with its effects below.
struct Timeline {
    let start: Instant
    /// The width to which lines are cut.
    let width: Int

    func heading(of header: RecordingHeader) -> String {
        "recording of \(header.server), \(header.reason.rawValue)"
            + (header.detail.map { ": \($0.plain)" } ?? "")
    }

    func line(of entry: Recording.Entry) -> String {
        cut("\(entry.number) \(seconds(entry.at - start)) \(entry.event.words)")
    }

    func lines(of effects: [Effect]) -> String {
        effects.map { "\n" + cut("    \($0.words)") }.joined()
    }

    static func words(of difference: Replay.Difference) -> String {
        """
        event \(difference.number): this version decides differently
          recorded: \((difference.recorded?.words ?? "nothing more").plain)
          now:      \((difference.now?.words ?? "nothing more").plain)
        """
    }

    private func cut(_ line: String) -> String {
        let line = line.plain
        return line.count <= width ? line : "\(line.prefix(width - 1))…"
    }

    /// `+1.250s`
    private func seconds(_ interval: Interval) -> String {
        let milliseconds = max(0, interval.milliseconds)
        let fraction = String(milliseconds % 1000)
        let zeros = String(repeating: "0", count: 3 - fraction.count)
        return "+\(milliseconds / 1000).\(zeros)\(fraction)s"
    }
}
