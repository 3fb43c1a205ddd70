// SPDX-License-Identifier: MIT

/// Why reading a recording failed, and at which line.
public struct RecordingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// From 1.
    public var line: Int
    public var message: String

    public init(line: Int, message: String) {
        self.line = line
        self.message = message
    }

    init(line: Int, decoding error: any Error) {
        self.line = line
        message =
            switch error {
            case let error as DecodingError: error.text
            default: "\(error)"
            }
    }

    public var description: String { "line \(line): \(message)" }
}

extension DecodingError {
    /// The path of the member, and what is wrong with it.
    fileprivate var text: String {
        switch self {
        case .keyNotFound(let key, let context):
            "\(Self.path(context.codingPath + [key])) is missing"
        case .valueNotFound(_, let context), .typeMismatch(_, let context),
            .dataCorrupted(let context):
            "\(Self.path(context.codingPath)): \(context.debugDescription)"
        @unknown default: "cannot be decoded"
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        var path = ""
        for key in keys {
            if let index = key.intValue {
                path += "[\(index)]"
            } else {
                path += (path.isEmpty ? "" : ".") + key.stringValue
            }
        }
        return path.isEmpty ? "the value" : path
    }
}
