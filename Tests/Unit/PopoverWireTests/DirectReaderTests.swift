// SPDX-License-Identifier: MIT
import PopoverModel
import PopoverWire
import Testing

private let frequent: Set<Method> = [
    .setSurface, .setSource, .removeSource, .setOccluder, .open, .update, .close, .saveDraft,
    .loadDraft, .tap, .pointer, .publish,
]

@Suite("The direct reader")
struct DirectReaderTests {
    private let decoder = MessageDecoder()

    private func direct(_ line: String, _ limits: Limits = Limits()) -> Incoming? {
        decoder.decodeDirectly(Array(line.utf8)[...], limits: limits, timing: Timing())
    }

    private func general(_ line: String, _ limits: Limits = Limits()) -> Incoming {
        decoder.decodeGenerally(Array(line.utf8)[...], limits: limits, timing: Timing())
    }

    @Test(
        "The lines of the benchmarks go direct",
        arguments: [
            #"{"jsonrpc":"2.0","id":1,"method":"source.set","params":{"source":"basket","rect":"#
                + #"{"x":100,"y":80,"width":80,"height":40}}}"#,
            #"{"jsonrpc":"2.0","id":7,"method":"popover.open","params":{"behavior":"inspector","#
                + #""size":{"width":320,"height":240},"source":"basket","title":"Your order"}}"#,
            #"{"jsonrpc":"2.0","id":8,"method":"popover.close","params":{"popover":"p12","#
                + #""outcome":"done"}}"#,
            #"{"jsonrpc":"2.0","id":"r3","result":{}}"#,
            #"{"jsonrpc":"2.0","id":9,"method":"tap","params":{"x":600,"y":700,"#
                + #""swallowed":true}}"#,
            #"{"jsonrpc":"2.0","id":18446744,"method":"bus.publish","params":{"topic":"#
                + #""app.bench.told","data":"..................................."}}"#,
        ])
    func benchmarks(line: String) {
        #expect(direct(line) == general(line))
    }

    /// In the order and with the spaces of the libraries: JavaScript's and Python's write no spaces,
    /// those without a library use Python's `json.dumps` as it is, and Swift's names its ids.
    @Test("Each frequent method goes direct, as the clients write it", arguments: methodSamples)
    func clients(sample: MethodSample) {
        let method = sample.method.rawValue
        let params = MethodSample.params(sample.needed)
        guard frequent.contains(sample.method) else {
            #expect(direct(request(method, params)) == nil)
            return
        }
        let written = requestLine(method, id: "q1", sample.least.writeMembers)
        #expect(direct(written) == .request(id: .string("q1"), sample.least))
        let compact = #"{"jsonrpc":"2.0","id":17,"method":"\#(method)","params":\#(params)}"#
        #expect(direct(compact) == .request(id: .number("17"), sample.least))
        let spaced = Self.spaced(compact)
        #expect(direct(spaced) == .request(id: .number("17"), sample.least))
        let notification = #"{"jsonrpc":"2.0","method":"\#(method)","params":\#(params)}"#
        #expect(direct(notification) == .request(id: nil, sample.least))
        let late = #"{"method":"\#(method)","params":\#(params),"id":17,"jsonrpc":"2.0"}"#
        #expect(direct(late) == .request(id: .number("17"), sample.least))
    }

