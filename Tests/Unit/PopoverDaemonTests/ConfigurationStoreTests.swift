// SPDX-License-Identifier: MIT

import PopoverConfiguration
import PopoverCore
import PopoverTestSupport
import Testing

@testable import PopoverDaemon

@Suite struct ConfigurationStoreTests {
    @Test("A configuration with an unknown user is not taken over")
    func unknownUser() {
        let folder = TemporaryFolder()
        folder.write("[administrators]\nusers = [\"no-such-user\"]\n", to: "popoverd.toml")
        let error = #expect(throws: ConfigurationStoreError.self) {
            _ = try ConfigurationStore(path: folder.path + "/popoverd.toml")
        }
        #expect(error?.messages.count == 1)
    }

    @Test("Root is an administrator, whatever the configuration says; a number needs no account")
    func root() throws {
        var loaded = LoadedConfiguration()
        loaded.configuration.administrators.daemonUser = false
        loaded.configuration.administrators.users = ["4711"]
        let settings = Settings(loaded.configuration, try ConfiguredAccounts(of: loaded))
        #expect(settings.administrators == [0, 4711])
    }
}
