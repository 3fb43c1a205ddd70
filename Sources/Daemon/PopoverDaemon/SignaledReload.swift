// SPDX-License-Identifier: MIT

import LibUV

/// Reloads the configuration on a signal, at a limited rate: signals that arrive within the pause
/// cause one reload at its end.
final class SignaledReload {
    /// Between two reloads.
    static let pauseMilliseconds: UInt64 = 100

    private let reload: () -> Void
    private var timer: Timer?
    private var isPausing = false
    private var isPending = false

    init(_ loop: Loop, reload: @escaping () -> Void) {
        self.reload = reload
        timer = Timer(loop) { [unowned self] in pauseEnded() }
    }

    func request() {
        guard !isPausing else {
            isPending = true
            return
        }
        isPausing = true
        timer?.start(afterMilliseconds: Self.pauseMilliseconds)
        reload()
    }

    private func pauseEnded() {
        isPausing = false
        guard isPending else { return }
        isPending = false
        request()
    }

    /// Ignores further signals.
    func close() {
        timer?.close()
        timer = nil
        isPausing = true
    }
}
