// SPDX-License-Identifier: MIT

import Glibc
import LibUV
import Synchronization
import Testing

@Suite("A process that dies of a fault")
struct FatalSignalsTests {
    @Test("A signal sent to the process runs the handler, whichever thread gets it")
    func sentToAnotherThread() async throws {
        let result = try await #require(
            processExitsWith: .signal(SIGSEGV), observing: [\.standardOutputContent]
        ) {
            try FatalSignals.onCrash(within: 10_000) { _ in say("word") }
            // There is another thread that takes it, while this one does not.
            var ends: [Int32] = [0, 0]
            try require(unsafe pipe(&ends) == 0)
            var thread = pthread_t()
            let status = unsafe pthread_create(
                &thread, nil,
                { end in
                    let end = Int32(Int(bitPattern: end))
                    // It is there: before, it would have all signals blocked.
                    unsafe write(end, "x", 1)
                    while true { pause() }
                }, UnsafeMutableRawPointer(bitPattern: Int(ends[1])))
            try require(status == 0)
            var byte: UInt8 = 0
            try require(unsafe read(ends[0], &byte, 1) == 1)
            var fault = sigset_t()
            unsafe sigemptyset(&fault)
            unsafe sigaddset(&fault, SIGSEGV)
            unsafe pthread_sigmask(SIG_BLOCK, &fault, nil)
            kill(getpid(), SIGSEGV)
            // It is the other's, until that one has handed it on.
            while try isWithoutSignals() {}
            unsafe pthread_sigmask(SIG_UNBLOCK, &fault, nil)
        }
        #expect(result.standardOutputContent.elementsEqual("word".utf8))
    }

    @Test("A fork that hangs is replaced once")
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
            try FatalSignals.onCrash(within: 1000) { _ in
                var byte: UInt8 = 0
                if unsafe read(place, &byte, 1) == 1 { while true { pause() } }
                say("word")
            }
            abort()
        }
        #expect(result.standardOutputContent.elementsEqual("word".utf8))
    }

    @Test(
        "A sent signal that comes in the middle of a change is handled after it",
        arguments: [true, false])
    func sentDuringChange(hangs: Bool) async throws {
        let result = try await #require(
            processExitsWith: .signal(SIGABRT), observing: [\.standardOutputContent]
        ) { [hangs] in
            var ends: [Int32] = [0, 0]
            try require(unsafe pipe(&ends) == 0)
            let place = ends[1]
            try FatalSignals.onCrash(within: 1000) { _ in
                guard isChanging.load(ordering: .relaxed) else { return say("word") }
                unsafe write(place, "x", 1)
                if hangs { while true { pause() } }
                fatalError("half changed")
            }
            kill(getpid(), SIGABRT)
            // Another thread may have got it, and handed it on.
            var byte: UInt8 = 0
            try require(unsafe read(ends[0], &byte, 1) == 1)
            isChanging.store(false, ordering: .relaxed)
            while true { pause() }
        }
        #expect(result.standardOutputContent.elementsEqual("word".utf8))
    }

    @Test("A process dies of a sent signal though its handler always fails")
    func failing() async {
        await #expect(processExitsWith: .signal(SIGABRT)) {
            try FatalSignals.onCrash(within: 1000) { _ in fatalError("always") }
            kill(getpid(), SIGABRT)
            while true { pause() }
        }
    }

    @Test("The process waits longer for a fork that uses CPU time")
    func slow() async throws {
        let result = try await #require(
            processExitsWith: .signal(SIGABRT), observing: [\.standardOutputContent]
        ) {
            // By the clock on the wall: on a busy machine a processor's time may be long in coming.
            let start = ContinuousClock.now
            try FatalSignals.onCrash(within: 2000) { _ in
                while start.duration(to: .now) < .milliseconds(2500) {}
                say("word")
            }
            abort()
        }
        #expect(result.standardOutputContent.elementsEqual("word".utf8))
    }
}

private let isChanging = Atomic(true)

private func say(_ word: StaticString) {
    unsafe write(STDOUT_FILENO, word.utf8Start, word.utf8CodeUnitCount)
}

/// Whether no signal waits for this very thread, as proc(5) tells it.
private func isWithoutSignals() throws -> Bool {
    let file = unsafe open("/proc/thread-self/status", O_RDONLY)
    try require(file >= 0)
    defer { close(file) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe read(file, &bytes, bytes.count)
    let lines = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
    let line = lines.first { $0.hasPrefix("SigPnd:") }
    try require(line != nil)
    return line?.hasSuffix("\t0000000000000000") == true
}
