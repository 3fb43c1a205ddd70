// SPDX-License-Identifier: MIT

/// Something in a configuration that cannot be obeyed, with its place and what would be right.
public struct ConfigurationError: Hashable, Sendable {
    /// As it was named when it was loaded.
    public var file: String
    /// From 1; nil where the whole file is meant.
    public var line: Int?
    /// In characters, from 1; nil where the whole file is meant.
    public var column: Int?
    /// The dotted key, `limits.message` or `display[1].width`; empty for the file or its syntax.
    public var key: String
    /// What is wrong, as a sentence without an end.
    public var message: String
    /// The name that was probably meant.
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
    /// `file:line:column: key: message; did you mean …?`, as compilers and editors know it.
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

/// A configuration that was not taken, with everything that is wrong with it.
public struct InvalidConfiguration: Error, Hashable, Sendable {
    /// In the order of the file; never empty.
    public var problems: [ConfigurationError]

    public init(problems: [ConfigurationError]) {
        self.problems = problems
    }
}

extension InvalidConfiguration: CustomStringConvertible {
    /// One problem a line.
    public var description: String {
        problems.map(\.description).joined(separator: "\n")
    }
}
