// SPDX-License-Identifier: MIT

import LibUV
import PluginProgram
import PopoverConfiguration
import PopoverModel
import PopoverStage

/// The programs of the configuration, which are started again when they end.
final class Apps {
    private final class App {
        let settings: StageConfiguration.App
        var process: ChildProcess?
        var startedAt: UInt64 = 0
        var pauses = RetryPauses()
        var timer: Timer?

        init(_ settings: StageConfiguration.App) { self.settings = settings }
    }

    /// The variable that client libraries read.
    private static let windowOrigin = "POPOVERD_WINDOW_ORIGIN"

    private let loop: Loop
    private let environment: [String]
    private let log: (String) -> Void
    /// Gives the programs of a process group rights.
    private let allow: (Int32, StageConfiguration.Rights) -> Void
    private var apps: [App]
    private var isEnding = false

    init(
        _ loop: Loop, _ settings: [StageConfiguration.App], socket: String,
        allow: @escaping (Int32, StageConfiguration.Rights) -> Void,
        log: @escaping (String) -> Void
    ) {
        self.loop = loop
        self.allow = allow
        self.log = log
        let own = ["WAYLAND_DISPLAY=\(socket)", "XDG_SESSION_TYPE=wayland"]
        let replaced = [
            "WAYLAND_DISPLAY=", "XDG_SESSION_TYPE=", "DISPLAY=", "\(Self.windowOrigin)=",
        ]
        environment =
            environmentVariables.filter { variable in
                !replaced.contains { variable.hasPrefix($0) }
            } + own
        apps = settings.map(App.init)
    }

    func start() { for app in apps { start(app) } }

    private func start(_ app: App) {
        guard !isEnding, let program = app.settings.command.first else { return }
        app.startedAt = loop.nowMilliseconds
        var options = ChildProcess.Options(program: program)
        options.arguments = Array(app.settings.command.dropFirst())
        options.environment = environment + Self.place(of: app.settings)
        options.standardOutput = .inherited(2)
        options.standardError = .inherited(2)
        options.isGroupLeader = true
        do {
            let process = try ChildProcess(loop, options) { [unowned self, unowned app] exit in
                if let process = app.process { allow(process.pid, .init()) }
                app.process?.close()
                app.process = nil
                guard !isEnding else { return }
                log("the app \(app.settings.name) has ended (\(exit)); it starts again")
                startLater(app)
            }
            app.process = process
            // Its connection is handled after this.
            allow(process.pid, app.settings.rights)
        } catch {
            log("the app \(app.settings.name) cannot be started: \(error)")
            startLater(app)
        }
    }

    /// Tells a program where its windows are, which Wayland does not.
    private static func place(of app: StageConfiguration.App) -> [String] {
        guard app.region.width > 0 else { return [] }
        return ["\(windowOrigin)=\(app.region.x.short),\(app.region.y.short)"]
    }

    private func startLater(_ app: App) {
        app.pauses.ended(after: Int64(loop.nowMilliseconds - app.startedAt) * 1000)
        let timer = app.timer ?? Timer(loop) { [unowned self, unowned app] in start(app) }
        app.timer = timer
        timer.start(afterMilliseconds: UInt64(app.pauses.next()))
    }

    /// Where the windows of a process belong; nil: it is no app's.
    func region(of process: UInt32) -> StageWindow.Region? {
        let order = apps.firstIndex { $0.process?.leads(Int32(bitPattern: process)) == true }
        guard let order else { return nil }
        let app = apps[order].settings
        return StageWindow.Region(
            display: app.display, place: app.region.width > 0 ? app.region : nil, order: order)
    }

    func end() {
        isEnding = true
        for app in apps {
            app.timer?.close()
            try? app.process?.killGroup(.terminate)
        }
    }
}
