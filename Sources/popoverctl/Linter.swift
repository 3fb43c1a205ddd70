// SPDX-License-Identifier: MIT

internal import Glibc
internal import PopoverCore
internal import PopoverModel
internal import PopoverScenario
internal import PopoverWire

/// Checks files with the advisor that checks popovers as they open.
///
/// A file is text in UTF-8. A line with a JSON object that has a `method` is a request: each
/// `popover.open` is checked by what it declares. Any other line is a help text. In a scenario
/// (`*.scenario`), only the `popover.open` requests of clients are checked.
struct Linter {
    /// The bundled behaviors clamp widths to the standard range; those of other plugins are unknown here.
    private static let bundled = Declaration.Kind.allCases.map(\.rawValue)

    private let advisor = Advisor()
    private let reader = JSONReader()
    private let decoder = MessageDecoder()

    /// Checks a file; the findings have the order of its lines.
    /// - Throws: if the file cannot be read, or is not text in UTF-8.
    func check(file: String) throws(FileError) -> [LintLine] {
        let bytes = try Terminal.read(file: file)
        guard !bytes.contains(0), let text = String(validating: bytes, as: UTF8.self) else {
            throw FileError(path: file, code: EILSEQ, isBinary: true)
        }
        if file.hasSuffix(".scenario") { return check(scenario: text, file: file) }
        let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        return lines.enumerated().flatMap { index, line in
            check(String(line), file: file, line: index + 1)
        }
    }

    func check(_ request: OpenRequest, file: String, line: Int) -> [LintLine] {
        let widthRange =
            Self.bundled.contains(request.behavior)
            ? Behavior(name: request.behavior).widthRange : nil
        return advisor.advice(on: Declaration(request, widthRange: widthRange)).map {
            LintLine(file: file, line: line, finding: .advice($0))
        }
    }

    private func check(_ text: String, file: String, line: Int) -> [LintLine] {
        if let request = request(in: text) { return check(request, file: file, line: line) }
        return advisor.advice(onHelp: text).map {
            LintLine(file: file, line: line, finding: .advice($0))
        }
    }

    private func check(_ request: Request, file: String, line: Int) -> [LintLine] {
        switch request {
        case .open(let open): check(open.value, file: file, line: line)
        case .invalid(let error):
            [LintLine(file: file, line: line, finding: .error(error))]
        default: []
        }
    }

    private func check(scenario text: String, file: String) -> [LintLine] {
        do {
            return try Scenario(text: text).messages.flatMap { message in
                request(message.method, message.params).map {
                    check($0, file: file, line: message.line)
                } ?? []
            }
        } catch {
            return [
                LintLine(file: file, line: error.line ?? 1, finding: .unplayable(error.message))
            ]
        }
    }

    /// Decodes a line as a request, as the daemon does; nil if it is none.
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
            // Often left out in requests that are written by hand.
            object.member("jsonrpc", "2.0")
            object.member("method", method)
            object.member("params", ifPresent: params)
        }
        let incoming = decoder.decode(writer.bytes, limits: Limits(), timing: Timing())
        guard case .request(_, let request) = incoming else { return nil }
        return request
    }
}

/// A finding in a line of a file.
struct LintLine {
    var file: String
    var line: Int
    var finding: Finding

    enum Finding {
        case advice(Advice)
        /// A request that the daemon would reject as invalid.
        case error(RequestError)
        /// A scenario with a syntax error.
        case unplayable(String)
    }

    /// `help.txt:3: G24 …`, the format of compilers.
    var text: String {
        switch finding {
        case .advice(let advice): "\(file):\(line): \(advice.rule) \(advice.message)"
        case .error(let error): "\(file):\(line): \(error.message)"
        case .unplayable(let message): "\(file):\(line): \(message)"
        }
    }

    func writeMembers(to object: inout JSONWriter) {
        object.member("file", file)
        object.member("line", line)
        switch finding {
        case .advice(let advice):
            object.member("rule", advice.rule)
            object.member("message", advice.message)
        case .error(let error): object.member("message", error.message)
        case .unplayable(let message): object.member("message", message)
        }
    }
}
