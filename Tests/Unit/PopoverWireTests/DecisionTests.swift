// SPDX-License-Identifier: MIT
import PopoverModel
import PopoverWire
import Testing

private let facts = Question.PopoverFacts(
    popover: PopoverID(number: 7), behavior: "menu", app: "shop", display: "main", key: nil,
    title: "Sort", isModal: false)

private let factsJSON =
    #""popover":"p7","behavior":"menu","app":"shop","display":"main","title":"Sort","modal":false"#

/// Every member is there, and in another every member that need not be is missing.
private let decisions = [
    Decision(
        time: Instant(microseconds: 12), subject: .tap, popover: PopoverID(number: 7),
        alert: AlertID(number: 2), app: "shop", display: "main", outcome: "dismissed",
        because: "a tap outside closes it (G3)",
        records: [
            VerdictRecord(
                respondent: .policy("quiet"), question: .outsideTap(facts, isKey: true),
                verdict: .abstain, fallback: .late),
            VerdictRecord(
                respondent: .behavior("menu"), question: .outsideTap(facts, isKey: false),
                verdict: .outsideTap(.close(.save))),
        ]),
    Decision(
        time: Instant(microseconds: 0), subject: .idle, outcome: "session-ended", because: "so"),
]

private let decisionsJSON =
    #"{"decisions":[{"time":12,"subject":"tap","popover":"p7","alert":"a2","app":"shop","#
    + #""display":"main","outcome":"dismissed","because":"a tap outside closes it (G3)","#
    + #""testimonies":[{"policy":"quiet","hook":"outside-tap","facts":{\#(factsJSON),"#
    + #""cause":"key"},"verdict":{"verdict":"abstain"},"failure":"late"},{"behavior":"menu","#
    + #""hook":"outside-tap","facts":{\#(factsJSON),"cause":"tap"},"#
    + #""verdict":{"verdict":"close","disposition":"save"}}]},{"time":0,"subject":"idle","#
    + #""outcome":"session-ended","because":"so","testimonies":[]}]}"#

private func read<Value>(
    _ json: String, _ decode: (JSONNode) throws(RequestError) -> Value
) throws -> Value {
    try decode(try JSONReader().parse(Array(json.utf8), depthLimit: lineDepth))
}

/// What reading this fails with; nil when it does not.
private func failure<Value>(
    _ json: String, _ decode: (JSONNode) throws(RequestError) -> Value
) throws -> RequestError? {
    let node = try JSONReader().parse(Array(json.utf8), depthLimit: lineDepth)
    do throws(RequestError) {
        _ = try decode(node)
        return nil
    } catch {
        return error
    }
}

@Suite("Decisions and recorded questions on the wire")
struct DecisionTests {
    @Test("Decisions have the protocol's shapes, and are read as they were written")
    func roundTrip() throws {
        let line = MessageEncoder().answer(.decisions(decisions), id: .null)
        #expect(
            String(decoding: line, as: UTF8.self)
                == #"{"jsonrpc":"2.0","id":null,"result":\#(decisionsJSON)}"# + "\n")
        #expect(try read(decisionsJSON, Decision.list(decoding:)) == decisions)
    }

    @Test(
        "A wrong member deep in a decision is named by its path",
        arguments: [
            (#""subject":"tap""#, #""subject":"nap""#, "decisions[0].subject"),
            (#""time":0"#, #""time":-1"#, "decisions[1].time"),
            (#""because":"so""#, #""because":1"#, "decisions[1].because"),
            (#""policy":"quiet""#, #""police":"quiet""#, "decisions[0].testimonies[0].policy"),
            (#""failure":"late""#, #""failure":"ill""#, "decisions[0].testimonies[0].failure"),
            (#""cause":"key""#, #""cause":"cat""#, "decisions[0].testimonies[0].facts.cause"),
            (
                #""disposition":"save""#, #""disposition":"eat""#,
                "decisions[0].testimonies[1].verdict.disposition"
            ),
            (#"{"verdict":"abstain"}"#, "1", "decisions[0].testimonies[0].verdict"),
        ])
    func wrongMembers(right: String, wrong: String, path: String) throws {
        #expect(decisionsJSON.contains(right))
        let found = try failure(
            decisionsJSON.replacing(right, with: wrong), Decision.list(decoding:))
        guard case .badParameter(path, _) = found else {
            Issue.record("\(String(describing: found))")
            return
        }
    }

    @Test("A recorded question is read as it was written, with what has to be answered or without")
    func recordedQuestion() throws {
        let detach = RecordedQuestion(.detach(facts), expected: .detach(allowed: false))
        let json = #"{"hook":"detach","facts":{\#(factsJSON)},"expect":{"verdict":"keep"}}"#
        #expect(written { $0.value(detach) } == json)
        #expect(try read(json, RecordedQuestion.list(decoding:)) == [detach])
        let any = RecordedQuestion(.detach(facts))
        #expect(
            try read(written { $0.value(any) }, RecordedQuestion.list(decoding:)) == [any])
    }

    @Test("The result of popover.explain is read as recorded questions")
    func recordedDay() throws {
        let questions = try read(decisionsJSON, RecordedQuestion.list(decoding:))
        #expect(
            questions == [
                RecordedQuestion(.outsideTap(facts, isKey: true)),
                RecordedQuestion(.outsideTap(facts, isKey: false)),
            ])
    }

    @Test(
        "A wrong member of a recorded question is named by its path",
        arguments: [
            (#"{"facts":{}}"#, "hook"),
            (#"{"hook":"lunch","facts":{}}"#, "hook"),
            (#"{"hook":"detach"}"#, "facts"),
            (#"{"hook":"idle","facts":{"display":"d","idleMs":"x"}}"#, "facts.idleMs"),
            (#"{"hook":"detach","facts":[]}"#, "facts"),
            (
                #"{"hook":"detach","facts":{\#(factsJSON)},"expect":{"verdict":"no"}}"#,
                "expect.verdict"
            ),
            ("[]", "hook"),
        ])
    func wrongQuestions(json: String, path: String) throws {
        let found = try failure(json, RecordedQuestion.list(decoding:))
        guard case .badParameter(let member, let message) = found else {
            Issue.record("\(String(describing: found))")
            return
        }
        #expect(member == path || json == "[]")
        #expect(!message.isEmpty)
    }

    @Test("A question longer than this daemon's limits is read all the same")
    func longQuestion() throws {
        let key = String(repeating: "k", count: 1000)
        let json = #"{"hook":"detach","facts":{"key":"\#(key)",\#(factsJSON)}}"#
        let questions = try read(json, RecordedQuestion.list(decoding:))
        guard case .detach(let facts) = questions.first?.question else {
            Issue.record("\(questions)")
            return
        }
        #expect(facts.key == key)
    }
}
