// SPDX-License-Identifier: MIT

import PopoverModel

/// Telling administrators what was decided, and why.
extension Arbiter {
    mutating func explain(
        _ popover: PopoverID?, _ limit: Int?, _ client: ClientID, _ id: RequestID?
    ) {
        answer(client, id, .decisions([]))
    }
}
