// SPDX-License-Identifier: MIT

import Testing

@testable import PopoverFleet

@Suite("Rates of commands")
struct CommandRatesTests {
    @Test("a key has its own rate in each second, whatever others send")
    func ownRate() {
        var rates = CommandRates()
        #expect(rates.begin(7) == [])
        for _ in 0..<500 { _ = rates.admits(nil) }
        let admitted = (0..<30).count { _ in rates.admits("ops") }
        #expect(admitted == CommandRates.mostPerSecond)
        let isAdmitted = rates.admits("desk")
        #expect(isAdmitted)
        #expect(
            rates.begin(8) == [
                CommandRates.Dropped(key: nil, count: 480),
                CommandRates.Dropped(key: "ops", count: 10),
            ])
        let isAdmittedAgain = rates.admits("ops")
        #expect(isAdmittedAgain)
    }

    @Test("As many as are admitted are not dropped")
    func fullRate() {
        var rates = CommandRates()
        _ = rates.begin(7)
        for _ in 0..<CommandRates.mostPerSecond { _ = rates.admits("ops") }
        #expect(rates.begin(8) == [])
    }
}
