// SPDX-License-Identifier: MIT

import Glibc
import Synchronization
import Testing

@testable import LibUV

@Suite("Starting programs beside the loop")
struct ProgramStarterTests {
    /// Holds up the starter's thread until it is opened.
    private final class Gate: Sendable {
        private let isOpen = Mutex(false)

        func open() { isOpen.withLock { $0 = true } }

        func pass() {
            while !isOpen.withLock({ $0 }) { sched_yield() }
        }
    }

    private func shell(_ script: String) -> ChildProcess.Options {
        var options = ChildProcess.Options(program: "/bin/sh")
        options.arguments = ["-c", script]
        return options
    }

    @Test("The loop runs while a program is being started")
    func goesOn() throws {
        let gate = Gate()
        var order: [String] = []
        try withLoop { loop in
            let starter = ProgramStarter(loop)
            let worker = try starter.readyWorker()
            let isHeldUp = worker.submit { _ in
                gate.pass()
            } then: {
                order.append("gate")
            }
            #expect(isHeldUp)
            var process: ChildProcess?
            try starter.start(
                shell("exit 7"),
                onExit: {
                    order.append("\($0)")
                    process?.close()
                    process = nil
                }
            ) { result in
                order.append("started")
                #expect(throws: Never.self) { process = try result.get() }
                starter.close()
            }
            order.append("asked")
            let turn = Timer(loop) {
                order.append("turn")
                gate.open()
            }
            turn.start(afterMilliseconds: 0)
            loop.run()
            turn.close()
        }
        #expect(order == ["asked", "turn", "gate", "started", "status(7)"])
    }

    @Test("A missing program is reported in a later iteration, and leaves no handle behind")
    func missingProgram() throws {
        var errors: [String] = []
        try withLoop { loop in
            let starter = ProgramStarter(loop)
            var options = ChildProcess.Options(program: "/nowhere/at/all")
            options.standardInput = .piped
            options.standardOutput = .piped
            try starter.start(options, onExit: { _ in Issue.record("It cannot have ended.") }) {
                guard case .failure(let error) = $0 else { return }
                errors.append(error.description)
            }
            // What is under way is told all the same.
            starter.close()
            #expect(errors == [])
        }
        #expect(errors == ["start /nowhere/at/all: no such file or directory"])
    }

    @Test("An exit is reported even if the parent process had set SIGCHLD to be ignored")
    func ignoredEnds() async {
        // A disposition belongs to the process, so it is changed in one of its own.
        await #expect(processExitsWith: .success) {
            signal(SIGCHLD, SIG_IGN)
            try withLoop { loop in
                var exits: [ChildProcess.Exit] = []
                var options = ChildProcess.Options(program: "/bin/sh")
                options.arguments = ["-c", "exit 7"]
                var finish: (() -> Void)?
                let process = try ChildProcess(loop, options) {
                    exits.append($0)
                    finish?()
                }
                finish = {
                    process.close()
                    finish = nil
                }
                loop.run()
                try require(exits == [.status(7)])
            }
        }
    }

    @Test("A process is reaped after its exit was reported")
    func buried() throws {
        try withLoop { loop in
            var isKnown: Bool?
            var pid: Int32 = 0
            var finish: (() -> Void)?
            let process = try ChildProcess(loop, shell("exit 0")) { _ in finish?() }
            pid = process.pid
            finish = {
                isKnown = kill(pid, 0) == 0
                process.close()
                finish = nil
            }
            loop.run()
            #expect(isKnown == true)
            #expect(waitpid(pid, nil, WNOHANG) == -1)
        }
    }

    @Test("Swapped standard streams reach the right descriptors")
    func replacedStream() throws {
        var output = ""
        let (reading, writing) = try makePipe()
        try withLoop { loop in
            let same = "test /proc/self/fd/1 -ef /proc/self/fd/2"
            var options = shell("\(same) && echo same || echo different")
            // What is our output would be the pipe already, were it copied after it.
            options.standardOutput = .inherited(writing)
            options.standardError = .inherited(1)
            var finish: (() -> Void)?
            let process = try ChildProcess(loop, options) { _ in finish?() }
            finish = {
                process.close()
                finish = nil
            }
            close(writing)
            try PipeConnection(loop, adopting: reading).collect { output = String($0) }
        }
        #expect(output == "different\n")
    }
}
