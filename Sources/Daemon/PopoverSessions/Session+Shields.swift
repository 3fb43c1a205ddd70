// SPDX-License-Identifier: MIT

/// Shields are a state: a newer one replaces one that was not sent yet.
extension Session {
    /// Queues the shield of a display.
    func show(_ line: [UInt8], of display: String) {
        guard isClient else { return }
        shields.set(line, for: display)
        unflushed.add(self)
    }

    /// Queues the shields if the client has read everything else; returns whether there were any.
    func releaseShields() -> Bool {
        guard !shields.isEmpty, backlog == 0, isClient else { return false }
        for line in shields.removeAll() { enqueue(shared: line) }
        return true
    }
}
