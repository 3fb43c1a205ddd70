// SPDX-License-Identifier: MIT
import PopoverModel
import PopoverWire
import Testing

/// A request's line.
func request(_ method: String, _ params: String, id: String = "1") -> String {
    #"{"jsonrpc":"2.0","id":\#(id),"method":"\#(method)","params":\#(params)}"#
}

/// What a line says, with the limits that a daemon has by default.
func decoded(_ line: String, with decoder: MessageDecoder = MessageDecoder()) -> Incoming {
    decoder.decode(Array(line.utf8), limits: Limits(), timing: Timing())
}

/// Why a request is not done; nil when it is one that can be.
private func failure(of incoming: Incoming) -> RequestError? {
    switch incoming {
    case .request(.number("1"), .invalid(let failure)): failure
    case .failure(.number("1"), let failure): failure
    case .request, .failure, .answer, .ignored: nil
    }
}

private func expectFailure(
    _ sample: MethodSample, _ name: String, _ json: String?, _ fault: InvalidMember,
    with decoder: MessageDecoder
) {
    let line = request(sample.method.rawValue, sample.params(name, json))
    let failure = failure(of: decoded(line, with: decoder))
    let path = name + fault.suffix
    switch (fault.kind, failure) {
    case (.bad, .badParameter(let member, let message)):
        #expect(member == path, "\(line)")
        #expect(!message.isEmpty)
    case (.over(let limit), _):
        let expected = RequestError.overLimit(name: limit.rawValue, value: Limits()[limit])
        #expect(failure == expected, "\(line)")
    case (.unknown(let id), .unknownID(let unknown, _)): #expect(unknown == id, "\(line)")
    case (.bad, _), (.unknown, _): Issue.record("\(line) gives \(String(describing: failure))")
    }
}

@Suite("Parameters of every method")
struct RequestDecodingTests {
    private let decoder = MessageDecoder()

