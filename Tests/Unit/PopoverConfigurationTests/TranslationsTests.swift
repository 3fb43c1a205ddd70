// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@Suite("A text in several languages")
struct TranslationsTests {
    private func translations(_ languages: [String]) throws -> Translations {
        try #require(Translations(languages.map { Translations.Entry(language: $0, text: $0) }))
    }

    @Test(
        "People get their language, else it without its region, else English, else the first one",
        arguments: [
            ("de", "de"), ("DE", "de"), ("de-AT", "de-AT"), ("de-CH", "de"), ("de-ch-1996", "de"),
            ("zh-Hant-TW", "zh-Hant"), ("zh-Hans-CN", "en"), ("d", "en"), ("den", "en"),
            ("fr", "en"), (nil, "en"), ("", "en"), ("-", "en"),
        ] as [(String?, String)])
    func lookUp(language: String?, expected: String) throws {
        let translations = try translations(["ja", "de-AT", "de", "zh-Hant", "en"])
        #expect(translations.text(for: language) == expected)
    }

    @Test("Without English the first one is for everybody else")
    func first() throws {
        #expect(try translations(["ja", "de"]).text(for: "fr-CA") == "ja")
        #expect(try translations(["ja", "en-GB"]).text(for: nil) == "ja")
        #expect(Translations([]) == nil)
    }

    @Test("A language is a tag, and has one text")
    func validity() throws {
        for languages in [["en"], ["pt-BR", "pt"], ["x-klingon"]] {
            #expect(try translations(languages).isValid, "\(languages)")
        }
        for languages in [
            ["e"], ["en", "EN"], ["en_US"], ["1a"], ["dé"], [String(repeating: "a", count: 36)],
        ] {
            #expect(try !translations(languages).isValid, "\(languages)")
        }
        let many = (10...74).map { "a\($0)" }
        #expect(try !translations(many).isValid)
        #expect(try translations(many.dropLast()).isValid)
        #expect(Translations([Translations.Entry(language: "en", text: "")])?.isValid == false)
    }
}
