// SPDX-License-Identifier: MIT

import Glibc

/// In a test that runs in a process of its own: ends it, as failed, when the condition is not met.
func require(_ condition: Bool, line: Int = #line) throws {
    guard !condition else { return }
    print("line \(line): a condition is not met")
    exit(1)
}
