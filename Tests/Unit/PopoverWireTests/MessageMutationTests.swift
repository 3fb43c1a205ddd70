// SPDX-License-Identifier: MIT
import PopoverModel
import PopoverWire
import Testing

/// A valid line for every sample, and one that is an answer.
private let lines: [[UInt8]] =
    methodSamples.map { sample in
        Array(request(sample.method.rawValue, MethodSample.params(sample.members)).utf8)
    } + [Array(#"{"jsonrpc":"2.0","id":"r1","result":{"draft":{"a":[1]}}}"#.utf8)]

@Suite("Messages that are cut and changed")
struct MessageMutationTests {
    private let decoder = MessageDecoder()

    /// Reads a line and answers it when it is wrong: whether it was a request that can be done.
    private func isAccepted(_ line: [UInt8]) -> Bool {
        switch decoder.decode(line, limits: Limits(), timing: Timing()) {
        case .request(_, .invalid(let failure)):
            return !isAnswerable(failure, .null)
        case .failure(let id, let failure): return !isAnswerable(failure, id)
        case .request, .answer: return true
        case .ignored: return false
        }
    }

    /// Whether the answer to a failure is one line that a client can read.
    private func isAnswerable(_ failure: RequestError, _ id: RequestID) -> Bool {
        let line = MessageEncoder().failure(failure, id: id)
        // A line that is not read back has no code, and is told by that.
        let message = try? JSONReader().parse(line, depthLimit: lineDepth)
        guard message?.member("error")?.member("code")?.integer == Int64(failure.code) else {
            Issue.record("\(failure) is no error on the wire")
            return false
        }
        #expect(line.count < 4096)
        return true
    }

    @Test("Every truncation of every request is refused as JSON")
    func truncations() {
        for line in lines {
            #expect(isAccepted(line))
            for count in 0..<line.count { #expect(!isAccepted(Array(line[..<count]))) }
        }
    }

    @Test("Changing any byte of any request never traps")
    func mutations() {
        let telling = Array("\"\\{}[],-09.ex".utf8) + [0, 0xC3]
        var accepted = 0
        var refused = 0
        for line in lines {
            for position in line.indices {
                var changed = line
                // One value a place, another at the next: all of them in every request.
                changed[position] = telling[(position + line.count) % telling.count]
                if isAccepted(changed) { accepted += 1 } else { refused += 1 }
            }
        }
        #expect(accepted > 0)
        #expect(refused > accepted)
    }

    @Test("Any value in place of any member never traps")
    func swaps() {
        let values = methodSamples.flatMap { $0.members.map(\.json) }
        for sample in methodSamples {
            for member in sample.members {
                for value in values {
                    let params = sample.params(member.name, value)
                    let line = Array(request(sample.method.rawValue, params).utf8)
                    if value == member.json { #expect(isAccepted(line)) }
                    _ = isAccepted(line)
                }
            }
        }
    }
}
