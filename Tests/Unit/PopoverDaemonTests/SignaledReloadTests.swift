// SPDX-License-Identifier: MIT

import LibUV
import Testing

@testable import PopoverDaemon

@Suite struct SignaledReloadTests {
    @Test("Any number of signals causes one reload at once and one after the pause")
    func storm() throws {
        let loop = try Loop()
        var reloads = 0
        let reload = SignaledReload(loop) { reloads += 1 }
        for _ in 0..<1000 { reload.request() }
        #expect(reloads == 1)
        loop.run()
        #expect(reloads == 2)
        // The storm is over: the next signal is a reload at once again.
        reload.request()
        #expect(reloads == 3)
        loop.run()
        #expect(reloads == 3)
        reload.close()
        reload.request()
        loop.run()
        #expect(reloads == 3)
        loop.close()
    }
}