    @Test("A sample with all members, or with those it needs, decodes to what it means")
    func samplesDecode() {
        for sample in methodSamples {
            let full = MethodSample.params(sample.members)
            let least = MethodSample.params(sample.needed)
            let method = sample.method.rawValue
            #expect(
                decoded(request(method, full), with: decoder)
                    == .request(id: .number("1"), sample.full))
            #expect(
                decoded(request(method, least), with: decoder)
                    == .request(id: .number("1"), sample.least))
            let notification = #"{"jsonrpc":"2.0","method":"\#(method)","params":\#(full)}"#
            #expect(decoded(notification, with: decoder) == .request(id: nil, sample.full))
        }
    }

    @Test("A needed member that is missing is named; null is missing, but where any JSON goes")
    func missingMembersAreNamed() {
        for sample in methodSamples {
            for member in sample.needed {
                let fault = InvalidMember("", "")
                let name = member.alternative ?? member.name
                let without = request(sample.method.rawValue, sample.params(member.name, nil))
                guard case .badParameter(name, _) = failure(of: decoded(without, with: decoder))
                else {
                    Issue.record("\(without) names no \(name)")
                    continue
                }
                if case .any = member.shape { continue }
                if member.alternative == nil {
                    expectFailure(sample, member.name, "null", fault, with: decoder)
                }
            }
        }
    }

    @Test("Null for a member that may be missing is as if it were missing")
    func nullIsAbsent() {
        for sample in methodSamples {
            for member in sample.members where !member.isNeeded {
                let method = sample.method.rawValue
                let null = decoded(
                    request(method, sample.params(member.name, "null")), with: decoder)
                let absent = decoded(
                    request(method, sample.params(member.name, nil)), with: decoder)
                #expect(null == absent, "\(method) \(member.name)")
                #expect(failure(of: null) == nil, "\(method) \(member.name)")
            }
        }
    }

    @Test("Every invalid value is an error with the path of its member")
    func wrongMembersAreNamed() {
        var count = 0
        for sample in methodSamples {
            for member in sample.members {
                for fault in member.shape.faults {
                    expectFailure(sample, member.name, fault.json, fault, with: decoder)
                    count += 1
                }
            }
        }
        #expect(count > 1000)
    }

    @Test("Unknown members are ignored")
    func unknownMembersAreIgnored() {
        for sample in methodSamples {
            let members = sample.members + [MemberSample("x-more", .any, #"{"a":[1]}"#)]
            let line = request(sample.method.rawValue, MethodSample.params(members))
            #expect(
                decoded(line, with: decoder) == .request(id: .number("1"), sample.full), "\(line)")
        }
    }

    @Test("Params that are no object are an error; missing or null params are an empty object")
    func paramsAreAnObject() {
        for sample in methodSamples {
            for params in ["[]", "[1]", "1", "\"x\"", "true"] {
                let line = request(sample.method.rawValue, params)
                guard case .badParameter("params", _) = failure(of: decoded(line, with: decoder))
                else {
                    Issue.record("\(line) is not told")
                    continue
                }
            }
            let method = sample.method.rawValue
            let empty = decoded(request(method, "{}"), with: decoder)
            let missing = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)"}"#
            #expect(decoded(missing, with: decoder) == empty)
            #expect(decoded(request(method, "null"), with: decoder) == empty)
        }
    }

    @Test("A wrong member is reported before an unknown id")
    func membersBeforeIDs() {
        let line = request("popover.close", #"{"popover":"none","outcome":"maybe"}"#)
        guard case .badParameter("outcome", _) = failure(of: decoded(line)) else {
            Issue.record("\(decoded(line))")
            return
        }
    }

    @Test("A hello of another version is only refused for its version")
    func otherVersions() {
        let hello = Hello(protocolVersion: 2, app: "", roles: [])
        #expect(
            decoded(request("hello", #"{"protocol":2,"app":7}"#))
                == .request(id: .number("1"), .hello(hello)))
    }

    @Test("A wrong hello fails at once, any other wrong request is for the rules to answer")
    func wrongHello() {
        let hello = decoded(request("hello", #"{"protocol":1}"#))
        #expect(
            hello
                == .failure(
                    id: .number("1"), .badParameter(member: "app", message: "is missing")))
        let silent = #"{"jsonrpc":"2.0","method":"hello","params":{}}"#
        #expect(decoded(silent) == .ignored)
        #expect(
            decoded(request("tap", #"{"x":1}"#))
                == .request(
                    id: .number("1"), .invalid(.badParameter(member: "y", message: "is missing"))))
    }

    @Test("An unknown method is a request; the error repeats no more of it than fits an error")
    func unknownMethods() {
        for method in ["", "Hello", "popover.opens", "record.pause", "bus"] {
            #expect(
                decoded(request(method, "[]"))
                    == .request(id: .number("1"), .invalid(.unknownMethod(method))))
        }
        let long = String(repeating: "é", count: 1000)
        guard case .unknownMethod(let echo) = failure(of: decoded(request(long, "{}"))) else {
            Issue.record("A long method is unknown")
            return
        }
        #expect(echo == String(repeating: "é", count: 64))
    }

    @Test("The longest of all durations is still an interval")
    func longestDuration() {
        let alert = #"{"title":"","severity":"info","buttons":[{"id":"a","label":""}],"timeoutMs":"#
        guard
            case .request(_, .raiseAlert(let raised)) = decoded(
                request("alert.raise", alert + "9007199254740992}"))
        else {
            Issue.record("2^53 milliseconds are an interval")
            return
        }
        #expect(raised.timeout == Interval(microseconds: 9_007_199_254_740_992_000))
    }

    @Test("The longest wait is the configuration's")
    func configuredWait() {
        var timing = Timing()
        timing.maximumWait = .milliseconds(20)
        let params = #"{"behavior":"menu","size":{"width":1,"height":1},"waitMs":"#
        for (wait, isFine) in [("0", true), ("20", true), ("20.5", false), ("21", false)] {
            let line = Array(request("popover.open", params + wait + "}").utf8)
            let incoming = decoder.decode(line, limits: Limits(), timing: timing)
            #expect((failure(of: incoming) == nil) == isFine, "\(wait)")
        }
    }
}
