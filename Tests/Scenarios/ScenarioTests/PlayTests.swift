// SPDX-License-Identifier: MIT

import LibUV
import PopoverModel
import PopoverScenario
import Testing

/// Plays every scenario against a real daemon, with a process for each client.
@Suite("Every scenario comes out as it is written")
struct PlayTests {
    init() {
        // A killed client reads nothing more.
        ignoreSIGPIPE()
    }

    @Test("It does", arguments: ScenarioFiles.names)
    func comesOut(name: String) throws {
        let scenario = try ScenarioFiles.scenario(name)
        #expect(!scenario.proves.isEmpty, "\(name) does not say what it proves")
        let transcript = try Transcript(of: scenario)
        #expect(transcript.difference == nil, "\(name)\n\(transcript.text)")
    }

    @Test("There are scenarios")
    func some() {
        #expect(ScenarioFiles.names.count > 50)
    }

    @Test("One that is not so is told with its line and what came instead")
    func difference() throws {
        let scenario = try Scenario(
            text: """
                title A wrong story
                client shop
                shop does popover.open behavior=menu size=320x200 anchor=0,0,10,10
                gets popover=$menu
                shop does popover.choose popover=$menu choice=1
                gets closes=false
                """)
        let transcript = try Transcript(of: scenario)
        let difference = try #require(transcript.difference)
        #expect(difference.step.line == 6)
        #expect(difference.message.hasPrefix("closes=false: it is true"))
        #expect(transcript.text.contains("shop <- "))
    }

    @Test(
        "A line that cannot be so is a difference",
        arguments: [
            ("daemon returns", "the daemon is already running"),
            ("shop returns", "shop is already connected"),
            ("shop dies\nshop sees nothing", "shop is not connected"),
            ("daemon dies\ndaemon dies", "the daemon is not running: it ended with signal 9"),
            ("shop answers", "shop has no request to answer"),
            (
                "shop asks one nosuch\nshop dies\nshop returns\nshop gets one",
                "shop has no request one"
            ),
            (
                "shop does surface.set surface=page frame=0,0,9,9\nshop sees shield display=nowhere",
                "display=nowhere: it is \"main\""
            ),
        ])
    func impossible(lines: String, message: String) throws {
        let text = "title A story\nclient shop\n\(lines)"
        let difference = try #require(try Transcript(of: try Scenario(text: text)).difference)
        #expect(difference.message.hasPrefix(message), "\(difference.message)")
    }

    @Test("A daemon that has ended well before it is killed is dead, too")
    func endedBefore() throws {
        let text = "title A story\nclient root\ndaemon stops\ndaemon dies\ndaemon returns"
        let transcript = try Transcript(of: try Scenario(text: text))
        #expect(transcript.difference == nil, "\(transcript.text)")
    }

    @Test("What no line looks for is a difference")
    func unexpected() throws {
        let scenario = try Scenario(
            text: """
                title A story with a gap
                config timing.closeMs = 100
                client shop
                client bank
                shop does popover.open behavior=menu size=320x200 anchor=0,0,10,10
                bank asks second popover.open behavior=menu size=320x200 anchor=0,0,10,10
                bank gets second
                """)
        let difference = try #require(try Transcript(of: scenario).difference)
        #expect(difference.message.hasPrefix("shop got popover.willClose"))
    }
}
