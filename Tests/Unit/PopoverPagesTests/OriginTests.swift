// SPDX-License-Identifier: MIT

import PopoverPages
import Testing

@Suite("Spelling of origins")
struct OriginTests {
    @Test(
        "A configured origin becomes what browsers send",
        arguments: [
            ("http://127.0.0.1:8080", "http://127.0.0.1:8080"),
            ("HTTP://Shop.Example", "http://shop.example"),
            ("http://shop.example:80", "http://shop.example"),
            ("https://shop.example:443/", "https://shop.example"),
            ("https://shop.example:80", "https://shop.example:80"),
            ("http://[::1]:8080/", "http://[::1]:8080"),
            ("http://[::1]", "http://[::1]"), ("http://localhost:0080", "http://localhost"),
            ("chrome-extension://abc", "chrome-extension://abc"), ("file://", "file://"),
            ("null", "null"),
        ])
    func normalized(text: String, origin: String) {
        #expect(Origin.normalized(text) == origin)
    }

    @Test(
        "An origin that no page has is refused",
        arguments: [
            "*", "http://*", "http://*.example", "http://shop.example/page",
            "http://shop.example//",
            "shop.example", "127.0.0.1:8080", "http://", "http:///", "http://a b",
            "http://me@shop.example",
            "http://shop.example:", "http://shop.example:70000", "http://[::1",
            "http://shöp.example",
            "http://shop.example?x", "http://shop.example#x", "", "file:///srv/page.html",
        ])
    func refused(text: String) {
        #expect(Origin.normalized(text) == nil)
    }
}
