// SPDX-License-Identifier: MIT

import PopoverNotifications
import PopoverTestSupport
import Testing

@Suite("Plain text of notifications")
struct PlainTextTests {
    @Test(
        "Known tags are removed and entities decoded; other text stays",
        arguments: [
            ("", ""), ("plain", "plain"), ("<b>bold</b>", "bold"), ("<B>bold</B >", "bold"),
            ("<a href=\"x>y\">link</a>", "link"),
            ("<a href='x>y'>link</a>", "link"), ("<a href='x>\"y'>li>nk</a>", "li>nk"),
            ("<a href='x>it</a> 'y'", "it 'y'"), ("<a title='>' href=\"'>\">link</a>", "link"),
            ("<img src='a>b' alt='c>d'>", "c>d"), ("<b/>", ""), ("<img alt=\"cat\"/>", "cat"),
            ("<img alt='a&amp;b' src=x>", "a&b"), ("<img alt=cat>", ""), ("<img alt=\"cat>", ""),
            ("<bold>", "<bold>"), ("<>", "<>"), ("< b>", "< b>"), ("a < b > c", "a < b > c"),
            ("<b", "<b"), ("<", "<"), ("</", "</"), ("&", "&"), ("&;", "&;"), ("&amp", "&amp"),
            ("&lt;b&gt;", "<b>"), ("&#65;&#x42;&#X43;", "ABC"), ("&#10;", "\n"), ("&#7;", "&#7;"),
            ("&#x110000;", "&#x110000;"), ("&#-1;", "&#-1;"), ("&verylongname;", "&verylongname;"),
            ("日本 <i>語</i>", "日本 語"),
        ])
    func text(markup: String, plain: String) {
        #expect(plainText(markup) == plain)
    }

    @Test("A text of many open tags takes linear time")
    func manyBeginnings() {
        let count = 100_000
        let took = processorTime {
            #expect(plainText(String(repeating: "<b ", count: count)).utf8.count == count * 3)
            #expect(plainText(String(repeating: "&", count: count)).utf8.count == count)
            let quotes = String(repeating: "<a x='<a x=\"", count: count) + ">"
            #expect(plainText(quotes).utf8.count < quotes.utf8.count)
        }
        #expect(took < .seconds(5))
    }
}
