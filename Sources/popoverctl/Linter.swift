// SPDX-License-Identifier: MIT

internal import Glibc
internal import PopoverCore
internal import PopoverModel
internal import PopoverWire

/// Judges files by the advisor that judges popovers as they open.
///
/// A file is text in UTF-8. A line that is a request (a JSON object with a `method`) counts as one:
/// each `popover.open` is judged by what it declares. Any other line is a help text. In a scenario
/// (`*.scenario`) what the protocol calls things is no word for people, nor are comments, notes and
/// titles.
struct Linter {
    /// The bundled behaviours, which clamp widths to the standard range. What others do, only their
    /// plugins know.
    private static let bundled = [
        "menu", "action-sheet", "inspector", "selection", "task", "split-pane",
    ]
    private static let notesOfScenarios = ["#", "title", "note"]

    private let advisor = Advisor()
    private let reader = JSONReader()
    private let decoder = MessageDecoder()

    /// What there is to say about a file, in the order of its lines.
    /// - Throws: when it cannot be read, or is no text in UTF-8.
    func judge(file: String) throws(FileError) -> [LintLine] {
        let bytes = try Terminal.read(file: file)
        guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
            throw FileError(path: file, code: EILSEQ, isBinary: true)
        }
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        return lines.enumerated().flatMap { index, line in
            judge(String(line), file: file, line: index + 1)
        }
    }

    /// What there is to say about a request, wherever it comes from.
    func judge(_ request: OpenRequest, file: String, line: Int) -> [LintLine] {
        let widthRange =
            Self.bundled.contains(request.behavior)
            ? Behavior(name: request.behavior).widthRange : nil
        return advisor.advice(on: Declaration(request, widthRange: widthRange)).map {
            LintLine(file: file, line: line, finding: .advice($0))
        }
    }

    private func judge(_ text: String, file: String, line: Int) -> [LintLine] {
        if let request = request(in: text) {
            switch request {
            case .open(let open): return judge(open, file: file, line: line)
            case .invalid(let failure):
                return [LintLine(file: file, line: line, finding: .failure(failure))]
            default: return []
            }
        }
        return advisor.advice(onHelp: help(in: text, of: file)).map {
            LintLine(file: file, line: line, finding: .advice($0))
        }
    }

    /// The request that a line is, as the daemon would understand it; nil when it is none.
    private func request(in line: String) -> Request? {
        guard line.first(where: { !$0.isWhitespace }) == "{",
            let node = try? reader.parse(Array(line.utf8), depthLimit: MessageDecoder.lineDepth),
            let method = node.member("method")?.string
        else { return nil }
        var writer = JSONWriter()
        writer.object { object in
            // What everybody leaves out who writes requests by hand.
            object.member("jsonrpc", "2.0")
            object.member("method", method)
            object.member("params", ifPresent: node.member("params")?.compactText)
        }
        let incoming = decoder.decode(writer.bytes, limits: Limits(), timing: Timing())
        guard case .request(_, let request) = incoming else { return nil }
        return request
    }

    /// The words for people in a line.
    private func help(in line: String, of file: String) -> String {
        guard file.hasSuffix(".scenario") else { return line }
        let start = line.drop(while: \.isWhitespace)
        if Self.notesOfScenarios.contains(where: start.hasPrefix) { return "" }
        return line.replacing(
            /popover\.[a-z][A-Za-z]*|popover=|=popover(?![A-Za-z])|"popover"\s*:/, with: "")
    }
}

/// Something that is wrong in a line of a file.
struct LintLine {
    var file: String
    var line: Int
    var finding: Finding

    enum Finding {
        case advice(Advice)
        /// A request that the daemon would not even understand.
        case failure(Failure)
    }

    /// `help.txt:3: G24 …`, as compilers and editors know it.
    var text: String {
        switch finding {
        case .advice(let advice): "\(file):\(line): \(advice.rule) \(advice.message)"
        case .failure(let failure): "\(file):\(line): \(failure.message)"
        }
    }

    func writeMembers(to object: inout JSONWriter) {
        object.member("file", file)
        object.member("line", line)
        switch finding {
        case .advice(let advice):
            object.member("rule", advice.rule)
            object.member("message", advice.message)
        case .failure(let failure): object.member("message", failure.message)
        }
    }
}
