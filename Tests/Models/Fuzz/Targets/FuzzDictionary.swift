// SPDX-License-Identifier: MIT

import PopoverModel

/// Words that chance would not find, as the fuzzer's dictionary: from the code's own tables.
public enum FuzzDictionary {
    public static var text: String {
        let words =
            RequestLines.words + ConfigurationTarget.words
            + PluginSamples.verdicts.flatMap(names) + PluginSamples.lines.flatMap(names)
            + PluginSamples.questions.flatMap(names) + Limits.Name.allCases.map(\.rawValue)
            + Hook.allCases.map(\.rawValue) + Role.allCases.map(\.rawValue)
        // The fuzzer takes entries of at most 64 bytes.
        return Set(words).filter { (2...64).contains($0.utf8.count) }.sorted()
            .map { "\"" + escaped($0) + "\"\n" }.joined()
    }

    /// What stands in quotes.
    private static func names(in json: String) -> [String] {
        json.split(separator: "\"").map(String.init)
    }

    private static func escaped(_ word: String) -> String {
        word.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), 0..<32, 127...: hexadecimal(byte)
            default: String(Character(Unicode.Scalar(byte)))
            }
        }.joined()
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16)
        return "\\x" + (digits.count < 2 ? "0" : "") + digits
    }
}
