// SPDX-License-Identifier: MIT
import PopoverModel
import PopoverWire
import Testing

private func read(_ json: String, at hook: Hook) throws -> Result<Verdict, RequestError> {
    let node = try JSONReader().parse(Array(json.utf8), depthLimit: lineDepth)
    return Result { () throws(RequestError) in
        try Verdict(decoding: node, at: hook, limits: Limits())
    }
}

@Suite("Verdicts on the wire")
struct VerdictCodingTests {
    @Test("a verdict is read as it was written", arguments: verdictSamples)
    func roundTrip(hook: Hook, verdict: Verdict) throws {
        #expect(verdict.answers(hook))
        #expect(try read(written { $0.value(verdict) }, at: hook) == .success(verdict))
    }

    @Test("an answer without a word abstains", arguments: Hook.allCases)
    func abstaining(hook: Hook) throws {
        for json in ["{}", #"{"verdict":null}"#, #"{"verdict":"abstain"}"#, #"{"x":1}"#] {
            #expect(try read(json, at: hook) == .success(.abstain))
        }
    }

    @Test(
        "missing members have their defaults",
        arguments: [
            (Hook.open, #"{"verdict":"admit"}"#, Verdict.open(.admit(sides: nil, widthRange: nil))),
            (
                .open, #"{"verdict":"refuse"}"#,
                .open(.refuse(reason: .policy, message: policyMessage))
            ),
            (
                .open, #"{"verdict":"refuse","reason":"not-for-warnings"}"#,
                .open(
                    .refuse(reason: .notForWarnings, message: RefusalReason.notForWarnings.message))
            ),
            (.choice, #"{"verdict":"close"}"#, .choice(.close(nil))),
            (.alert, #"{"verdict":"present"}"#, .alert(.present(rank: 0))),
            (.idle, #"{"verdict":"close","disposition":7}"#, .idle(.act(.close))),
            (
                .idle, #"{"verdict":"warn","title":"?","timeoutMs":1000,"then":"close"}"#,
                .idle(
                    .warn(
                        IdleWarning(
                            title: "?", message: nil, button: "Continue",
                            timeout: .milliseconds(1000), then: .close)))
            ),
        ])
    func usual(hook: Hook, json: String, verdict: Verdict) throws {
        #expect(try read(json, at: hook) == .success(verdict))
    }

    @Test("a verdict of another hook is read and does not answer")
    func otherHook() throws {
        for (home, verdict) in verdictSamples where verdict != .abstain {
            for hook in Hook.allCases where hook != home {
                guard case .success(let read) = try read(written { $0.value(verdict) }, at: hook)
                else { continue }
                switch verdict {
                // Several hooks have these words.
                case .choice, .outsideTap, .disposition, .idle(.act(.close)): break
                default: #expect(read == verdict)
                }
            }
        }
    }

    @Test("the words close and stay answer no hook but their own")
    func sharedWords() throws {
        for hook in [Hook.open, .detach, .alert] {
            for word in ["close", "stay"] {
                let verdict = try read(#"{"verdict":"\#(word)"}"#, at: hook).get()
                #expect(!verdict.answers(hook))
            }
        }
    }

    @Test(
        "an error names the wrong member",
        arguments: [
            (Hook.open, "[]", "", "has to be an object"),
            (.open, "null", "", "has to be an object"),
            (
                .open, #"{"verdict":1}"#, "verdict",
                "has to be one of abstain, admit, refuse, replace"
            ),
            (.choice, #"{"verdict":"yes"}"#, "verdict", "has to be one of abstain, close, stay"),
            (.detach, #"{"verdict":"yes"}"#, "verdict", "has to be one of abstain, detach, keep"),
            (.open, #"{"verdict":"admit","sides":[]}"#, "sides", "has to be at least one side"),
            (
                .open, #"{"verdict":"admit","sides":["top","up"]}"#, "sides[1]",
                "has to be one of top, bottom, left, right"
            ),
            (
                .open, #"{"verdict":"admit","widths":{"minimum":0,"maximum":1}}"#, "widths.minimum",
                "has to be a number from 1.0 to 16384.0"
            ),
            (
                .open, #"{"verdict":"admit","widths":{"minimum":9,"maximum":8}}"#, "widths.maximum",
                "has to be a number from 9.0 to 16384.0"
            ),
            (.open, #"{"verdict":"admit","widths":{"minimum":9}}"#, "widths.maximum", "is missing"),
            (
                .open, #"{"verdict":"refuse","reason":"locked"}"#, "reason",
                "has to be one of policy, not-for-warnings"
            ),
            (
                .open, #"{"verdict":"refuse","message":""}"#, "message",
                "has to be a string that is not empty"
            ),
            (.open, #"{"verdict":"replace"}"#, "behavior", "is missing"),
            (
                .open, #"{"verdict":"replace","behavior":"A"}"#, "behavior",
                "has to be 1 to 64 of a-z 0-9 -"
            ),
            (
                .choice, #"{"verdict":"close","disposition":"burn"}"#, "disposition",
                "has to be one of save, discard"
            ),
            (.disposition, #"{"verdict":"close"}"#, "disposition", "is missing"),
            (
                .alert, #"{"verdict":"present","rank":1001}"#, "rank",
                "has to be a whole number from -1000 to 1000"
            ),
            (.alert, #"{"verdict":"hold"}"#, "holdMs", "is missing"),
            (
                .alert, #"{"verdict":"hold","holdMs":0}"#, "holdMs",
                "has to be a number of milliseconds from 1 to 60000"
            ),
            (
                .alert, #"{"verdict":"hold","holdMs":60001}"#, "holdMs",
                "has to be a number of milliseconds from 1 to 60000"
            ),
            (.idle, #"{"verdict":"warn"}"#, "title", "is missing"),
            (.idle, #"{"verdict":"warn","title":"?"}"#, "timeoutMs", "is missing"),
            (
                .idle, #"{"verdict":"warn","title":"?","timeoutMs":999}"#, "timeoutMs",
                "has to be a number of milliseconds from 1000 to 600000"
            ),
            (.idle, #"{"verdict":"warn","title":"?","timeoutMs":1000}"#, "then", "is missing"),
        ])
    func wrong(hook: Hook, json: String, member: String, message: String) throws {
        #expect(
            try read(json, at: hook)
                == .failure(.badParameter(member: member, message: message)))
    }

    @Test("texts of verdicts have the limit text")
    func tooLong() throws {
        let over = RequestError.overLimit(name: "text", value: Limits().text)
        let refusal = #"{"verdict":"refuse","message":\#(quoted(4097))}"#
        #expect(try read(refusal, at: .open) == .failure(over))
        let warning = #"{"verdict":"warn","title":\#(quoted(4097)),"timeoutMs":1000}"#
        #expect(try read(warning, at: .idle) == .failure(over))
    }

    @Test("any value in place of any member never traps")
    func totality() throws {
        let values = ["null", "true", "1e300", "-1", "\"\"", "\"close\"", "[]", "[null]", "{}"]
        var verdicts = 0
        var failures = 0
        for (hook, verdict) in verdictSamples {
            let text = written { $0.value(verdict) }
            let node = try JSONReader().parse(Array(text.utf8), depthLimit: lineDepth)
            let members = try #require(node.members).map { name, value in
                (name, String(decoding: value.compactText.bytes, as: UTF8.self))
            }
            for (name, old) in members {
                for value in values {
                    let changed = text.replacing("\"\(name)\":\(old)", with: "\"\(name)\":\(value)")
                    switch try read(changed, at: hook) {
                    case .success: verdicts += 1
                    case .failure: failures += 1
                    }
                }
            }
        }
        #expect(verdicts > 0 && failures > verdicts)
    }
}

private let policyMessage = RefusalReason.policy.message
