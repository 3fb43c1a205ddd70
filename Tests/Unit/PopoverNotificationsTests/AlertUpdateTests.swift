// SPDX-License-Identifier: MIT

import PopoverNotifications
import PopoverWire
import Testing

@Suite("Messages about alerts")
struct AlertUpdateTests {
    private let reader = JSONReader()

    /// What a line says, as the plugin is told it.
    private func read(_ line: String) -> AlertUpdate? {
        guard let node = try? reader.parse(Array(line.utf8), depthLimit: 64) else { return nil }
        guard node.member("method")?.string == "event", let event = node.member("params") else {
            return AlertUpdate(node)
        }
        return event.member("data").flatMap { data in
            AlertUpdate(topic: event.member("topic")?.string ?? "", data)
        }
    }

    @Test(
        "A line about an alert is decoded",
        arguments: [
            (
                #"{"jsonrpc":"2.0","id":"hello","result":{"limits":{"text":64,"buttons":3}}}"#,
                .welcome(AlertLimits(text: 64, buttons: 3), DisplayLanguages())
            ),
            (
                #"{"id":"hello","result":{"limits":{"text":64,"buttons":3,"alerts":32,"#
                    + #""alertsPerUser":20}}}"#,
                .welcome(AlertLimits(text: 64, buttons: 3, alerts: 20), DisplayLanguages())
            ),
            (
                #"{"method":"event","params":{"topic":"display.changed","data":"#
                    + #"{"display":"wall","width":10,"language":"de-AT"}}}"#,
                .displayChanged("wall", language: "de-AT")
            ),
            (
                #"{"method":"event","params":{"topic":"display.changed","data":{"display":"wall"}}}"#,
                .displayChanged("wall", language: nil)
            ),
            (
                #"{"method":"event","params":{"topic":"display.changed","data":"#
                    + #"{"display":"wall","removed":true}}}"#,
                .displayRemoved("wall")
            ),
            (
                #"{"method":"event","params":{"topic":"session.ended","data":{}}}"#,
                .sessionEnded(display: nil)
            ),
            (
                #"{"method":"event","params":{"topic":"session.ended","data":{"display":"wall"}}}"#,
                .sessionEnded(display: "wall")
            ),
            (
                #"{"method":"event","params":{"topic":"alert.presented","data":{"alert":"a1"}}}"#,
                .presented(alert: "a1")
            ),
            (#"{"method":"event","params":{"topic":"alert.queued","data":{"alert":"a1"}}}"#, nil),
            (#"{"method":"alert.queued","params":{"request":"n1"}}"#, nil),
            (
                #"{"method":"alert.queued","params":{"alert":"a1","request":"n1"}}"#,
                .queued(request: "n1", alert: "a1")
            ),
            (
                #"{"id":"n1","result":{"alert":"a1","button":"0"}}"#,
                .answered(request: "n1", button: "0")
            ),
            (#"{"id":"cancel-n1","result":{}}"#, nil),
            (#"{"method":"alert.dismiss","params":{"alert":"a1"}}"#, nil),
            (#"{"method":"alert.queued"}"#, nil), (#"{"id":7,"error":{}}"#, nil), ("{", nil),
            ("[]", nil), ("", nil),
        ] as [(String, AlertUpdate?)])
    func lines(line: String, update: AlertUpdate?) {
        #expect(read(line) == update)
    }

    @Test("The language is that of the display that shows the notifications: main, else the oldest")
    func languages() throws {
        let line =
            #"{"id":"hello","result":{"limits":{"text":64,"buttons":3},"displays":["#
            + #"{"display":"wall","language":"ja"},{"display":"main","language":"de"},"#
            + #"{"display":"desk"}]}}"#
        guard case .welcome(_, var languages) = read(line) else {
            Issue.record("no welcome")
            return
        }
        let names = ["", "wall", "main", "desk", "none"]
        #expect(names.map(languages.language) == ["de", "ja", "de", nil, nil])
        languages.set("fr", of: "main")
        languages.set("he", of: "none")
        #expect(names.map(languages.language) == ["fr", "ja", "fr", nil, "he"])
        #expect(languages.concerns("", "main"))
        #expect(!languages.concerns("", "wall"))
        #expect(languages.concerns("wall", nil))
        languages.remove("main")
        #expect(languages.concerns("", "wall"))
        #expect(names.map(languages.language) == ["ja", "ja", nil, nil, "he"])
    }

    @Test(
        "An error of the daemon becomes an error of the bus",
        arguments: [
            (4, "LimitsExceeded"), (-32602, "InvalidArgs"), (1, "Failed"), (5, "Failed"),
        ])
    func errors(code: Int, name: String) throws {
        let line = #"{"id":"n1","error":{"code":\#(code),"message":"no","data":{"reason":"why"}}}"#
        guard case .error("n1", let reason, let error) = read(line) else {
            Issue.record("no error")
            return
        }
        #expect(reason == "why")
        #expect(error.name == "org.freedesktop.DBus.Error.\(name)")
        #expect(error.message == "no")
    }

    @Test("The reason of an error above a limit is the name of the limit")
    func limits() throws {
        let line = #"{"id":"n1","error":{"code":4,"message":"no","data":{"limit":"alerts"}}}"#
        guard case .error("n1", "alerts", _) = read(line) else {
            Issue.record("no limit")
            return
        }
    }

    @Test("A request to raise an alert is one line whatever its texts contain")
    func alertLine() {
        let alert = NotificationAlert(
            title: "a\nb", message: "", severity: "critical", labels: ["\"Yes\"", "No"],
            defaultButton: 1, closeLabel: "Close", display: "", timeout: 5)
        #expect(
            alert.line(request: "n1", id: 7)
                == #"{"jsonrpc":"2.0","id":"n1","method":"alert.raise","params":{"title":"a\nb","#
                + #""severity":"critical","buttons":[{"id":"0","label":"\"Yes\""},"#
                + #"{"id":"1","label":"No","role":"default"},"#
                + #"{"id":"close","label":"Close","role":"cancel"}],"key":"notification-7"}}"#)
    }

    @Test(
        "An alert asks for the height that its message needs",
        arguments: [
            ("two\nlines", nil), ("three\n\nlines", 180),
            (String(repeating: "a", count: 2 * 36), nil),
            (String(repeating: "a", count: 5 * 36 + 1), 240),
        ])
    func alertSize(message: String, height: Int?) {
        let alert = NotificationAlert(
            title: "a", message: message, severity: "info", labels: [], defaultButton: nil,
            closeLabel: "Close", display: "", timeout: nil)
        let size = height.map { #""size":{"width":320,"height":\#($0)}"# } ?? #""size""#
        #expect(alert.line(request: "n1", id: 7).contains(size) == (height != nil))
    }

    @Test("An alert over a limit is cut, and its close button stays")
    func fitted() {
        let alert = NotificationAlert(
            title: "äöüß", message: "messages", severity: "info",
            labels: ["eighteen", "fives", "c"], defaultButton: 2, closeLabel: "Close it",
            display: "", timeout: nil)
        let cut = alert.fitted(to: AlertLimits(text: 7, buttons: 3))
        #expect(cut.title == "äö…")
        #expect(cut.message == "mess…")
        #expect(cut.labels == ["eigh…", "fives"])
        #expect(cut.defaultButton == nil)
        #expect(cut.closeLabel == "Clos…")
        #expect(alert.fitted(to: AlertLimits(text: 8, buttons: 4)) == alert)
    }

    @Test(
        "A text is cut behind a character, or behind a scalar of one that does not fit",
        arguments: [
            ("", 3, ""), ("abc", 3, "abc"), ("abcd", 3, "…"), ("abcdef", 5, "ab…"),
            ("aé\u{301}b", 6, "aé\u{301}b"), ("ae\u{301}bcde", 7, "ae\u{301}…"),
            ("ae\u{301}bcd", 5, "a…"), ("e\u{301}\u{301}\u{301}", 6, "e\u{301}…"), ("日本", 5, "…"),
            ("日本語", 8, "日…"), ("abc", 2, ""),
        ])
    func shortened(text: String, limit: Int, short: String) {
        let found = text.shortened(to: limit)
        #expect(Array(found.utf8) == Array(short.utf8))
        #expect(found.utf8.count <= limit)
    }
}
