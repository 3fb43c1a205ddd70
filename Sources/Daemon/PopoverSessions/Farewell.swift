// SPDX-License-Identifier: MIT

import PopoverModel

extension ByeReason {
    /// How long a client that is sent away should stay away: long enough that a crowd that is sent
    /// away together does not come back as a flood, short enough that nobody sees it.
    var retryAfter: Interval {
        switch self {
        case .slow, .malformed, .quota, .shutdown: .milliseconds(1000)
        case .flood: .milliseconds(5000)
        case .helloTimeout: .milliseconds(0)
        }
    }
}
