// SPDX-License-Identifier: MIT

import PopoverModel

extension ByeReason {
    /// How long a disconnected client should wait before it reconnects: long enough that a crowd
    /// does not return as a flood, short enough that no person notices.
    var retryAfter: Interval {
        switch self {
        case .slow, .malformed, .quota, .shutdown: .milliseconds(1000)
        case .flood: .milliseconds(5000)
        case .helloTimeout: .milliseconds(0)
        }
    }
}
