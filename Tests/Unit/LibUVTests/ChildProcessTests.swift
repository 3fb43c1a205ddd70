// SPDX-License-Identifier: MIT

import Glibc
import LibUV
import Testing

@Suite("Child processes and signals")
struct ChildProcessTests {
    private func shell(_ script: String) -> ChildProcess.Options {
        var options = ChildProcess.Options(program: "/bin/sh")
        options.arguments = ["-c", script]
        return options
    }

    /// Starts a program and closes its handle when it has ended.
    @discardableResult
    private func start(
        _ loop: Loop, _ options: ChildProcess.Options,
        then handler: @escaping (ChildProcess.Exit) -> Void
    ) throws -> ChildProcess {
        var onExit: ((ChildProcess.Exit) -> Void)?
        let process = try ChildProcess(loop, options) { onExit?($0) }
        onExit = {
            process.close()
            onExit = nil
            handler($0)
        }
        return process
    }

    @Test("The exit status is reported once")
    func status() throws {
        var exits: [ChildProcess.Exit] = []
        try withLoop { loop in
            let process = try start(loop, shell("exit 7")) { exits.append($0) }
            #expect(process.pid > 0)
        }
        #expect(exits == [.status(7)])
    }

    @Test("The signal that ended a program is reported")
    func signal() throws {
        var exits: [ChildProcess.Exit] = []
        try withLoop { loop in
            let process = try start(loop, shell("exec sleep 100")) { exits.append($0) }
            try process.kill(.terminate)
        }
        #expect(exits == [.signal(.terminate)])
    }

    @Test("A program that does not exist is an error, and leaves no handle behind")
    func missingProgram() throws {
        try withLoop { loop in
            var options = ChildProcess.Options(program: "/nowhere/at/all")
            options.standardInput = .piped
            options.standardOutput = .piped
            let error = #expect(throws: UVError.self) {
                try ChildProcess(loop, options) { _ in Issue.record("It cannot have ended.") }
            }
            #expect(error?.description == "start /nowhere/at/all: no such file or directory")
        }
    }

    @Test("Standard streams are pipes to this process, with arguments, environment and directory")
    func streams() throws {
        var output = ""
        var errors = ""
        var exits: [ChildProcess.Exit] = []
        try withLoop { loop in
            var options = shell("read line; echo \"$line $1 $COLOR $(pwd)\"; echo oops >&2")
            options.arguments += ["sh", "an argument"]
            options.environment = ["COLOR=red", "PATH=/usr/bin:/bin"]
            options.workingDirectory = "/usr"
            options.standardInput = .piped
            options.standardOutput = .piped
            options.standardError = .piped
            let process = try start(loop, options) { exits.append($0) }
            try process.output?.collect { output = String($0) }
            try process.errors?.collect { errors = String($0) }
            try process.input?.write("input\n")
            // So few bytes are the kernel's at once.
            #expect(process.input?.pendingBytes == 0)
            process.input?.close()
        }
        #expect(output == "input an argument red /usr\n")
        #expect(errors == "oops\n")
        #expect(exits == [.status(0)])
    }

    @Test("A descriptor can be a standard stream, and no other one is inherited")
    func inheritedStream() throws {
        let pipe = try makePipe()
        var output = ""
        try withLoop { loop in
            // Only the child holds the writing end after this, as its output.
            var options = shell("ls /proc/self/fd/\(pipe.reading) 2>&1 || echo closed")
            options.standardOutput = .inherited(pipe.writing)
            try start(loop, options) { _ in }
            close(pipe.writing)
            try PipeConnection(loop, adopting: pipe.reading).collect { output = String($0) }
        }
        #expect(output.hasSuffix("closed\n"))
    }

    @Test("A program that inherits nothing has three descriptors")
    func inheritsNothing() throws {
        let leaked = unsafe open("/dev/null", O_RDONLY)
        defer { close(leaked) }
        var output = ""
        try withLoop { loop in
            var options = shell("test -e /proc/self/fd/\(leaked) && echo open || echo closed")
            options.standardOutput = .piped
            options.inheritsNothing = true
            let process = try start(loop, options) { _ in }
            try process.output?.collect { output = String($0) }
        }
        #expect(output == "closed\n")
    }

    @Test("An executable is a file with execute permission")
    func executable() throws {
        #expect(System.isExecutable("/bin/sh"))
        #expect(!System.isExecutable("/etc/passwd"))
        #expect(!System.isExecutable("/usr/bin"))
        #expect(!System.isExecutable("/nowhere"))
        #expect(System.exists("/usr/bin") && System.exists("/etc/passwd"))
        #expect(!System.exists("/nowhere"))
        let runtime = try #require(System.runtimeFolder)
        #expect(System.exists("\(runtime)/libswiftCore.so"))
    }

    @Test("Killing a group ends the program's own children, too")
    func group() throws {
        var exits: [ChildProcess.Exit] = []
        var ended = 0
        try withLoop { loop in
            // Both hold the pipe, so it ends only when both are dead.
            var options = shell("sleep 100 & echo started; wait")
            options.standardOutput = .piped
            options.isGroupLeader = true
            let process = try start(loop, options) { exits.append($0) }
            let output = try #require(process.output)
            output.onBytes = { _ in
                do {
                    try process.killGroup(.kill)
                } catch {
                    Issue.record(error)
                }
            }
            output.onEnd = {
                ended += 1
                output.close()
            }
            try output.startReading()
        }
        #expect(exits == [.signal(.kill)])
        #expect(ended == 1)
    }

    @Test("A program has the default disposition of SIGPIPE even if the parent ignores it")
    func defaultDisposition() async {
        await #expect(processExitsWith: .success) {
            ignoreSIGPIPE()
            try withLoop { loop in
                var options = ChildProcess.Options(program: "sh")
                options.arguments = ["-c", "kill -s PIPE $$; exit 3"]
                var finish: ((ChildProcess.Exit) -> Void)?
                var exits: [ChildProcess.Exit] = []
                let process = try ChildProcess(loop, options) { finish?($0) }
                finish = {
                    exits.append($0)
                    process.close()
                }
                loop.run()
                try require(exits == [.signal(Signal(rawValue: SIGPIPE))])
            }
        }
    }

    @Test("A signal is an event until the watcher is closed")
    func watchSignal() async {
        // A disposition belongs to the process, so it is changed in one of its own.
        await #expect(processExitsWith: .success) {
            try withLoop { loop in
                var heard = 0
                var finish: (() -> Void)?
                let signal = Signal(rawValue: SIGUSR1)
                let watcher = try SignalWatcher(loop, signal: signal) { finish?() }
                finish = {
                    heard += 1
                    watcher.close()
                }
                kill(getpid(), SIGUSR1)
                loop.run()
                try require(heard == 1)
            }
        }
    }

    @Test("A signal after closeAndIgnore does nothing")
    func deafEnd() async {
        await #expect(processExitsWith: .success) {
            try withLoop { loop in
                let watcher = try SignalWatcher(loop, signal: Signal(rawValue: SIGUSR1)) {}
                watcher.closeAndIgnore()
                loop.run()
                // To this thread alone: the test's process has others.
                raise(SIGUSR1)
            }
        }
    }

    @Test("A signal that cannot be watched is an error")
    func unwatchableSignal() throws {
        try withLoop { loop in
            let error = #expect(throws: UVError.self) {
                try SignalWatcher(loop, signal: .kill) {}
            }
            #expect(error?.description == "watch signal 9: invalid argument")
        }
    }
}
