// SPDX-License-Identifier: MIT

import FakeDaemon
import Glibc
import PopoverModel
import PopoverTestSupport
import Testing

@testable import popoverctl

@Suite("What popoverctl doctor finds and tells")
struct DoctorTests {
    private let folder = TemporaryFolder()

    private func examined(socket: String = "/nowhere", state: String = "/nowhere") -> Doctor {
        var doctor = Doctor(
            socket: socket, configurationFile: folder.path + "/popoverd.toml", stateFolder: state,
            timeout: .milliseconds(5000))
        doctor.examine()
        return doctor
    }

    @Test(
        "Only the daemon's user may have any right in its folder",
        arguments: [
            (0o700, .ok), (0o710, .wrong), (0o704, .wrong), (0o500, .wrong),
        ] as [(mode_t, CheckResult.State)])
    func stateFolder(mode: mode_t, state: CheckResult.State) throws {
        let path = folder.path + "/state"
        try Files.makeFolder(path)
        try #require(unsafe chmod(path, mode) == 0)
        #expect(examined(state: path).results.first { $0.check == "state" }?.state == state)
    }

    @Test(
        "A socket that every user may connect to is wrong", arguments: [0o660, 0o662] as [mode_t])
    func socket(mode: mode_t) throws {
        let daemon = try FakeDaemon([.drain])
        try #require(unsafe chmod(daemon.path, mode) == 0)
        let result = SocketCheck(option: daemon.path).results(timeout: .milliseconds(5000)).first
        #expect((result?.state == .ok) == (mode == 0o660))
        #expect(result?.message.contains("every user can connect") == (mode != 0o660))
    }

    @Test("A report has no words of people, and no values of plugins' options")
    func report() throws {
        let status = """
            {"popovers":[{"popover":"p1","client":"c1","app":"shop","title":"SECRET","key":"SECRET"}],\
            "alerts":[{"alert":"a1","app":"shop","title":"SECRET","buttons":[{"label":"SECRET"}]}],\
            "sources":[{"client":"c1","app":"shop","source":"SECRET"}],"counters":{"taps":3}}
            """
        let daemon = try FakeDaemon([
            .reconnect, .welcome, .receive(#""method":"status""#), .result(status),
            .receive(#""method":"metrics""#), .result(#"{"text":"popoverd_taps_total 3"}"#),
        ])
        folder.write(
            "[[plugin]]\nname = \"quiz\"\noptions = { token = \"SECRET\" }\n", to: "popoverd.toml")
        let doctor = examined(socket: daemon.path)
        let report = String(
            decoding: DoctorReport(doctor: doctor, journal: ["a line"]).bytes, as: UTF8.self)
        for told in [
            #"{"popover":"p1","client":"c1","app":"shop"}"#, #"{"alert":"a1","app":"shop"}"#,
            #""counters":{"taps":3}"#, "popoverd_taps_total 3", "token", #""journal":["a line"]"#,
        ] {
            #expect(report.contains(told), "\(told)")
        }
        #expect(!report.contains("SECRET"))
    }
}