    @Test("Optional members of an open go direct")
    func options() {
        let line = #"""
            {"jsonrpc":"2.0","id":1,"method":"popover.open","params":{"behavior":"menu","surface":"w",\#
            "size":{"width":320.5,"height":0.125},"display":"main","source":"s","gap":-0,\#
            "anchor":{"height":0,"width":1,"y":-2.5,"x":999999999},"sides":["bottom","start"],\#
            "align":"start","within":"surface","avoid":[{"x":0,"y":0,"width":1,"height":1}],\#
            "passthrough":[],"hit":[],"minimum":{"width":1,"height":1},"key":"Grüße","modal":true,\#
            "title":"","help":"…","severity":"info","expands":false,"waitMs":0.5,"gesture":"g7",\#
            "buttons":["Done",{"label":"No","id":"no","role":"cancel"},{"id":"x","label":""}]}}
            """#
        guard case .request(_, .open(let open)) = general(line) else {
            Issue.record("\(general(line))")
            return
        }
        #expect(direct(line) == .request(id: .number("1"), .open(open)))
        #expect(open.gap.sign == .minus)
    }

    @Test(
        "Answers go direct",
        arguments: [
            ("{}", .empty), (#"{"saved":true}"#, .saved), (#"{"saved": false}"#, .empty),
            (#"{"draft":null}"#, .draft(JSONText(validated: Array("null".utf8)))),
            (
                #"{"draft": {"a": [1, -2.50, true, "ä b"], "b": {}}}"#,
                .draft(JSONText(validated: Array(#"{"a":[1,-2.50,true,"ä b"],"b":{}}"#.utf8)))
            ),
        ] as [(String, CallAnswer)])
    func answers(result: String, answer: CallAnswer) {
        let line = #"{"jsonrpc":"2.0","id":"r12","result":\#(result)}"#
        #expect(direct(line) == .answer(CallID(number: 12), answer))
        #expect(general(line) == .answer(CallID(number: 12), answer))
    }

    @Test(
        "What is unusual is left to the general reader",
        arguments: [
            #"{"content":"\n"}"#, #"{"content":{"a":1,"a":2}}"#, #"{"content":1e3}"#,
            #"{"content":[[[[[[[[[]]]]]]]]]}"#, #"{"content":1,"content":1}"#, #"{}"#, "null", "[]",
            #"{"content":1,"revision":null}"#, #"{"content":1,"revision":1.0}"#,
            #"{"content":1,"sync":1}"#, #"{"content":1,"other":1}"#, #"{"content":01}"#,
            #"{"content":1234567890123456}"#, "{\"content\":\"\u{1}\"}", "{\"content\0\":1}",
            #"{"content":1 }"#,
            #"{"content" :1}"#, "{\"content\":1,\t\"sync\":true}",
            #"{"content":1.}"#, #"{"content":.5}"#, #"{"content":-}"#, #"{"content":nul}"#,
            #"{"content":[1,]}"#, #"{"content":{"a"}}"#, #"{"content":"#, #"{"content":"a"#,
        ])
    func unusual(params: String) {
        let members = params.first == "{" ? #"{"key":"k","# + params.dropFirst() : params
        let line = #"{"jsonrpc":"2.0","id":1,"method":"draft.save","params":\#(members)}"#
        #expect(direct(line) == nil)
        #expect(direct(line + " ") == nil && direct("{ " + line.dropFirst()) == nil)
    }

    @Test("Incomplete values and those beyond a limit are left to the general reader")
    func limits() {
        var limits = Limits()
        limits.key = 3
        limits.text = 4
        limits.content = 5
        limits.rectangles = 1
        let long = String(repeating: "d", count: 129)
        let rect = #"{"x":0,"y":0,"width":1,"height":1}"#
        let size = #""behavior":"a","size":{"width":1,"height":1}"#
        for (method, params, isDirect) in [
            ("draft.save", #""key":"abc","content":"abc""#, true),
            ("draft.save", #""key":"abcd","content":"abc""#, false),
            ("draft.save", #""key":"","content":"abc""#, false),
            ("draft.save", #""key":"abc","content":"abcd""#, false),
            ("popover.open", #"\#(size),"title":"abcd","avoid":[\#(rect)]"#, true),
            ("popover.open", #"\#(size),"title":"abcde""#, false),
            ("popover.open", #"\#(size),"avoid":[\#(rect),\#(rect)]"#, false),
            ("popover.open", #"\#(size),"anchor":{"x":0,"y":0,"width":1}"#, false),
            ("popover.open", #"\#(size),"buttons":[{"label":"No"}]"#, false),
            ("popover.open", #"\#(size),"gap":1000000000"#, true),
            ("popover.open", #"\#(size),"gap":1000000000.1"#, false),
            ("popover.open", #"\#(size),"display":"\#(long)""#, false),
            ("popover.open", #"\#(size),"waitMs":999999999999999"#, false),
        ] {
            let line = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":{\#(params)}}"#
            #expect(direct(line, limits) == (isDirect ? general(line, limits) : nil), "\(line)")
        }
    }

    /// As Python's `json.dumps` separates.
    private static func spaced(_ line: String) -> String {
        line.replacing(#"":"#, with: #"": "#).replacing(",\"", with: ", \"")
    }
}
