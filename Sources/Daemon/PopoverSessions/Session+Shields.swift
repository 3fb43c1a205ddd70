// SPDX-License-Identifier: MIT

/// Shields are a state: a newer one replaces one that was not sent yet.
extension Session {
    /// Queues the shield of a display.
    func show(_ line: [UInt8], of display: String) {
        guard isClient else { return }
        var shields = exchange(&self.shields, with: StateLines())
        shields.set(line, for: display)
        self.shields = shields
        unflushed.add(self)
    }

    /// Whether there are shields that the kernel would take.
    var maySendShields: Bool {
        !shields.isEmpty && output.count <= OutputQueue.chunkBytes && unsent == 0 && isClient
    }

    /// Adds the shields to the output, unless the client has left so much unread that the kernel would
    /// not take them: until it does, newer ones replace them.
    func queueShields() {
        guard maySendShields else { return }
        exchange(&shields, with: StateLines()).forEach { enqueue(shared: $0) }
    }
}
