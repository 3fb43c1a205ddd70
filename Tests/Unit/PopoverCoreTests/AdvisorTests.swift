// SPDX-License-Identifier: MIT

import PopoverCore
import PopoverModel
import Testing

/// A declaration, and the rules that it breaks.
struct Declared: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let request: OpenRequest
    let rules: [String]

    init(
        _ words: String, _ behavior: String = "menu", breaks rules: String...,
        by change: (inout OpenRequest) -> Void
    ) {
        testDescription = words
        self.rules = rules
        var request = OpenRequest(behavior: behavior, size: Size(width: 320, height: 200))
        change(&request)
        self.request = request
    }

    static func buttons(
        _ behavior: String, _ labels: String..., modal: Bool = false, breaks rules: [String]
    ) -> Declared {
        let declared = Declared("\(behavior) \(labels)", behavior) { request in
            request.isModal = modal
            request.buttons = labels.map { Button(id: "", label: $0) }
        }
        return Declared(declared, rules)
    }

    init(_ declared: Declared, _ rules: [String]) {
        testDescription = declared.testDescription
        request = declared.request
        self.rules = rules
    }

    var advice: [Advice] {
        Advisor().advice(on: Declaration(request, widthRange: 320...600))
    }
}

@Suite("Advice on declarations")
struct AdvisorTests {
    private static let closing: [Declared] = [
        .buttons("menu", "Copy", "Paste", breaks: []),
        .buttons("menu", "Close", breaks: ["G20"]),
        .buttons("menu", " CLOSE ", breaks: ["G20"]),
        .buttons("inspector", "Done", breaks: ["G20"]),
        .buttons("selection", "×", breaks: ["G20"]),
        .buttons("selection", "Done", "OK", "Fertig", breaks: []),
        .buttons("selection", "Cancel", breaks: ["G20"]),
        .buttons("split-pane", "Schließen", breaks: ["G20"]),
        Declared("an inspector's button that discards changes", "inspector") {
            $0.buttons = [Button(id: "cancel", label: "Discard Changes", role: .cancel)]
        },
        Declared("an inspector's button with the role cancel", "inspector", breaks: "G20") {
            $0.buttons = [Button(id: "", label: "Enough", role: .cancel)]
        },
        .buttons("menu", "Annuler", "Cerrar", breaks: ["G20", "G20"]),
        .buttons("menu", "Close the account", "Cancel order", "XL", breaks: []),
        .buttons("task", "Cancel", "Done", breaks: []),
        .buttons("action-sheet", "Delete", "Cancel", breaks: []),
        .buttons("inspector", "Done", modal: true, breaks: []),
        .buttons("task", "Close popover", breaks: ["G20", "G24"]),
        .buttons("home-made", "Close", breaks: []),
        .buttons("home-made", "Dismiss the popover", breaks: ["G20", "G24"]),
        Declared("a menu's button with the role cancel", breaks: "G20") {
            $0.buttons = [Button(id: "", label: "Never mind", role: .cancel)]
        },
        Declared("a menu's button with the id close", breaks: "G20") {
            $0.buttons = [Button(id: "close", label: "Leave")]
        },
        Declared("a menu's button with an id that says what was done") {
            $0.buttons = [Button(id: "done", label: "Save"), Button(id: "x", label: "Extra")]
        },
        Declared("a task's button with an id that names the popover", "task", breaks: "G20") {
            $0.buttons = [Button(id: "close-popover", label: "Leave")]
        },
    ]

    private static let leaving: [Declared] = [
        .buttons("task", "Pay", modal: true, breaks: ["G3"]),
        .buttons("task", "Pay", breaks: []),
        .buttons("task", "Pay", "Cancel", modal: true, breaks: []),
        .buttons("menu", "OK", modal: true, breaks: []),
        Declared("a modal popover without declared buttons", "task") { $0.isModal = true },
        Declared("a modal popover with a default button", "task") {
            $0.isModal = true
            $0.buttons = [Button(id: "pay", label: "Pay", role: .default)]
        },
        Declared("a modal popover with a destructive button alone", "task", breaks: "G3") {
            $0.isModal = true
            $0.buttons = [Button(id: "bin", label: "Delete", role: .destructive)]
        },
        Declared("a modal popover with the id of a way out", "task") {
            $0.isModal = true
            $0.buttons = [Button(id: "done", label: "Book")]
        },
    ]

