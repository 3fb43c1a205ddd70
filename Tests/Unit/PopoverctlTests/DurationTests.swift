// SPDX-License-Identifier: MIT

import FakeDaemon
import PopoverModel
import Testing

@testable import popoverctl

@Suite("Durations in popoverctl")
struct DurationTests {
    @Test(
        "A duration has a unit, or is in seconds",
        arguments: [
            ("500ms", 500), ("5s", 5000), ("5", 5000), ("0.2", 200), ("2m", 120_000),
            ("1.5h", 5_400_000), ("7d", 604_800_000), ("0", 0),
        ] as [(String, Int64)])
    func read(text: String, milliseconds: Int64) {
        #expect(Interval(argument: text) == .milliseconds(milliseconds))
    }

    @Test(
        "Anything else is no duration",
        arguments: [
            "", "s", "ms", "5x", "5 s", "-1s", "5S", "inf", "nan", "1e3", "5s5", "99999999d",
        ])
    func refuse(text: String) {
        #expect(Interval(argument: text) == nil)
    }

    @Test(
        "A duration is shown in its two longest units",
        arguments: [
            (0, "0s"), (500, "500ms"), (5000, "5s"), (300_000, "5m"), (7_500_000, "2h 5m"),
            (90_061_001, "1d 1h"), (86_400_000, "1d"),
        ] as [(Int64, String)])
    func words(milliseconds: Int64, words: String) {
        #expect(Interval.milliseconds(milliseconds).words == words)
    }

    @Test("All options for durations accept units, and name their range")
    func options() throws {
        let daemon = try FakeDaemon([
            .welcome, .receive(#""waitMs":1500"#), .result(ClientTests.grant),
        ])
        #expect(try Run(daemon, "open", "--anchor", "1,2,3x4", "--wait", "1.5s").status == 0)
        let alert = try FakeDaemon([
            .welcome, .receive(#""timeoutMs":30000"#),
            .result(#"{"alert":"a1","button":"ok"}"#),
        ])
        #expect(try Run(alert, "alert", "Fire", "--expire", "30s").status == 0)
        for (arguments, range) in [
            (["status", "--timeout", "0"], "--timeout: expected 1ms to 1d"),
            (["top", "--once", "--interval", "2h"], "--interval: expected 100ms to 1m"),
            (["simulate", "--pace", "2m", "x"], "--pace: expected at most 1m"),
            (["alert", "Fire", "--expire", "0"], "--expire: expected 1ms to 1d"),
            (["open", "--anchor", "1,2,3x4", "--wait", "2d"], "--wait: expected at most 1d"),
            (
                [
                    "fleet", "sign", "--key", "k", "--name", "n", "--to", "x", "--valid", "8d",
                    "ping",
                ],
                "--valid: expected 1s to 7d"
            ),
        ] {
            let run = try Run(arguments)
            #expect(run.status == 2)
            #expect(run.errors.contains(range))
        }
    }
}
