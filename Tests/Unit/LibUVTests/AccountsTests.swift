// SPDX-License-Identifier: MIT

import Glibc
import LibUV
import Testing

@Suite("Users")
struct AccountsTests {
    @Test("A process has its user, and one that is not there has none")
    func process() {
        #expect(Accounts.userID(ofProcess: UInt32(getpid())) == Accounts.currentUserID)
        #expect(Accounts.userID(ofProcess: .max) == nil)
    }
}
