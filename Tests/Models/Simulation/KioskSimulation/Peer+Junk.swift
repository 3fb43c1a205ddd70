// SPDX-License-Identifier: MIT

import PopoverModel

/// Invalid input.
extension Peer {
    func mumble() {
        noteMumbling()
        switch chance.below(8) {
        case 0: say((0..<(1 + chance.below(80))).map { _ in UInt8(chance.below(256)) } + [10])
        case 1: say(Array("[]\n{}\n\n".utf8))
        case 2: say([UInt8](repeating: UInt8(ascii: "x"), count: 2000 + chance.below(4000)) + [10])
        case 3: say(Array(#"{"jsonrpc":"2.0","id":"c99","result":{"draft":1}}"#.utf8) + [10])
        case 4: say(Array(#"{"jsonrpc":"2.0","id":"m","method":"popover.invent"}"#.utf8) + [10])
        default: say(mutated())
        }
    }

    /// A request with some changed bytes; its id is not a number.
    private func mutated() -> [UInt8] {
        let known = Script.Knowledge(time: kiosk.time.now.microseconds, carelessness: 300)
        var method = chance.pick(Method.allCases)
        // The outcome of these would be unknown, but the draft checks need it.
        let isUntold = [.saveDraft, .endSession].contains(method)
        if isUntold && kiosk.rates.isGentle { method = .listDrafts }
        var line = kiosk.script.line(method, id: nil, known, &chance)
        for _ in 0...chance.below(4) {
            let at = chance.below(line.count - 1)
            switch chance.below(3) {
            case 0: line[at] = UInt8(chance.below(256))
            case 1: line.remove(at: at)
            default: line.insert(UInt8(32 + chance.below(95)), at: at)
            }
        }
        if line.count < 2 { line = [10] }
        line[line.count - 1] = 10
        return line
    }

    /// A line beyond the limit.
    func flood() {
        noteMumbling()
        let line = Array(#"{"jsonrpc":"2.0","method":"draft.list"}"#.utf8) + [10]
        say((0..<(50 + chance.below(2000))).flatMap { _ in line })
    }
}
