// SPDX-License-Identifier: MIT

internal import PopoverModel
internal import PopoverWire

/// One or two questions for each hook, as a kiosk in a shop would ask.
enum StandardQuestions {
    static func all(about behavior: String) -> [RecordedQuestion] {
        let popover = popover(behavior)
        var form = popover
        form.key = "order-7"
        form.title = "Your order"
        form.isModal = true
        let questions: [Question] = [
            .open(small(behavior)), .open(compact(behavior)),
            .choice(popover, choice: JSONText(validated: Array(#"{"row":2}"#.utf8))),
            .outsideTap(popover, isKey: false), .outsideTap(form, isKey: true),
            .detach(popover),
            .disposition(form, because: .sourceGone, standing: .save),
            .disposition(form, because: .replaced, standing: .discard),
            .alert(alert(.info)), .alert(alert(.critical)),
            .idle(
                Question.IdleFacts(
                    display: "main", idle: .milliseconds(60_000), isOccupied: true)),
            .idle(
                Question.IdleFacts(
                    display: "main", idle: .milliseconds(300_000), isOccupied: false)),
        ]
        return questions.map { RecordedQuestion($0) }
    }

    private static func small(_ behavior: String) -> Question.OpenFacts {
        Question.OpenFacts(
            behavior: behavior, app: "shop", display: "main",
            displaySize: Size(width: 1280, height: 800), isCompact: false,
            size: Size(width: 320, height: 240), key: nil, title: nil, isModal: false)
    }

    private static func compact(_ behavior: String) -> Question.OpenFacts {
        Question.OpenFacts(
            behavior: behavior, app: "shop", display: "handheld",
            displaySize: Size(width: 390, height: 844), isCompact: true,
            size: Size(width: 390, height: 600), key: "order-7", title: "Your order",
            isModal: true)
    }

    private static func popover(_ behavior: String) -> Question.PopoverFacts {
        Question.PopoverFacts(
            popover: PopoverID(number: 1), behavior: behavior, app: "shop", display: "main",
            key: nil, title: nil, isModal: false)
    }

    private static func alert(_ severity: Severity) -> Question.AlertFacts {
        Question.AlertFacts(
            alert: AlertID(number: 1), app: "printer", display: "main", severity: severity,
            title: "Paper is low", key: "paper", held: Interval(microseconds: 0))
    }
}
