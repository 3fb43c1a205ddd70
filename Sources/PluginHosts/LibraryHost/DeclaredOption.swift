// SPDX-License-Identifier: MIT

import CPopoverPlugin
import PopoverModel

/// An option that a plugin declares.
struct DeclaredOption {
    let name: String
    let type: Kind
    /// As the plugin reads it; nil where there is none.
    let defaultText: String?

    enum Kind: UInt32 {
        case string = 0
        case integer = 1
        case number = 2
        case boolean = 3
        case strings = 4
        case text = 5

        /// As errors name it.
        var name: String {
            switch self {
            case .string, .text: "a string"
            case .integer: "an integer"
            case .number: "a number"
            case .boolean: "true or false"
            case .strings: "a list of strings"
            }
        }
    }

    init(reading table: popover_option) throws(MalformedTable) {
        let name = unsafe try readText(
            table.name, upTo: Int(POPOVER_NAME_CAPACITY), of: "the name of an option")
        guard name.utf8.allSatisfy(Self.isNameByte) else {
            throw MalformedTable("the name of the option \(name) has other characters than letters")
        }
        guard let type = unsafe Kind(rawValue: table.type) else {
            throw MalformedTable("the option \(name) is of an unknown type")
        }
        self.name = name
        self.type = type
        defaultText = unsafe try readOptionalText(
            table.default_value, upTo: Int(POPOVER_OPTION_TEXT_CAPACITY),
            of: "the default of \(name)")
        _ = unsafe try readOptionalText(
            table.description, upTo: Int(POPOVER_MESSAGE_CAPACITY),
            of: "the description of \(name)")
        if let defaultText, !type.fits(defaultText) {
            throw MalformedTable("the default of \(name) is not \(type.name)")
        }
    }

    /// The value as the plugin reads it; nil where it is not of this type.
    func reading(_ value: OptionValue) -> OptionReading? {
        switch (type, value) {
        case (.string, .string(let text)), (.text, .string(let text)): .same(text)
        case (.integer, .integer(let number)), (.number, .integer(let number)):
            .same(String(number))
        case (.number, .number(let number)): .same(number.description)
        case (.boolean, .boolean(let isOn)): .same(isOn ? "true" : "false")
        case (.strings, .strings(let texts)):
            texts.contains { $0.utf8.contains(0x0a) }
                ? nil : .same(texts.map { $0 + "\n" }.joined())
        case (.text, .translations(let translations)): .byLanguage(translations)
        case (.string, _), (.integer, _), (.number, _), (.boolean, _), (.strings, _), (.text, _):
            nil
        }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}

extension DeclaredOption.Kind {
    /// Whether a plugin of its own wrote a value as the header says.
    fileprivate func fits(_ text: String) -> Bool {
        switch self {
        case .string, .text: true
        case .integer: Int64(text) != nil
        case .number: Double(text)?.isFinite == true
        case .boolean: text == "true" || text == "false"
        case .strings: text.isEmpty || text.hasSuffix("\n")
        }
    }
}

/// The value of an option as a plugin reads it.
enum OptionReading {
    /// In every language.
    case same(String)
    case byLanguage(Translations)
}

extension OptionValue {
    /// As errors name it.
    var describedForErrors: String {
        switch self {
        case .string(let text): "the string \"\(text)\""
        case .integer(let number): "the integer \(number)"
        case .number(let number): "the number \(number)"
        case .boolean(let isOn): isOn ? "true" : "false"
        case .strings(let texts): "a list of \(texts.count) strings"
        case .translations(let translations): "strings in \(translations.entries.count) languages"
        }
    }
}
