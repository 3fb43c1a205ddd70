// SPDX-License-Identifier: MIT

import Foundation
import PopoverCore
import PopoverModel
import Testing

/// Every state of a display's place, every event, and what comes of it: committed, so that a
/// change of any rule is seen in one diff.
@Suite("The matrix")
struct MatrixTests {
    /// Beside the sources, wherever they are.
    private static let path =
        URL(filePath: #filePath).deletingLastPathComponent().path
        + "/../../../docs/development/matrix.md"

    @Test("equals docs/development/matrix.md; POPOVER_UPDATE=1 rewrites that page")
    func matches() throws {
        let rendered = Self.rendered
        if ProcessInfo.processInfo.environment["POPOVER_UPDATE"] == "1" {
            try rendered.write(toFile: Self.path, atomically: true, encoding: .utf8)
        }
        let committed = try String(contentsOfFile: Self.path, encoding: .utf8)
        let differences = zip(committed.split(separator: "\n"), rendered.split(separator: "\n"))
            .filter { $0 != $1 }
        #expect(differences.isEmpty, "\(differences.prefix(5))")
        #expect(committed.count == rendered.count)
    }

    @Test("every cell comes to rest", arguments: MatrixState.allCases)
    func rests(state: MatrixState) {
        for event in MatrixEvent.allCases {
            let people = MatrixPeople()
            state.arrange(people)
            event.happen(people)
            people.world.advance(60_000)
            // Who answers pings is asked again and again while somebody waits.
            people.world.answersPings = false
            // A policy watches as long as it is there.
            people.world.setPolicies()
            people.world.advance(60_000)
            #expect(people.world.arbiter.nextDeadline == nil, "\(event)")
            #expect(people.world.ledger.untold == [], "\(event)")
        }
    }

    private static let introduction = """
        # The state matrix

        Every state of a display, every event, and the reaction of the arbiter. A test generates
        this page and fails when it is stale; `POPOVER_UPDATE=1 swift test --filter Matrix`
        regenerates it.

        There are three clients. The *owner* opens an inspector from its source, the cart; the
        popover has a draft with the key `mail`. The *other* has a source too, the lamp. The
        *shell* renders alerts, reports taps and administers. An effect is written as its receiver
        and its content: `owner asked …` is a request of the daemon, `owner gets …` a
        notification, and `owner open: …` a response. `disk` is a write, which completes at once.
        Effects are listed in order, without shields and bus events; a dash means that there are
        none. Clients answer pings by themselves, which is not listed, but in chapters about pings
        they do not. The last column is what the display shows afterwards, from bottom to top.


        """

    private static var rendered: String {
        introduction + MatrixState.allCases.map(chapter).joined(separator: "\n")
    }

    private static func chapter(of state: MatrixState) -> String {
        let before = MatrixPeople()
        state.arrange(before)
        var text = "## \(state.rawValue)\n\nBefore: \(shown(before)).\n\n"
        text += "| event | effects | then |\n|---|---|---|\n"
        for event in MatrixEvent.allCases {
            let people = MatrixPeople()
            state.arrange(people)
            people.world.begin()
            event.happen(people)
            let effects = people.world.lines.map { "`\($0)`" }.joined(separator: "<br>")
            text += "| \(event.rawValue) | \(effects.isEmpty ? "—" : effects) | "
            text += people.world.hasEnded ? "the end |\n" : "\(shown(people)) |\n"
        }
        return text
    }

    /// What is on the display, from the bottom to the top.
    private static func shown(_ people: MatrixPeople) -> String {
        let scene = people.world.scene
        var things = scene.panels.map { "\($0.panel)" } + scene.views.map { "\($0.view)" }
        things += scene.popovers.map { popover in
            let state = popover.closing.map { " closing (\($0.rawValue))" }
            return "\(popover.popover)\(popover.isModal ? " modal" : "")\(state ?? "")"
        }
        things += scene.waiting.map { "an open of \($0.app) waits" }
        things += scene.alerts.map { "\($0.alert)\($0.frame == nil ? " queued" : "")" }
        if scene.displays.isEmpty { things.append("no display") }
        if scene.displays.contains(where: \.isLocked) { things.append("locked") }
        return things.isEmpty ? "nothing" : things.joined(separator: ", ")
    }
}
