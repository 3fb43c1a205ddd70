// SPDX-License-Identifier: MIT
import PopoverModel
import PopoverWire
import Testing

private func text(_ line: [UInt8]) -> String { String(decoding: line, as: UTF8.self) }

private func decode(_ line: String, open: [QuestionID: Hook] = [:]) -> PluginMessage {
    PluginMessageDecoder().decode(Array(line.utf8)[...], limits: Limits()) { open[$0] }
}

@Suite("Messages between the daemon and programs")
struct PluginMessageTests {
    private let encoder = PluginMessageEncoder()
    private let question = QuestionID(number: 17)

    @Test("messages to a program have the members of the contract")
    func encoding() {
        #expect(
            text(encoder.getManifest()) == #"{"jsonrpc":"2.0","id":"m1","method":"getmanifest","#
                + #""params":{"protocol":1,"server":"\#(ServerVersion.name)"}}"# + "\n")
        let options = [
            PluginOption(name: "a", value: .strings(["x", "\""])),
            PluginOption(name: "b", value: .integer(-1)),
            PluginOption(name: "c", value: .boolean(false)),
            PluginOption(name: "d", value: .number(0.5)),
        ]
        #expect(
            text(encoder.initialize(options: options, isTrusted: true, limits: Limits())).hasPrefix(
                #"{"jsonrpc":"2.0","id":"i1","method":"init","params":{"options":{"a":["x","\""],"#
                    + #""b":-1,"c":false,"d":0.5},"trusted":true,"limits":{"message":262144,"#))
        let idle = Question.idle(
            Question.IdleFacts(display: "main", idle: .milliseconds(5), isOccupied: false))
        #expect(
            text(encoder.question(idle, id: question, deadline: .milliseconds(50)))
                == #"{"jsonrpc":"2.0","id":"q17","method":"hook.idle","params":{"display":"main","#
                + #""idleMs":5,"occupied":false,"deadlineMs":50}}"# + "\n")
        #expect(
            text(encoder.cancel(question))
                == #"{"jsonrpc":"2.0","method":"$/cancel","params":{"id":"q17"}}"# + "\n")
        #expect(
            text(encoder.shutdown())
                == #"{"jsonrpc":"2.0","method":"shutdown","params":{}}"# + "\n")
    }

    @Test("the method of a question is its hook's", arguments: questionSamples)
    func methods(sample: Question) throws {
        let line = encoder.question(sample, id: question, deadline: .milliseconds(5))
        let node = try JSONReader().parse(line, depthLimit: lineDepth)
        #expect(node.member("method")?.string == "hook.\(sample.hook.rawValue)")
        let params = try #require(node.member("params"))
        #expect(try Question(decoding: params, at: sample.hook, limits: Limits()) == sample)
        #expect(params.member("deadlineMs")?.integer == 5)
    }

    @Test("answers are recognized by their ids")
    func answers() {
        let open = [question: Hook.detach]
        let keep = #"{"jsonrpc":"2.0","id":"q17","result":{"verdict":"keep"}}"#
        #expect(decode(keep, open: open) == .answer(question, .success(.detach(allowed: false))))
        #expect(decode(keep) == .stray("q17"))
        #expect(decode(#"{"id":"q01","result":{}}"#) == .stray("q01"))
        #expect(
            decode(#"{"id":"m1","result":{"name":"a","version":"1"}}"#)
                == .manifest(.success(Manifest(name: "a", version: "1"))))
        #expect(
            decode(#"{"id":"m1","result":{}}"#)
                == .manifest(.failure(.badParameter(member: "name", message: "is missing"))))
        #expect(decode(#"{"id":"i1","result":null}"#) == .initialized(nil))
        #expect(
            decode(#"{"id":"i1","error":{"message":"no key"}}"#)
                == .initialized(.failed(message: "it answered with an error: no key")))
        #expect(
            decode(#"{"id":"q17","error":{}}"#, open: open)
                == .answer(
                    question,
                    .failure(.failed(message: "it answered with an error: no reason given"))))
        #expect(
            decode(#"{"id":"q17","error":null}"#, open: open)
                == .answer(
                    question, .failure(.badParameter(member: "result", message: "is missing"))))
    }

    @Test("a line that is not a plugin's message is a client's")
    func others() {
        for line in [
            #"{"jsonrpc":"2.0","id":1,"method":"status"}"#, #"{"id":"r1","result":{}}"#,
            #"{"id":7,"result":{}}"#, #"{"id":1,"method":"seen"}"#, "[]", "7", "{}",
        ] {
            #expect(decode(line) == .other)
        }
        guard case .notJSON = decode("loading model…") else {
            Issue.record("Words are no JSON")
            return
        }
    }

    @Test("seen needs the number of an event")
    func seen() {
        func line(_ params: String) -> String { #"{"method":"seen"\#(params)}"# }
        #expect(decode(line(#","params":{"sequence":7}"#)) == .seen(7))
        let failures: [(String, String, String)] = [
            ("", "params", "is missing"), (#","params":{}"#, "sequence", "is missing"),
            (#","params":[]"#, "", "has to be an object"),
            (#","params":{"sequence":-1}"#, "sequence", "has to be 0 or more"),
        ]
        for (params, member, message) in failures {
            #expect(decode(line(params)) == .wrong(.badParameter(member: member, message: message)))
        }
    }

    @Test("service needs a state")
    func service() {
        func line(_ params: String) -> String { #"{"method":"service","params":\#(params)}"# }
        #expect(decode(line(#"{"state":"serving"}"#)) == .service(PluginService(state: .serving)))
        #expect(
            decode(line(#"{"state":"failed","message":"no bus"}"#))
                == .service(PluginService(state: .failed, message: "no bus")))
        let failures: [(String, String, String)] = [
            ("{}", "state", "is missing"),
            (#"{"state":"well"}"#, "state", "has to be one of connecting, serving, failed"),
            (#"{"state":"serving","message":1}"#, "message", "has to be a string"),
        ]
        for (params, member, message) in failures {
            #expect(decode(line(params)) == .wrong(.badParameter(member: member, message: message)))
        }
    }

    @Test("changing any byte of any line never traps")
    func mutations() {
        let lines = [
            #"{"id":"m1","result":{"name":"a","version":"1","hooks":["open"]}}"#,
            #"{"id":"i1","result":{}}"#, #"{"id":"q17","result":{"verdict":"keep"}}"#,
            #"{"method":"seen","params":{"sequence":7}}"#,
        ]
        let decoder = PluginMessageDecoder()
        var broken = 0
        for line in lines.map({ Array($0.utf8) }) {
            for position in line.indices {
                for byte in Array("\"\\{}[],-09".utf8) + [0, 0xC3] {
                    var changed = line
                    changed[position] = byte
                    let message = decoder.decode(changed[...], limits: Limits()) { _ in .detach }
                    if case .notJSON = message { broken += 1 }
                }
            }
        }
        #expect(broken > 0)
    }
}
