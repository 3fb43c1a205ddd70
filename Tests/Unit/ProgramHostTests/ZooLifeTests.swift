// SPDX-License-Identifier: MIT

import Glibc
import LibUV
import PopoverModel
import PopoverTestSupport
import PopoverWire
import Testing

@testable import ProgramHost

extension ProgramZoo {
    @Suite("Programs' lives and limits")
    struct ZooLifeTests {
        @Test("children of a program die with it, even if they hold its pipes")
        func grandchild() throws {
            try ProgramStage.with { stage in
                try stage.start(
                    python: """
                        def handle(m):
                            log(str(subprocess.Popen(["sleep", "1000"]).pid)); os._exit(0)
                        serve(handle)
                        """)
                try stage.runUntilStarted()
                stage.ask(1)
                try stage.run { stage.starts() == 2 }
                #expect(stage.faults == [.exited(.status(0))])
                let pid = try #require(stage.said.first.flatMap { Int32($0) })
                #expect(!isAlive(pid))
            }
        }

        @Test("a child that leaves the group with the pipes does not delay the restart")
        func runaway() throws {
            try ProgramStage.with { stage in
                try stage.start(
                    python: """
                        def handle(m):
                            child = subprocess.Popen(["sleep", "1000"], start_new_session=True)
                            log(str(child.pid)); os._exit(0)
                        serve(handle)
                        """)
                try stage.runUntilStarted()
                stage.ask(1)
                try stage.run { stage.starts() == 2 }
                #expect(stage.answers == [nil])
                let pid = try #require(stage.said.first.flatMap { Int32($0) })
                kill(pid, SIGKILL)
            }
        }

        @Test("a program that exits in a loop is started less and less often")
        func exitLoop() throws {
            try ProgramStage.with { stage in
                stage.host.start(try stage.write("#!/bin/sh\nexit 5\n", as: "zoo"))
                try stage.run { stage.faults.count == 3 }
                let delays: [Int64] = stage.reports.compactMap { report in
                    guard case .ended(_, let restart) = report else { return nil }
                    return restart?.milliseconds
                }
                #expect(delays == [250, 500, 1000])
                #expect(stage.faults.allSatisfy { $0 == .exited(.status(5)) })
                #expect(stage.host.state(of: "zoo")?.state == .suspended)
                stage.ask(1)
                try stage.run { stage.answers == [nil] }
            }
        }

        @Test("output for a program that never reads is bounded")
        func neverReads() throws {
            try ProgramStage.with { stage in
                try stage.start(python: "serve(lambda m: (log('deaf'), time.sleep(1000)))")
                try stage.runUntilStarted()
                stage.ask(1)
                try stage.run { stage.said == ["deaf"] }
                let line = [UInt8](repeating: UInt8(ascii: "x"), count: 65_535) + [10]
                for _ in 0..<40 { stage.host.send(line, to: "zoo") }
                try stage.run { stage.starts() == 2 }
                #expect(stage.faults == [.doesNotRead])
                #expect(stage.answers == [nil])
            }
        }

        @Test("a program that ignores requests to end is killed")
        func ignoresSignals() throws {
            try ProgramStage.with { stage in
                try stage.start(
                    python: """
                        signal.signal(signal.SIGTERM, lambda *a: log("TERM"))
                        serve(lambda m: None)
                        log("shutdown"); sys.stdin.read(); log("end of input")
                        while True: signal.pause()
                        """)
                try stage.runUntilStarted()
                var isGone = false
                stage.host.stop("zoo") {
                    isGone = true
                    stage.loop.stop()
                }
                try stage.run { isGone }
                #expect(stage.said == ["shutdown", "end of input", "TERM"])
            }
        }

        @Test("it inherits its three streams, and is limited")
        func inheritsNothing() throws {
            // As a library may leave one: without close-on-exec.
            let leaked = unsafe open("/dev/null", O_RDONLY)
            defer { close(leaked) }
            try ProgramStage.with { stage in
                try stage.start(
                    python: """
                        log(" ".join(sorted(os.listdir("/proc/self/fd"))))
                        log(os.getcwd() + " " + os.environ["HOME"])
                        import resource
                        log(str(resource.getrlimit(resource.RLIMIT_NOFILE)))
                        log(str(resource.getrlimit(resource.RLIMIT_CORE)))
                        status = open("/proc/self/status").read()
                        log(status[status.index("NoNewPrivs"):].split()[1])
                        serve(lambda m: None)
                        """)
                try stage.run { stage.said.count == 5 }
                // The fourth is what lists them.
                #expect(stage.said == ["0 1 2 3", "/ /", "(1024, 1024)", "(0, 0)", "1"])
            }
        }

        @Test("its environment is short")
        func environment() throws {
            try ProgramStage.with { stage in
                let script = "#!/bin/sh\ntr '\\0' '\\n' < /proc/$$/environ >&2; read line\n"
                stage.host.start(try stage.write(script, as: "zoo"))
                try stage.run { stage.said.contains("POPOVERD_PLUGIN=zoo") }
                let names = stage.said.compactMap { $0.split(separator: "=").first }
                let required = names.filter { $0 != "LANG" && $0 != "TZ" }
                #expect(required == ["PATH", "HOME", "POPOVERD_PLUGIN"])
            }
        }

        @Test("it dies with the daemon, whatever it does")
        func diesWithTheDaemon() async throws {
            let result = await #expect(
                processExitsWith: .signal(SIGKILL), observing: [\.standardErrorContent]
            ) {
                try ProgramStage.with { stage in
                    let path = "\(stage.folder.path)/alive"
                    unsafe mkfifo(path, 0o600)
                    try stage.start(
                        python: """
                            held = os.open("\(path)", os.O_RDWR); log("ready")
                            while True: signal.pause()
                            """)
                    try stage.run { stage.said == ["ready"] }
                    System.writeStandardError("<\(path)>")
                    raise(SIGKILL)
                }
            }
            let output = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
            let path = try #require(output.split(separator: "<").last?.split(separator: ">").first)
            let descriptor = unsafe open(String(path), O_RDONLY | O_NONBLOCK)
            try #require(descriptor >= 0)
            defer {
                close(descriptor)
                Files.remove(String(path.dropLast("/alive".count)))
            }
            // No more writer: it is dead, or dies now.
            var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            var byte: UInt8 = 0
            if unsafe read(descriptor, &byte, 1) != 0 {
                #expect(unsafe Glibc.poll(&poll, 1, 10_000) == 1)
                #expect(unsafe read(descriptor, &byte, 1) == 0)
            }
        }
    }
}
