// SPDX-License-Identifier: MIT

import FakeDaemon
import Testing

@Suite("popoverctl display")
struct DisplayCommandTests {
    @Test("A display that nobody has set is added, and needs a size")
    func newDisplay() throws {
        let unknown = #"{"code":2,"message":"there is no display wall","data":{"id":"wall"}}"#
        let daemon = try FakeDaemon([
            .welcome, .receive("display.update"), .error(unknown), .receive("display.set"),
            .result("{}"), .drain,
        ])
        let run = try Run(daemon, "display", "set", "wall", "1080x1920", "--language", "de")
        #expect(run.status == 0)
        #expect(
            daemon.requests().last
                == #"{"method":"display.set","params":{"display":"wall","width":1080,"#
                + #""height":1920,"language":"de"}}"#)
        let other = try FakeDaemon([
            .welcome, .receive("display.update"), .error(unknown), .drain,
        ])
        let wrong = try Run(other, "display", "set", "wall", "--language", "de")
        #expect(wrong.status == 2)
        #expect(wrong.errors.contains("needs a size"))
    }
}
