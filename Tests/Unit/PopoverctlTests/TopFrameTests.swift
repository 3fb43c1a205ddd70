// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverWire
import Testing

@testable import popoverctl

@Suite("Frames of popoverctl top")
struct TopFrameTests {
    private static func sample(
        _ scene: Scene = Scene(), requests: Double = 0, startedAt: Double = 1000,
        seconds: Double = 10
    ) -> TopSample {
        var figures = MetricFigures()
        figures.counters = [
            MetricFigures.Figure(
                name: "popoverd_requests_total", labels: "method=tap", value: requests)
        ]
        figures.gauges = [
            MetricFigures.Figure(
                name: "process_start_time_seconds", labels: "", value: startedAt),
            MetricFigures.Figure(
                name: "process_resident_memory_bytes", labels: "", value: 21_300_000),
        ]
        figures.times = [
            MetricFigures.Times(
                name: "popoverd_turn_seconds", labels: "", count: Int64(requests), sum: 1,
                buckets: [(0.000016, Int64(requests / 2)), (0.001, Int64(requests)), (nil, 0)])
        ]
        return TopSample(
            scene: scene, figures: figures, seconds: seconds, date: startedAt + 7500)
    }

    private static func scene(clients: Int) -> Scene {
        var scene = Scene()
        scene.displays = [
            SceneDisplay(
                specification: DisplaySpecification(
                    name: "main", size: Size(width: 1280, height: 800)), isLocked: false,
                isShielded: false)
        ]
        scene.alerts = [
            SceneAlert(
                alert: AlertID(number: 1), client: nil, app: "printer", display: "main",
                severity: .critical, title: "Paper is out\u{1b}[2J", message: nil, buttons: [],
                frame: Rect(x: 0, y: 0, width: 1, height: 1), renderer: nil)
        ]
        scene.clients = (0..<clients).map {
            SceneClient(
                client: ClientID(number: UInt64($0 + 1)), app: "app-\($0)", roles: [.app],
                uid: 1000, pid: 42)
        }
        return scene
    }

    @Test("A frame says that a display is blank")
    func blank() {
        var state = TopState(socket: "/run/popoverd/popoverd.sock")
        var scene = Self.scene(clients: 0)
        scene.alerts = []
        scene.displays[0].specification.isBlank = true
        state.add(Self.sample(scene, requests: 10, seconds: 10))
        #expect(
            TopFrame(state, width: 80, height: 16).text
                .contains("main     1280x800  nothing, blank"))
    }

    @Test("A frame shows displays, counts and rates")
    func frame() {
        var state = TopState(socket: "/run/popoverd/popoverd.sock")
        state.server = "popoverd 0.1.0"
        state.add(Self.sample(Self.scene(clients: 2), requests: 10, seconds: 10))
        state.add(Self.sample(Self.scene(clients: 2), requests: 40, seconds: 12))
        #expect(
            TopFrame(state, width: 80, height: 16).text == """
                 popoverd 0.1.0  up 2 h 5 min  2 clients  0 popovers  1 alert  21 MB  0 % CPU
                per second  requests 15  taps 0  opens 0  refused 0  events 0  in 0 B  out 0 B
                median, 99 %  loop 16 µs/1 ms  rules -  disk -  plugins -
                all is well

                DISPLAY  SIZE      SHOWS
                main     1280x800  a1 critical alert of printer

                ALERT  SEVERITY  APP      DISPLAY  TITLE
                a1     critical  printer  main     Paper is out [2J

                CLIENT  APP    USER  PROCESS  SOURCES  ROLES
                c1      app-0  1000  42       0        app
                c2      app-1  1000  42       0        app

                q quits   /run/popoverd/popoverd.sock
                """)
        // For a pipe: no room that is left, and no key that nobody can press.
        let report = TopFrame(state, width: 80, height: 24).report
        #expect(report.hasPrefix(" popoverd 0.1.0  up 2 h 5 min"))
        #expect(report.hasSuffix("\nc2      app-1  1000  42       0        app"))
    }

    @Test("At every size, the frame fits the terminal exactly")
    func sizes() {
        for clients in [0, 1, 3, 40] {
            var state = TopState(socket: "/run/popoverd/popoverd.sock")
            state.add(Self.sample(Self.scene(clients: clients)))
            for width in [20, 33, 80, 200] {
                for height in [5, 7, 12, 24, 60] {
                    let lines = TopFrame(state, width: width, height: height).lines
                    #expect(lines.count == height)
                    for line in lines {
                        #expect(line.reduce(0) { $0 + $1.text.count } <= width)
                    }
                }
            }
        }
    }

    @Test("Rows that do not fit are counted")
    func more() {
        var state = TopState(socket: "/s")
        state.add(Self.sample(Self.scene(clients: 40)))
        let text = TopFrame(state, width: 80, height: 24).text
        let shown = text.split(separator: "\n").count { $0.contains("app-") }
        #expect(text.contains("… and \(40 - shown) more"))
    }

    @Test("Without a daemon, the last frame stays, faint, below the error")
    func gone() {
        var state = TopState(socket: "/s")
        state.add(Self.sample(Self.scene(clients: 1)))
        state.error = "cannot connect to /s"
        let lines = TopFrame(state, width: 80, height: 24).lines
        #expect(
            lines[3] == [
                TopFrame.Span(text: "trying again: cannot connect to /s", style: .alarming)
            ])
        #expect(lines.joined().contains { $0.text.hasPrefix("main") && $0.style == .faint })
    }

    @Test("A restart of the daemon resets the rates")
    func restart() {
        var state = TopState(socket: "/s")
        state.add(Self.sample(requests: 1000, startedAt: 1000, seconds: 10))
        state.add(Self.sample(requests: 3, startedAt: 2000, seconds: 12))
        #expect(state.rate { $0.sum("popoverd_requests_total") } == nil)
        #expect(TopFrame(state, width: 80, height: 24).text.contains("requests -"))
    }

    @Test("Without colors, only the title bar is highlighted")
    func plain() {
        let line = [
            TopFrame.Span(text: "a", style: .bar), TopFrame.Span(text: "b", style: .alarming),
        ]
        #expect(TopScreen.text(of: line, hasColor: false) == "\u{1b}[7ma\u{1b}[0mb")
        #expect(
            TopScreen.text(of: line, hasColor: true)
                == "\u{1b}[7ma\u{1b}[0m\u{1b}[1;31mb\u{1b}[0m")
    }
}
