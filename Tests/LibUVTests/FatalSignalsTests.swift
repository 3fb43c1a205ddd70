// SPDX-License-Identifier: MIT

import Glibc
import LibUV
import Testing

@Suite("A process that dies of a fault")
struct FatalSignalsTests {
    @Test("What is sent to the process leaves word, whichever thread gets it")
    func sentToAnotherThread() async throws {
        let result = try await #require(
            processExitsWith: .signal(SIGSEGV), observing: [\.standardOutputContent]
        ) {
            try FatalSignals.leaveWord(within: 10_000) { _ in say("word") }
            // There is another thread that takes it, while this one does not.
            var thread = pthread_t()
            let isThere = unsafe pthread_create(&thread, nil, { _ in while true { pause() } }, nil)
            try require(isThere == 0)
            var fault = sigset_t()
            unsafe sigemptyset(&fault)
            unsafe sigaddset(&fault, SIGSEGV)
            unsafe pthread_sigmask(SIG_BLOCK, &fault, nil)
            kill(getpid(), SIGSEGV)
            var isPending: Int32 = 0
            while isPending == 0 {
                var pending = sigset_t()
                unsafe sigpending(&pending)
                isPending = unsafe sigismember(&pending, SIGSEGV)
            }
            unsafe pthread_sigmask(SIG_UNBLOCK, &fault, nil)
        }
        #expect(result.standardOutputContent.elementsEqual("word".utf8))
    }

    @Test("A copy that hangs is followed by another")
    func hangingOnce() async throws {
        let result = try await #require(
            processExitsWith: .signal(SIGABRT), observing: [\.standardOutputContent]
        ) {
            // Whoever reads the byte is the first.
            var ends: [Int32] = [0, 0]
            try require(unsafe pipe(&ends) == 0)
            try require(fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
            try require(unsafe write(ends[1], "x", 1) == 1)
            let place = ends[0]
            try FatalSignals.leaveWord(within: 1000) { _ in
                var byte: UInt8 = 0
                if unsafe read(place, &byte, 1) == 1 { while true { pause() } }
                say("word")
            }
            abort()
        }
        #expect(result.standardOutputContent.elementsEqual("word".utf8))
    }
}

private func say(_ word: StaticString) {
    unsafe write(STDOUT_FILENO, word.utf8Start, word.utf8CodeUnitCount)
}
