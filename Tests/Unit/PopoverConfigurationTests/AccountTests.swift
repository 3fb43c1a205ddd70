// SPDX-License-Identifier: MIT

import PopoverConfiguration
import Testing

@Suite("Accounts that a configuration names")
struct AccountTests {
    private func accounts(_ text: String) throws -> ConfiguredAccounts {
        var loaded = LoadedConfiguration()
        loaded.configuration = try Configuration.load(text: text, fileName: "f")
        return try ConfiguredAccounts(of: loaded)
    }

    @Test("Names have the machine's numbers, and numbers need no account")
    func numbers() throws {
        let accounts = try accounts(
            """
            [administrators]
            users = ["root", "4000000000"]
            group = "root"
            [[bind]]
            app = "till"
            users = ["1234567"]
            groups = ["root", "7654321"]
            """)
        #expect(accounts.administrators == [0, 4_000_000_000])
        #expect(accounts.administratorGroup == 0)
        #expect(accounts.bindings.map(\.users) == [[1_234_567]])
        #expect(accounts.bindings.map(\.groups) == [[0, 7_654_321]])
    }

    @Test("Each name that the machine does not know is an error at its key")
    func unknown() {
        let invalid = #expect(throws: InvalidConfiguration.self) {
            try accounts(
                """
                [administrators]
                users = ["root", "nobody-knows-1"]
                [[bind]]
                app = "till"
                users = ["1"]
                groups = ["nobody-knows-2"]
                """)
        }
        #expect(
            invalid?.errors.map(\.message) == [
                #"there is no user "nobody-knows-1""#, #"there is no group "nobody-knows-2""#,
            ])
    }
}
