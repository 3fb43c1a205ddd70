// SPDX-License-Identifier: MIT

import LibUV
import PopoverModel
import Testing

@testable import PopoverDaemon

@Suite struct ServiceNotifierTests {
    private final class Sent {
        var words: [String] = []
    }

    private let sent = Sent()
    private let notifier: ServiceNotifier

    init() {
        let log = Log(RecordingLog(lines: LoggedLines()), clock: { Clock.now })
        notifier = ServiceNotifier(readyDescriptor: nil, log: log) { [sent] state, _ in
            sent.words.append(String(state.prefix { $0 != "=" }))
        }
    }

    private func reload() {
        notifier.reloading()
        notifier.reloaded("done")
    }

    @Test("A reload says READY only between READY and STOPPING")
    func reloads() {
        reload()
        #expect(sent.words == [])
        notifier.ready("listening")
        reload()
        #expect(sent.words == ["READY", "RELOADING", "READY"])
        notifier.stopping()
        notifier.stopping()
        reload()
        #expect(sent.words == ["READY", "RELOADING", "READY", "STOPPING"])
    }
}
