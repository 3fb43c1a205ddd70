// SPDX-License-Identifier: MIT

import Foundation
import PopoverCore
import PopoverModel
import Testing

/// The labels of one kind that toolkits ship in one language.
struct ButtonLabels: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let kind: String
    let labels: [String]

    /// The rows of `Tests/Support/button-labels.txt`.
    static let all: [ButtonLabels] = {
        let tests = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
        let path = "/\(tests)/Support/button-labels.txt"
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { line in
            let cells = line.components(separatedBy: " | ")
            return ButtonLabels(
                testDescription: cells[0], kind: cells[0].components(separatedBy: " ").last ?? "",
                labels: Array(cells.dropFirst()))
        }
    }()

    /// The rules that a popover of this behavior with this button alone breaks.
    static func broken(by label: String, _ behavior: String, modal: Bool = false) -> [String] {
        var request = OpenRequest(behavior: behavior, size: Size(width: 320, height: 200))
        request.isModal = modal
        request.buttons = [Button(id: "", label: label)]
        return Advisor().advice(on: Declaration(request, widthRange: 320...600)).map(\.rule)
    }
}

@Suite("Advice on the labels of toolkits")
struct ButtonLabelTests {
    @Test("reads them in every language as what they are", arguments: ButtonLabels.all)
    func labels(row: ButtonLabels) {
        for label in row.labels {
            let asMenu = ButtonLabels.broken(by: label, "menu")
            let asModalTask = ButtonLabels.broken(by: label, "task", modal: true)
            #expect(ButtonLabels.broken(by: label, "task") == [], "\(label) in a task")
            switch row.kind {
            case "closes":
                #expect(asMenu == ["G20"], "\(label) in a menu")
                #expect(asModalTask == [], "\(label) in a modal task")
            case "leaves":
                #expect(asMenu == [], "\(label) in a menu")
                #expect(asModalTask == [], "\(label) in a modal task")
            case "stays":
                #expect(asMenu == [], "\(label) in a menu")
                #expect(asModalTask == ["G3"], "\(label) in a modal task")
            default: Issue.record("unknown kind \(row.kind)")
            }
        }
    }

    @Test("there are labels of twenty languages at least")
    func count() {
        #expect(ButtonLabels.all.count >= 60)
        #expect(ButtonLabels.all.allSatisfy { !$0.labels.isEmpty })
    }

    @Test(
        "reads a label however a toolkit spells it",
        arguments: [
            "キャンセル(&C)", "キャンセル (_C)", "Ab\u{AD}brechen", "IPTAL", "İPTAL", "ΑΚΥΡΩΣΗ",
            "Hu\u{309}y bỏ",
            "✕ Chiudi", "\u{200F}ביטול", "ＯＫ", "SCHLIESSEN", "Cancel·lar", "Schl&ießen",
        ])
    func spellings(label: String) {
        #expect(ButtonLabels.broken(by: label, "task", modal: true) == [])
    }

    @Test(
        "reads no label that only contains such a word",
        arguments: [
            "Save & Close the account", "取消订单", "キャンセル待ち", "취소 내역", "Annulla ordine", "Bezár tér",
            "(C)", "R&D", "_", "&", "OK Diner", "Cancel (2)", "閉じる順", "ปิดไฟ",
        ])
    func longerLabels(label: String) {
        #expect(ButtonLabels.broken(by: label, "menu") == [])
    }

    @Test(
        "hears a closing button that names the popover",
        arguments: [
            "Fermer le popover", "ポップオーバーを閉じる", "팝오버 닫기", "关闭指示性弹窗", "關閉浮出層", "Закрыть поповер",
        ])
    func namedPopovers(label: String) {
        #expect(ButtonLabels.broken(by: label, "task") == ["G20", "G24"])
    }

    private static func broken(byTitle title: String) -> [String] {
        var request = OpenRequest(behavior: "menu", size: Size(width: 320, height: 200))
        request.title = title
        return Advisor().advice(on: Declaration(request, widthRange: 320...600)).map(\.rule)
    }

    @Test(
        "hears a title that warns",
        arguments: [
            "Attenzione: carta finita", "警告：纸张用完", "エラーが発生しました", "注意してください", "오류가 발생했습니다",
            "Let op: gesloten", "Cảnh báo", "Ошибка печати", "ΠΡΟΣΟΧΗ", "UYARI", "خطأ في الطباعة",
            "אזהרה!",
            "Błąd drukarki", "Virhe 7",
        ])
    func warnings(title: String) {
        #expect(Self.broken(byTitle: title) == ["G23"])
    }

    @Test(
        "hears no warning in a title of a product or a report",
        arguments: [
            "Fare zones", "Cuidado de la piel", "注意力训练", "エラーログ", "错误报告", "Viga de madera",
            "Aviso legal",
            "Fine print", "Luk", "Let the music play", "Allarme e sveglia", "危险品", "お知らせ",
        ])
    func otherTitles(title: String) {
        #expect(Self.broken(byTitle: title) == [])
    }

    @Test(
        "hears what developers call it in other languages",
        arguments: [
            "指示性弹窗", "浮出层", "浮出層", "指示性彈窗", "ポップオーバー", "팝오버를 여세요", "в поповере", "पॉपओवर",
        ])
    func popovers(title: String) {
        #expect(Self.broken(byTitle: title) == ["G24"])
    }
}
