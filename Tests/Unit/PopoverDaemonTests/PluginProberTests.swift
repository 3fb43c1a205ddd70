// SPDX-License-Identifier: MIT

import LibUV
import PopoverModel
import PopoverTestSupport
import Testing

@testable import PopoverDaemon

/// The process that tries libraries is played by a script here: what it is given says what it does.
@Suite("Trying libraries in a process of their own")
struct PluginProberTests {
    private static let script = """
        #!/bin/sh
        while [ $# -gt 0 ]; do
            shift
            case "$1" in
            *good*) printf '{"path":"%s","ok":true}\\n' "$1" ;;
            *bad*) printf '{"path":"%s","ok":false,"error":"has no heart"}\\n' "$1" ;;
            *noisy*) echo "hello"; printf '{"path":"other","ok":true}\\n{"path":"%s","ok":true}\\n' "$1" ;;
            *crash*) kill -SEGV $$ ;;
            *quit*) exit 3 ;;
            *wild*) printf '{"path":"%s","ok":false,"error":"forks"}\\n' "$1"; exit 75 ;;
            *hang*) exec tail -f /dev/null ;;
            *grandchild*) setsid tail -f /dev/null & printf '{"path":"%s","ok":true}\\n' "$1" ;;
            esac
            shift
        done
        """

    private let folder = TemporaryFolder()

    /// What was found of each, in a few words.
    private func findings(
        of paths: [String], timeout: Interval = .milliseconds(20_000)
    ) throws -> [String] {
        let program = "\(folder.path)/prober"
        try Files.writeProgram(Self.script, to: program)
        let loop = try Loop()
        let prober = PluginProber(loop, program: program, timeout: timeout)
        var found: [String]?
        prober.probe(paths) { findings in
            found = findings.map { "\($0.path): \($0.error ?? "well")" }
        }
        while found == nil { loop.runOnce() }
        prober.close()
        loop.run()
        loop.close()
        return found ?? []
    }

    @Test("Each is told by its own line; other lines are nobody's")
    func lines() throws {
        let found = try findings(of: ["good", "bad", "noisy"])
        #expect(found == ["good: well", "bad: has no heart", "noisy: well"])
    }

    @Test("One that ends the process is named, and the rest have another")
    func crash() throws {
        let found = try findings(of: ["good", "crash", "good too", "quit", "good at last"])
        #expect(
            found == [
                "good: well", "crash: crashed during its probe, signal 11", "good too: well",
                "quit: ended the probe process with status 3", "good at last: well",
            ])
    }

    @Test("One that spoils the process for the rest is not mixed up with the next")
    func wild() throws {
        let found = try findings(of: ["wild", "good", "wild too", "good too"])
        #expect(
            found == ["wild: forks", "good: well", "wild too: forks", "good too: well"])
    }

    @Test("One that hangs is named after its time, and the rest have another")
    func hang() throws {
        let found = try findings(of: ["hang", "good"], timeout: .milliseconds(300))
        #expect(found == ["hang: probe timed out after 300 ms", "good: well"])
    }

    @Test("What one leaves behind holds nobody up")
    func grandchild() throws {
        let found = try findings(of: ["grandchild"], timeout: .milliseconds(300))
        #expect(found == ["grandchild: well"])
    }

    @Test("Without the program none is taken unseen")
    func noProgram() throws {
        let loop = try Loop()
        let prober = PluginProber(loop, program: "/nowhere/popoverd")
        var found: PluginProber.Findings = []
        prober.probe(["good"]) { found = $0 }
        while found.isEmpty { loop.runOnce() }
        #expect(found.count == 1)
        #expect(found.first?.error?.hasPrefix("could not be probed: ") == true)
        prober.close()
        loop.run()
        loop.close()
    }
}
