// SPDX-License-Identifier: MIT

import LibUV
import Testing

@testable import PopoverDaemon

@Suite struct SignalledReloadTests {
    @Test("However many signals come, one reload is carried out at once and one is waiting")
    func storm() throws {
        let loop = try Loop()
        var reloads = 0
        let reload = SignalledReload(loop) { reloads += 1 }
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
