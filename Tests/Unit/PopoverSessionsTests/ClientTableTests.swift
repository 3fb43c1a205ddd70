// SPDX-License-Identifier: MIT

import PopoverModel
import Testing

@testable import PopoverSessions

@Suite struct ClientTableTests {
    @Test("A client table equals a dictionary", arguments: [1, 64, 4096])
    func likeADictionary(step: UInt64) {
        var table = ClientTable<Int>()
        var dictionary: [ClientID: Int] = [:]
        var chance = SystemRandomNumberGenerator()
        for turn in 0..<20_000 {
            // Numbers a power of two apart want the same place.
            let client = ClientID(number: chance.next(upperBound: 300) * step)
            if turn % 3 == 0 {
                table[client] = nil
                dictionary[client] = nil
            } else {
                table[client] = turn
                dictionary[client] = turn
            }
            guard table.count == dictionary.count, table[client] == dictionary[client] else {
                Issue.record("\(client) in turn \(turn)")
                return
            }
        }
        #expect(dictionary.allSatisfy { table[$0.key] == $0.value })
        #expect(table.values.sorted() == dictionary.values.sorted())
    }

    @Test("A table is empty after all clients were removed")
    func emptied() {
        var table = ClientTable<Int>()
        for number in 1...1000 { table[ClientID(number: UInt64(number))] = number }
        for number in 1...1000 { table[ClientID(number: UInt64(number))] = nil }
        #expect(table.isEmpty)
        #expect(Array(table.values).isEmpty)
        #expect(table[ClientID(number: 1)] == nil)
    }
}
