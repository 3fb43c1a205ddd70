// SPDX-License-Identifier: MIT

/// One error in a configuration: its position, what is wrong, and what would be right.
public struct ConfigurationError: Hashable, Sendable {
    /// The name under which the file was loaded.
    public var file: String
    /// From 1; nil for the whole file.
    public var line: Int?
    /// In characters, from 1; nil for the whole file.
    public var column: Int?
    /// The dotted key, `limits.message` or `display[1].width`; empty for the file or its syntax.
    public var key: String
    /// What is wrong and what would be right, without a full stop.
    public var message: String
    /// A known name similar to the wrong one.
    public var suggestion: String?

    public init(
        file: String, line: Int? = nil, column: Int? = nil, key: String = "", message: String,
        suggestion: String? = nil
    ) {
        self.file = file
        self.line = line
        self.column = column
        self.key = key
        self.message = message
        self.suggestion = suggestion
    }
}

extension ConfigurationError: CustomStringConvertible {
    /// `file:line:column: key: message; did you mean …?`, the format that editors and compilers use.
    public var description: String {
        var text = file
        for number in [line, column] {
            if let number { text += ":\(number)" }
        }
        text += ": "
        if !key.isEmpty { text += "\(key): " }
        text += message
        if let suggestion { text += "; did you mean `\(suggestion)`?" }
        return text
    }
}

public struct InvalidConfiguration: Error, Hashable, Sendable {
    /// In the order of the file; never empty.
    public var errors: [ConfigurationError]

    public init(errors: [ConfigurationError]) {
        self.errors = errors
    }
}

extension InvalidConfiguration: CustomStringConvertible {
    /// One error per line.
    public var description: String {
        errors.map(\.description).joined(separator: "\n")
    }
}