    private static let warnings: [Declared] = [
        Declared("a declared warning", breaks: "G23") { $0.severity = .warning },
        Declared("something critical", breaks: "G23") { $0.severity = .critical },
        Declared("an information") { $0.severity = .info },
        Declared("a declared warning with a title of one", breaks: "G23") {
            $0.severity = .warning
            $0.title = "Warning"
        },
        titled("Warning: no paper", breaks: "G23"),
        titled("  ERROR 7", breaks: "G23"),
        titled("⚠️ Paper", breaks: "G23"),
        titled("Achtung!", breaks: "G23"),
        titled("Atención", breaks: "G23"),
        titled("Erreur d’impression", breaks: "G23"),
        titled("Errors of the week"), titled("Read the warning"), titled("Alerts"), titled(""),
    ]

    private static let wording: [Declared] = [
        titled("Popover", breaks: "G24"), titled("All POPOVERS here", breaks: "G24"),
        titled("The pop-over", breaks: "G24"), titled("Pop\u{2011}over", breaks: "G24"),
        titled("Popovermenü", breaks: "G24"), titled("ポップオーバーを開く", breaks: "G24"),
        titled("popoverd and popoverctl"), titled("Pop over to the shop"), titled("Colors"),
        titled("popoverd, a popover daemon", breaks: "G24"),
        Declared("a help text", breaks: "G24") { $0.help = "Tap to open the popover." },
        Declared("a help text with other words") { $0.help = "Tap to see your order." },
        .buttons("menu", "Print popover", "Copy", "Popover", breaks: ["G24", "G24"]),
    ]

    private static func titled(_ title: String, breaks rules: String...) -> Declared {
        let declared = Declared("the title \(title)") { $0.title = title }
        return Declared(declared, rules)
    }

    private static let looks: [Declared] = [
        appearance("a hidden arrow", breaks: "G27") { $0.hasArrow = false },
        appearance("a hidden border", breaks: "G27") { $0.hasBorder = false },
        appearance("both", breaks: "G27", "G27") {
            $0.hasArrow = false
            $0.hasBorder = false
        },
        appearance("nothing in particular") { _ in },
        appearance("gray on white, just too light", breaks: "G31") { $0.paint("#777777", "#fff") },
        appearance("gray on white, just dark enough") { $0.paint("#767676", "#fff") },
        appearance("the same the other way round") { $0.paint("#fff", "#767676") },
        appearance("text whose alpha does not count") { $0.paint("#00000000", "#fff") },
        appearance("a background whose alpha does not count") { $0.paint("#000", "#ffffff00") },
        appearance("one color", breaks: "G31") { $0.paint("#123456", "#123456") },
        appearance("a text without a background") { $0.text = DeclaredColor("#fff") },
        appearance("a background without a text") { $0.background = DeclaredColor("#fff") },
    ]

    private static func appearance(
        _ words: String, breaks rules: String..., by change: (inout DeclaredAppearance) -> Void
    ) -> Declared {
        var appearance = DeclaredAppearance()
        change(&appearance)
        return Declared(Declared(words) { $0.appearance = appearance }, rules)
    }

    private static let amounts: [Declared] = [
        amount(7, "inspector"), amount(8, "inspector", breaks: "G30"), amount(12, "menu"),
        amount(13, "menu", breaks: "G30"), amount(12, "action-sheet"),
        amount(13, "action-sheet", breaks: "G30"), amount(8, "home-made", breaks: "G30"),
    ]

