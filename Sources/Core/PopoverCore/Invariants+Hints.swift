// SPDX-License-Identifier: MIT

import PopoverModel

extension Arbiter {
    /// A hint is alone, and nowhere for ever; it never covers its source.
    func hintsAreShort(_ all: [Display]) -> [String] {
        var violations: [String] = []
        for display in all {
            let here = hints.filter { $0.display === display.name }
            if here.count > 1 { violations.append("\(display.name) shows several hints") }
            let isBusy = display.popover != nil || display.view != nil || display.presented != nil
            if !here.isEmpty, isBusy {
                violations.append("\(display.name) shows a hint beside something else")
            }
        }
        for hint in hints {
            if !deadlines.isArmed(.hint(hint.id)) {
                violations.append("the hint \(hint.id) never ends")
            }
            if let anchor = anchorRect(of: hint),
                let overlap = hint.presentation.frame.intersection(anchor), overlap.area > 0
            {
                violations.append("the hint \(hint.id) covers its source")
            }
        }
        return violations
    }
}
