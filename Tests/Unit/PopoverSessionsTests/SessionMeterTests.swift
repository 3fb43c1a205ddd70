// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@testable import PopoverSessions

@Suite struct SessionMeterTests {
    private let meter = SessionMeter()
    private let plugin = Respondent.policy("quiet")

    private func question(_ number: UInt64) -> QuestionID { QuestionID(number: number) }

    /// The samples of a family that are not zero, by their label.
    private func counts(_ name: String) -> [String: Double] {
        var metrics = Metrics()
        meter.add(to: &metrics)
        let samples = metrics.families.first { $0.name == name }?.samples ?? []
        return Dictionary(
            uniqueKeysWithValues: samples.filter { $0.value != 0 }.map {
                ($0.labels.first?.value ?? "", $0.value)
            })
    }

    @Test("A question without an answer in time is late once; one withdrawn in time is not")
    func lateAnswers() {
        for number in UInt64(1)...4 {
            meter.asked(question(number), plugin, .idle, at: Instant(microseconds: 0))
        }
        meter.answered(question(1), plugin, at: Instant(microseconds: 2_000_000))
        for _ in 1...2 { meter.withdrew(question(2), plugin, isLate: true) }
        meter.withdrew(question(3), plugin, isLate: false)
        meter.withdrew(question(4), .policy("another"), isLate: true)
        #expect(counts("popoverd_plugin_answers_late_total") == ["idle": 1])
        #expect(counts("popoverd_plugin_answer_seconds") == ["idle": 2])
    }
}
