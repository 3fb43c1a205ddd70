// SPDX-License-Identifier: MIT

import PopoverKit
import Testing

/// A draft of a program.
private struct Order: Codable, Equatable {
    var text: String
    var count: Int64
    var note: String?
}

@Suite("Values as drafts")
struct JSONTextTests {
    @Test("JSON is validated and compacted")
    func checked() throws {
        #expect(try JSONText(#"{ "a" : [1, null] }"#).text == #"{"a":[1,null]}"#)
        #expect(throws: (any Error).self) { try JSONText("{") }
    }

    @Test("A value comes back as it was")
    func roundTrip() throws {
        let order = Order(text: "a/b \"ü\"", count: .max, note: nil)
        let content = try JSONText(encoding: order)
        #expect(content.text == #"{"count":9223372036854775807,"text":"a/b \"ü\""}"#)
        #expect(try content.decode(Order.self) == order)
    }

    @Test("A draft of another shape is an error that names the member")
    func otherShape() throws {
        let draft = try JSONText(#"{"text":"x"}"#)
        let error = #expect(throws: DecodingError.self) { try draft.decode(Order.self) }
        guard case .keyNotFound(let key, _) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(key.stringValue == "count")
    }

    @Test("A number that JSON lacks is an error")
    func notANumber() {
        #expect(throws: EncodingError.self) { try JSONText(encoding: [Double.nan]) }
    }

    @Test(
        "An interval is a duration in microseconds",
        arguments: [
            (.seconds(3), 3_000_000), (.milliseconds(-1500), -1_500_000), (.nanoseconds(1999), 1),
            (.microseconds(Int64.max), .max), (.seconds(Int64.max), .max),
            (.seconds(Int64.min), .min),
        ] as [(Duration, Int64)])
    func intervals(duration: Duration, microseconds: Int64) {
        let interval = Interval(duration)
        #expect(interval == Interval(microseconds: microseconds))
        #expect(Interval(interval.duration) == interval)
    }
}