    private static func amount(
        _ count: Int, _ behavior: String, breaks rules: String...
    ) -> Declared {
        let declared = Declared("\(count) buttons of a \(behavior)", behavior) {
            $0.buttons = (1...count).map { Button(id: "", label: "Row \($0)") }
        }
        return Declared(declared, rules)
    }

    private static let widths: [Declared] = [
        width(320), width(600), width(319.5, breaks: "G16"), width(601, breaks: "G16"),
    ]

    private static func width(_ width: Double, breaks rules: String...) -> Declared {
        Declared(Declared("\(width) points") { $0.size.width = width }, rules)
    }

    @Test(
        "reports each breach and nothing else",
        arguments: closing + leaving + warnings + wording + looks + amounts + widths)
    func told(declared: Declared) {
        #expect(declared.advice.map(\.rule) == declared.rules)
    }

    @Test("a message names the member, the text and the remedy")
    func messages() {
        let gray = Self.appearance("gray") { $0.paint("#777", "#ffffff80") }
        #expect(
            gray.advice.map(\.message) == [
                "appearance: #777777 on #ffffff has a contrast of 4.48 : 1, less than 4.5: take a "
                    + "darker or lighter one of the two"
            ])
        let labeled = Declared.buttons("menu", "Copy", "Print popover", breaks: ["G24"])
        #expect(
            labeled.advice.map(\.message) == [
                "buttons[1] \"Print popover\" says \"popover\", a word that people need not know: "
                    + "name what it shows"
            ])
        #expect(
            Self.width(900).advice.map(\.message) == [
                "size.width: 900 is not in 320 to 600 and counts as 600: ask for a width in this "
                    + "range"
            ])
        let long = Self.titled("Popover " + String(repeating: "é", count: 4000))
        #expect(long.advice.allSatisfy { $0.message.count < 200 })
    }

    @Test("does not judge the width of an unknown behavior")
    func unknownWidths() {
        let request = OpenRequest(behavior: "home-made", size: Size(width: 9, height: 9))
        #expect(Advisor().advice(on: Declaration(request, widthRange: nil)).isEmpty)
    }

    @Test("judges a help text by its words alone")
    func helpTexts() {
        #expect(Advisor().advice(onHelp: "Warning: Close").isEmpty)
        #expect(Advisor().advice(onHelp: "Open the popover").map(\.rule) == ["G24"])
    }

    @Test(
        "computes the contrast of WCAG",
        arguments: [
            ("#000", "#fff", 21.0), ("#777777", "#ffffff", 4.478), ("#767676", "#fff", 4.542),
            ("#f00", "#fff", 3.998), ("#00f", "#fff", 8.592), ("#0f0", "#000", 15.304),
            ("#123456", "#123456", 1), ("#808080", "#000", 5.317), ("#0a0a0a", "#000", 1.061),
        ])
    func contrast(one: String, other: String, ratio: Double) throws {
        let colors = try (#require(DeclaredColor(one)), #require(DeclaredColor(other)))
        #expect(abs(Contrast.ratio(colors.0, colors.1) - ratio) < 0.0006)
        #expect(Contrast.ratio(colors.0, colors.1) == Contrast.ratio(colors.1, colors.0))
    }

    @Test("the administrator's level overrides a rule's own; a guess never refuses")
    func levels() {
        var policy = AdvicePolicy()
        #expect(policy.level(of: .warning) == .refuse)
        #expect(policy.level(of: .warning, isGuess: true) == .advise)
        #expect(policy.level(of: .wording) == .advise)
        policy.advise = [.warning]
        policy.ignore = [.look]
        policy.refuse = [.wording]
        #expect(policy.level(of: .warning) == .advise)
        #expect(policy.level(of: .look) == .ignore)
        #expect(policy.level(of: .wording) == .refuse)
        policy.advise = []
        policy.refuse = [.warning]
        #expect(policy.level(of: .warning, isGuess: true) == .refuse)
    }
}

extension DeclaredAppearance {
    mutating func paint(_ text: String, _ background: String) {
        self.text = DeclaredColor(text)
        self.background = DeclaredColor(background)
    }
}
