// SPDX-License-Identifier: MIT

internal import LibUV
internal import PopoverModel

/// Turns what a program writes to standard error into lines for the log: short, printable, and not
/// too many. A line may begin with its level, as `<4>` for a warning (sd-daemon(3)). A value that is
/// given the time.
struct ErrorLines {
    enum Line: Hashable {
        case said(LogLevel, String)
        /// So many lines were left out.
        case leftOut(Int)
    }

    /// The latest line, as the log holds it.
    private(set) var latest: String?
    private var line: [UInt8] = []
    private var isCut = false
    private var rate = RateLimiter(ProgramLimits.logLines, in: ProgramLimits.logWindow)

    mutating func append(_ bytes: Span<UInt8>, at now: Instant) -> [Line] {
        var lines: [Line] = []
        for index in bytes.indices {
            if bytes[index] == UInt8(ascii: "\n") {
                end(&lines, now)
            } else if line.count < ProgramLimits.logLine {
                line.append(bytes[index])
            } else {
                isCut = true
            }
        }
        return lines
    }

    /// The program has ended, perhaps within a line.
    mutating func finish(at now: Instant) -> [Line] {
        var lines: [Line] = []
        end(&lines, now)
        let excess = rate.removeExcess()
        if excess > 0 { lines.append(.leftOut(excess)) }
        return lines
    }

    private mutating func end(_ lines: inout [Line], _ now: Instant) {
        defer {
            line.removeAll(keepingCapacity: true)
            isCut = false
        }
        guard !line.isEmpty else { return }
        let excess = rate.removeExcess(at: now)
        if excess > 0 { lines.append(.leftOut(excess)) }
        guard rate.admits(at: now) else { return }
        let (level, words) = Self.level(of: line[...])
        let text = printable(words) + (isCut ? "…" : "")
        latest = text
        lines.append(.said(level, text))
    }

    private static func level(
        of line: ArraySlice<UInt8>
    ) -> (level: LogLevel, words: ArraySlice<UInt8>) {
        let prefix = Array(line.prefix(3))
        guard prefix.count == 3, prefix[0] == UInt8(ascii: "<"), prefix[2] == UInt8(ascii: ">"),
            (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(prefix[1])
        else { return (.info, line) }
        let level: LogLevel =
            switch prefix[1] - UInt8(ascii: "0") {
            case ...3: .error
            case 4: .warning
            case 5: .notice
            case 6: .info
            default: .debug
            }
        return (level, line.dropFirst(3))
    }
}

/// What a program wrote, as the log holds it: UTF-8 without control characters and line ends.
func printable(_ bytes: ArraySlice<UInt8>) -> String {
    String(
        decoding: bytes.map { $0 < 0x20 || $0 == 0x7F ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
}
