// SPDX-License-Identifier: MIT

import LibUV
import PluginProgram
import PopoverConfiguration
import PopoverModel
import PopoverStage

/// The programs of the configuration, which are started again when they end.
final class Apps {
    private final class App {
        /// Its region may move while it runs.
        var settings: StageConfiguration.App
        var process: ChildProcess?
        var startedAt: UInt64 = 0
        /// It is not wanted any more, and ends.
        var isLeaving = false
        var pauses = RetryPauses()
        var timer: Timer?

        init(_ settings: StageConfiguration.App) { self.settings = settings }
    }

    /// The variable that client libraries read.
    private static let windowOrigin = "POPOVERD_WINDOW_ORIGIN"

    /// Until an app that is to end is killed, in milliseconds.
    private static let patience: UInt64 = 5_000

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

    /// Starts an app, unless one with its name has to end before, as two at once may not run.
    private func start(_ app: App) {
        guard !isEnding, let program = app.settings.command.first,
            !apps.contains(where: { $0.isLeaving && $0.settings.name == app.settings.name })
        else { return }
        app.startedAt = loop.nowMilliseconds
        var options = ChildProcess.Options(program: program)
        options.arguments = Array(app.settings.command.dropFirst())
        options.environment = environment + Self.place(of: app.settings)
        options.standardOutput = .inherited(2)
        options.standardError = .inherited(2)
        options.isGroupLeader = true
        do {
            let process = try ChildProcess(loop, options) { [unowned self, unowned app] exit in
                handleEnd(of: app, "\(exit)")
            }
            app.process = process
            // Its connection is handled after this.
            allow(process.pid, app.settings.rights)
        } catch {
            log("the app \(app.settings.name) cannot be started: \(error)")
            startLater(app)
        }
    }

    private func handleEnd(of app: App, _ exit: String) {
        if let process = app.process { allow(process.pid, .init()) }
        app.process?.close()
        app.process = nil
        guard !isEnding else { return }
        guard app.isLeaving else {
            log("the app \(app.settings.name) has ended (\(exit)); it starts again")
            return startLater(app)
        }
        app.timer?.close()
        apps.removeAll { $0 === app }
        for next in apps where next.settings.name == app.settings.name && next.process == nil {
            start(next)
        }
    }

    // MARK: Changes

    /// Starts apps that are new, ends those that are gone, and restarts those whose command, rights or origin
    /// have changed. The others keep running; their windows may belong elsewhere.
    func replace(by wanted: [StageConfiguration.App]) {
        var old = apps.filter { !$0.isLeaving }
        let leaving = apps.filter(\.isLeaving)
        apps = wanted.map { settings in
            guard let index = old.firstIndex(where: { Self.isSame($0.settings, settings) }) else {
                return App(settings)
            }
            let app = old.remove(at: index)
            app.settings = settings
            return app
        }
        let new = apps.filter { $0.process == nil && $0.timer == nil }
        apps += leaving
        for app in old { end(app) }
        for app in new { start(app) }
    }

    private static func isSame(_ old: StageConfiguration.App, _ new: StageConfiguration.App) -> Bool
    {
        old.name == new.name && old.command == new.command && old.rights == new.rights
            && place(of: old) == place(of: new)
    }

    private func end(_ app: App) {
        app.timer?.close()
        app.timer = nil
        guard app.process != nil else { return }
        app.isLeaving = true
        apps.append(app)
        log("the app \(app.settings.name) ends, since the configuration has changed")
        try? app.process?.killGroup(.terminate)
        let timer = Timer(loop) { [unowned app] in try? app.process?.killGroup(.kill) }
        timer.start(afterMilliseconds: Self.patience)
        app.timer = timer
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
