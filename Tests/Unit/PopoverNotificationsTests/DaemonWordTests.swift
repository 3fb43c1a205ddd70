// SPDX-License-Identifier: MIT

import PopoverNotifications
import Testing

@Suite("What the daemon says about alerts")
struct DaemonWordTests {
    private let reader = DaemonWordReader()

    @Test(
        "Lines are understood as far as they concern alerts",
        arguments: [
            (
                #"{"jsonrpc":"2.0","id":"hello","result":{"limits":{"text":64,"buttons":3}}}"#,
                .welcomed(AlertLimits(text: 64, buttons: 3))
            ),
            (
                #"{"method":"alert.queued","params":{"alert":"a1","request":"n1"}}"#,
                .taken(request: "n1")
            ),
            (
                #"{"id":"n1","result":{"alert":"a1","button":"0"}}"#,
                .answered(request: "n1", button: "0")
            ),
            (#"{"id":"cancel-n1","result":{}}"#, nil),
            (#"{"method":"alert.dismiss","params":{"alert":"a1"}}"#, nil),
            (#"{"method":"alert.queued"}"#, nil), (#"{"id":7,"error":{}}"#, nil), ("{", nil),
            ("[]", nil), ("", nil),
        ] as [(String, DaemonWord?)])
    func lines(line: String, word: DaemonWord?) {
        #expect(reader.read(line) == word)
    }

    @Test(
        "A refusal is an error of the bus",
        arguments: [
            (4, "LimitsExceeded"), (-32602, "InvalidArgs"), (1, "Failed"), (5, "Failed"),
        ])
    func refusals(code: Int, name: String) throws {
        let line = #"{"id":"n1","error":{"code":\#(code),"message":"no","data":{"reason":"why"}}}"#
        guard case .refused("n1", let refusal) = reader.read(line) else {
            Issue.record("no refusal")
            return
        }
        #expect(refusal.reason == "why")
        #expect(refusal.busError.name == "org.freedesktop.DBus.Error.\(name)")
        #expect(refusal.busError.message == "no")
    }

    @Test("An alert is one line, whatever its texts hold")
    func alertLine() {
        let alert = NotificationAlert(
            title: "a\nb", message: "", severity: "critical", labels: ["\"Yes\"", "No"], usual: 1,
            closeLabel: "Close", display: "", timeout: 5)
        #expect(
            alert.line(request: "n1", id: 7)
                == #"{"jsonrpc":"2.0","id":"n1","method":"alert.raise","params":{"title":"a\nb","#
                + #""severity":"critical","buttons":[{"id":"0","label":"\"Yes\""},"#
                + #"{"id":"1","label":"No","role":"default"},"#
                + #"{"id":"close","label":"Close","role":"cancel"}],"key":"notification-7","#
                + #""timeoutMs":5}}"#)
    }

    @Test("What is over a limit is told before it is sent")
    func excess() {
        let limits = AlertLimits(text: 4, buttons: 2)
        #expect(limits.excess(title: "äö", message: "four", labels: ["a", "b"]) == nil)
        #expect(limits.excess(title: "äöü", message: "", labels: ["a"]) != nil)
        #expect(limits.excess(title: "", message: "fives", labels: ["a"]) != nil)
        #expect(limits.excess(title: "", message: "", labels: ["fives"]) != nil)
        #expect(limits.excess(title: "", message: "", labels: ["a", "b", "c"]) != nil)
    }
}
