// SPDX-License-Identifier: MIT

internal import Glibc
internal import PopoverCore
internal import PopoverModel
internal import PopoverScenario
internal import PopoverWire

/// Judges files by the advisor that judges popovers as they open.
///
/// A file is text in UTF-8. A line that is a request (a JSON object with a `method`) counts as one:
/// each `popover.open` is judged by what it declares. Any other line is a help text. In a scenario
/// (`*.scenario`) every `popover.open` that a client sends is judged, and nothing else.
struct Linter {
    /// The bundled behaviours, which clamp widths to the standard range. What others do, only their
    /// plugins know.
    private static let bundled = Declaration.Kind.allCases.map(\.rawValue)

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
        if file.hasSuffix(".scenario") { return judge(scenario: text, file: file) }
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
        if let request = request(in: text) { return judge(request, file: file, line: line) }
        return advisor.advice(onHelp: text).map {
            LintLine(file: file, line: line, finding: .advice($0))
        }
    }

    private func judge(_ request: Request, file: String, line: Int) -> [LintLine] {
        switch request {
        case .open(let open): judge(open, file: file, line: line)
        case .invalid(let failure):
            [LintLine(file: file, line: line, finding: .failure(failure))]
        default: []
        }
    }

    private func judge(scenario text: String, file: String) -> [LintLine] {
        do {
            return try Scenario(text: text).messages.flatMap { message in
                request(message.method, message.params).map {
                    judge($0, file: file, line: message.line)
                } ?? []
            }
        } catch {
            return [LintLine(file: file, line: error.line ?? 1, finding: .problem(error.message))]
        }
    }

    /// The request that a line is, as the daemon would understand it; nil when it is none.
    private func request(in line: String) -> Request? {
        guard line.first(where: { !$0.isWhitespace }) == "{",
            let node = try? reader.parse(Array(line.utf8), depthLimit: MessageDecoder.lineDepth),
            let method = node.member("method")?.string
        else { return nil }
        return request(method, node.member("params")?.compactText)
    }

    private func request(_ method: String, _ params: JSONText?) -> Request? {
        var writer = JSONWriter()
        writer.object { object in
            // What everybody leaves out who writes requests by hand.
            object.member("jsonrpc", "2.0")
            object.member("method", method)
            object.member("params", ifPresent: params)
        }
        let incoming = decoder.decode(writer.bytes, limits: Limits(), timing: Timing())
        guard case .request(_, let request) = incoming else { return nil }
        return request
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
        case failure(RequestError)
        /// A scenario that cannot be played.
        case problem(String)
    }

    /// `help.txt:3: G24 …`, as compilers and editors know it.
    var text: String {
        switch finding {
        case .advice(let advice): "\(file):\(line): \(advice.rule) \(advice.message)"
        case .failure(let failure): "\(file):\(line): \(failure.message)"
        case .problem(let message): "\(file):\(line): \(message)"
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
        case .problem(let message): object.member("message", message)
        }
    }
}
