// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// The guard alone, in a program of its own, with a limit of a fifth of a second.
@Suite("The guard")
struct GuardTests {
    private static let program = """
        #define _DEFAULT_SOURCE
        #include "plugin_guard.h"
        #include <sys/resource.h>
        #include <time.h>
        #include <unistd.h>
        #include <stdio.h>

        static double now(void) {
            struct timespec time;
            clock_gettime(CLOCK_MONOTONIC, &time);
            return time.tv_sec + time.tv_nsec / 1e9;
        }

        static void wait_for(double seconds) {
            double end = now() + seconds;
            while (now() < end) usleep(1000);
        }

        int main(int count, char **words) {
            struct rlimit none = {0, 0};
            (void)words;
            setrlimit(RLIMIT_CORE, &none);
            if (plugin_guard_start(200)) return 9;
        #ifdef HANGS
            for (int i = 0; i < 5; i++) {
                plugin_guard_enter("quick");
                plugin_guard_leave();
            }
            plugin_guard_enter("stuck");
            for (;;) pause();
        #else
            double end = now() + 1;
            while (now() < end) {
                plugin_guard_enter("busy");
                wait_for(0.03);
                plugin_guard_leave();
            }
            /* The last look disarms it; from then on nothing interrupts this. */
            wait_for(0.25);
            struct timespec second = {1, 0};
            return nanosleep(&second, NULL) == 0 ? 0 : 8;
        #endif
            return count;
        }
        """

    private func build(_ definitions: [String]) throws -> (Zoo, String) {
        let zoo = try Zoo()
        try zoo.write(Self.program, to: "guarded.c")
        let folder = URL(fileURLWithPath: headerFolder)
            .appendingPathComponent("../../../../PluginHosts/CPluginGuard").standardized.path
        try LibraryHostTests.run(
            ["cc", "-std=gnu11", "-I\(folder)/include"] + definitions + [
                zoo.path("guarded.c"), "\(folder)/plugin_guard.c", "-o", zoo.path("guarded"),
            ])
        return (zoo, zoo.path("guarded"))
    }

    @Test("A call that does not return ends the process, which says whose it was")
    func hanging() throws {
        let (zoo, program) = try build(["-DHANGS"])
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        let output = Pipe()
        process.standardError = output
        try process.run()
        let words = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        withExtendedLifetime(zoo) {}
        #expect(process.terminationReason == .uncaughtSignal)
        #expect(process.terminationStatus == SIGABRT)
        #expect(words == "plugin stuck: one of its calls does not return; the daemon aborts\n")
    }

    @Test("Calls that return are let be however many they are, and an idle process sleeps")
    func returning() throws {
        let (zoo, program) = try build([])
        try LibraryHostTests.run([program])
        withExtendedLifetime(zoo) {}
    }
}
