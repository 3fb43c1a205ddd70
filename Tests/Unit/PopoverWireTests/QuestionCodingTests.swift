// SPDX-License-Identifier: MIT
import PopoverModel
import PopoverWire
import Testing

/// The facts of a question, as its request's params.
private func facts(_ question: Question) -> String {
    written { writer in writer.object(question.writeMembers) }
}

/// Reads facts; a failure where there are none.
private func read(_ json: String, at hook: Hook) throws -> Result<Question, RequestError> {
    let node = try JSONReader().parse(Array(json.utf8), depthLimit: lineDepth)
    return Result { () throws(RequestError) in
        try Question(decoding: node, at: hook, limits: Limits())
    }
}

private func failure(_ json: String, at hook: Hook) throws -> String? {
    switch try read(json, at: hook) {
    case .success: nil
    case .failure(.overLimit(let name, _)): name
    case .failure(.badParameter(let member, _)): member
    case .failure(let failure): "\(failure)"
    }
}

@Suite("Questions on the wire")
struct QuestionCodingTests {
    @Test("a question is read as it was written", arguments: questionSamples)
    func roundTrip(question: Question) throws {
        let result = try read(facts(question), at: question.hook)
        #expect(result == .success(question))
    }

    @Test("there is a sample for every hook")
    func completeSamples() {
        #expect(Hook.allCases.allSatisfy { hook in questionSamples.contains { $0.hook == hook } })
    }

    @Test("the facts have the names of the contract")
    func names() {
        let popover =
            #""popover":"p7","behavior":"menu","app":"shop","display":"main","key":"cart","#
            + #""title":"Cart","modal":true"#
        let expected = [
            #"{"behavior":"menu","app":"shop","display":"main","displaySize":{"width":1080,"#
                + #""height":1920},"compact":false,"size":{"width":320,"height":400.5},"#
                + #""key":"cart","title":"Cart","modal":true}"#,
            "{\(popover),\"choice\":{\"id\":[1,null,\"é\"]}}",
            "{\(popover),\"cause\":\"tap\"}",
            "{\(popover)}",
            "{\(popover),\"reason\":\"outside-tap\",\"standing\":\"save\"}",
            #"{"alert":"a3","app":"shop","display":"main","severity":"critical","#
                + #""title":"Paper","key":"paper","heldMs":1500}"#,
            #"{"display":"main","idleMs":60000,"occupied":true,"language":"de-AT"}"#,
        ]
        let whole = questionSamples.enumerated().filter { $0.offset.isMultiple(of: 2) }
        #expect(whole.map { facts($0.element) } == expected)
    }

    @Test("a fact that is missing is named", arguments: questionSamples)
    func missing(question: Question) throws {
        let text = facts(question)
        let node = try JSONReader().parse(Array(text.utf8), depthLimit: lineDepth)
        let names = try #require(node.members).map(\.name)
        let optional = ["key", "title", "language"]
        var told: [String] = []
        for name in names {
            let without = text.replacing("\"\(name)\":", with: "\"x-\(name)\":")
            if let path = try failure(without, at: question.hook) {
                #expect(path == name)
                told.append(path)
            }
        }
        let isAlert = question.hook == .alert
        #expect(told == names.filter { !optional.contains($0) || isAlert && $0 == "title" })
    }

    @Test(
        "a fact that is wrong is named",
        arguments: [
            (0, #""menu""#, "1", "behavior"), (0, #""shop""#, #""Shop""#, "app"),
            (0, #""main""#, #""""#, "display"), (0, "1920", "0", "displaySize.height"),
            (0, "400.5", "-1", "size.height"), (0, #""Cart""#, "[]", "title"),
            (0, #""Cart""#, quoted(4097), "text"), (0, #""cart""#, quoted(257), "key"),
            (2, #""p7""#, #""a7""#, "popover"), (2, #""p7""#, #""p07""#, "popover"),
            (2, #"[1,null,"é"]"#, quoted(300_000), "content"), (4, #""tap""#, #""swipe""#, "cause"),
            (8, #""outside-tap""#, #""bored""#, "reason"), (8, #""save""#, "true", "standing"),
            (10, #""a3""#, #""p3""#, "alert"), (10, "1500", "-1", "heldMs"),
            (10, #""critical""#, #""loud""#, "severity"), (12, "60000", #""60000""#, "idleMs"),
            (12, "true", "1", "occupied"), (12, "de-AT", "de_AT", "language"),
        ])
    func wrong(sample: Int, old: String, new: String, path: String) throws {
        let question = questionSamples[sample]
        let text = facts(question)
        #expect(text.contains(old))
        #expect(try failure(text.replacing(old, with: new), at: question.hook) == path)
    }

    @Test("facts of another hook and values that are no object never trap")
    func totality() throws {
        for hook in Hook.allCases {
            for text in questionSamples.map(facts) + ["null", "[]", "1", "\"x\"", "{}"] {
                let result = try read(text, at: hook)
                if case .success(let question) = result { #expect(question.hook == hook) }
            }
            #expect(try failure("[]", at: hook) != nil)
        }
    }
}
