// SPDX-License-Identifier: MIT

import LibUV

/// Reads the configuration again when a signal asks for it, at once, and however many signals come,
/// at most so often: those that come meanwhile are one, which is carried out in its time.
final class SignalledReload {
    /// From one reload to the next.
    static let pauseMilliseconds: UInt64 = 100

    private let reload: () -> Void
    private var timer: Timer?
    private var isPausing = false
    private var isAskedAgain = false

    init(_ loop: Loop, reload: @escaping () -> Void) {
        self.reload = reload
        timer = Timer(loop) { [unowned self] in pauseEnded() }
    }

    /// A signal has come.
    func ask() {
        guard !isPausing else {
            isAskedAgain = true
            return
        }
        isPausing = true
        timer?.start(afterMilliseconds: Self.pauseMilliseconds)
        reload()
    }

    private func pauseEnded() {
        isPausing = false
        guard isAskedAgain else { return }
        isAskedAgain = false
        ask()
    }

    /// Nothing is read any more.
    func close() {
        timer?.close()
        timer = nil
        isPausing = true
    }
}
