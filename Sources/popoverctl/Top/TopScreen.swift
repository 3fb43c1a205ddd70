// SPDX-License-Identifier: MIT

internal import Glibc
internal import PopoverModel

/// The terminal's alternate screen, with unbuffered keys and no cursor; `leave` restores it.
struct TopScreen {
    private var saved: termios?
    let hasColor: Bool

    init(hasColor: Bool) {
        self.hasColor = hasColor
    }

    /// Whether standard input and output are a terminal.
    static var isAvailable: Bool { isatty(0) == 1 && isatty(1) == 1 }

    mutating func enter() throws(FileError) {
        var settings = termios()
        guard unsafe tcgetattr(0, &settings) == 0 else {
            throw FileError(path: "standard input", code: errno)
        }
        saved = settings
        // Ctrl-C still sends its signal.
        settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        guard unsafe tcsetattr(0, TCSAFLUSH, &settings) == 0 else {
            throw FileError(path: "standard input", code: errno)
        }
        Terminal.write("\u{1b}[?1049h\u{1b}[?25l\u{1b}[2J", to: .standardOutput)
    }

    mutating func leave() {
        guard var settings = saved else { return }
        saved = nil
        Terminal.write("\u{1b}[0m\u{1b}[?25h\u{1b}[?1049l", to: .standardOutput)
        _ = unsafe tcsetattr(0, TCSAFLUSH, &settings)
    }

    /// Overwrites the previous frame in one write, to avoid flicker.
    func show(_ lines: [TopFrame.Line]) {
        let rows = lines.map { "\(Self.text(of: $0, hasColor: hasColor))\u{1b}[K" }
        Terminal.write(
            "\u{1b}[H" + rows.joined(separator: "\r\n") + "\u{1b}[J", to: .standardOutput)
    }

    static func text(of line: TopFrame.Line, hasColor: Bool) -> String {
        line.map { span in
            let code = hasColor ? span.style.code : span.style == .bar ? "7" : ""
            return code.isEmpty ? span.text : "\u{1b}[\(code)m\(span.text)\u{1b}[0m"
        }.joined()
    }

    /// Columns and lines; 80 and 24 if unknown.
    static var size: (width: Int, height: Int) {
        var size = winsize()
        let isKnown = unsafe ioctl(1, UInt(TIOCGWINSZ), &size) == 0
        return (
            isKnown && size.ws_col > 0 ? Int(size.ws_col) : 80,
            isKnown && size.ws_row > 0 ? Int(size.ws_row) : 24
        )
    }
}

extension TopFrame.Style {
    /// The code of the style for the terminal (SGR).
    fileprivate var code: String {
        switch self {
        case .plain: ""
        case .bar: "7"
        case .heading: "1"
        case .good: "32"
        case .notable: "33"
        case .alarming: "1;31"
        case .faint: "2"
        }
    }
}
