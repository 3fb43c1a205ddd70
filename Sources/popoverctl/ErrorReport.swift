// SPDX-License-Identifier: MIT

internal import ArgumentParser
internal import PopoverClient
internal import PopoverConfiguration
internal import PopoverModel
internal import PopoverWire

/// An error on standard error: a line of text for people or, with `--json`, an object for scripts.
///
/// `{"code":…,"reason":…,"message":…,"data":…}`, where `code` is the daemon's number or a word of
/// `LocalCode`. `reason` and `data` are omitted if there are none. A message that is no error has no
/// `code`.
struct ErrorReport: Error {
    /// The errors that popoverctl finds itself; scripts rely on the words.
    enum LocalCode: String {
        case refused
        case usage
        case file
        case noDaemon = "no-daemon"
        case disconnected
        case timedOut = "timed-out"
        case notPermitted = "not-permitted"
        case protocolMismatch = "protocol-mismatch"
        case configuration
    }

    enum Code {
        case daemon(Int64)
        case local(LocalCode)
    }

    /// Nil for a message that is no error.
    let code: Code?
    let message: String
    var reason: String?
    var data: JSONText?

    init(_ code: LocalCode?, _ message: String, reason: String? = nil) {
        self.code = code.map(Code.local)
        self.message = message
        self.reason = reason
    }

    /// Whether the command line has `--json`; it may be known before the arguments are parsed.
    static let isJSON = CommandLine.arguments.prefix { $0 != "--" }.contains("--json")

    func write() {
        guard Self.isJSON else {
            // Editors look for the place in a file at the beginning of a line.
            let speaker = if case .local(.configuration) = code { "" } else { "popoverctl: " }
            return Terminal.write(line: speaker + message, to: .standardError)
        }
        var writer = JSONWriter()
        writer.object { object in
            switch code {
            case .daemon(let number): object.member("code", number)
            case .local(let word): object.member("code", word.rawValue)
            case nil: break
            }
            object.member("reason", ifPresent: reason)
            object.member("message", message)
            object.member("data", ifPresent: data)
        }
        Terminal.write(line: JSONText(validated: writer.bytes), to: .standardError)
    }
}

extension ErrorReport {
    init(_ error: DaemonError) {
        code = .daemon(error.code)
        message = error.message
        reason = error.reason
        data = error.data
    }

    init(_ error: ClientError) {
        switch error {
        case .daemon(let error): self.init(error)
        case .noDaemon(let path, _):
            self.init(
                .noDaemon, error.message + " (is popoverd running? see popoverctl doctor)")
            data = Self.data { $0.member("socket", path) }
        case .noAccess(let path):
            self.init(.notPermitted, error.message)
            data = Self.data { $0.member("socket", path) }
        case .disconnected(let reason): self.init(.disconnected, error.message, reason: reason)
        case .timedOut: self.init(.timedOut, error.message)
        case .protocolMismatch, .notUnderstood: self.init(.protocolMismatch, error.message)
        case .outputClosed: self.init(nil, error.message)
        }
    }

    init(_ error: FileError) {
        self.init(.file, "\(error)")
        data = Self.data { $0.member("path", error.path) }
    }

    init(_ error: ConfigurationError) {
        self.init(.configuration, "\(error)")
        data = Self.data { data in
            data.member("file", error.file)
            data.member("line", ifPresent: error.line)
            data.member("column", ifPresent: error.column)
            if !error.key.isEmpty { data.member("key", error.key) }
            data.member("suggestion", ifPresent: error.suggestion)
        }
    }

    private static func data(_ members: (inout JSONWriter) -> Void) -> JSONText {
        var writer = JSONWriter()
        writer.object(members)
        return JSONText(validated: writer.bytes)
    }
}
