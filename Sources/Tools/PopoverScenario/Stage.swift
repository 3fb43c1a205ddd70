// SPDX-License-Identifier: MIT

internal import LibUV
public import PopoverModel

/// Where scenarios are played: a daemon that runs, or one of their own, and the clients' processes.
public final class Stage {
    /// How to reach a daemon.
    public enum Place: Hashable, Sendable {
        /// The socket of one that runs already.
        case running(socket: String)
        /// A program that is started for each scenario, with a socket and a state of its own; nil is
        /// the `popoverd` beside this program.
        case own(program: String?)
    }

    public enum StageError: Error, Hashable, Sendable, CustomStringConvertible {
        case system(String)
        case interrupted
        /// Nobody answers at the socket.
        case noDaemon
        case needsOwnDaemon
        case daemonDidNotStart

        public var description: String {
            switch self {
            case .system(let message): message
            case .interrupted: "interrupted"
            case .noDaemon: "no daemon answers"
            case .needsOwnDaemon:
                "it configures or ends its daemon, or what others see of it, so it needs one of "
                    + "its own: --own-daemon"
            case .daemonDidNotStart: "the daemon did not start"
            }
        }
    }

    let loop: Loop
    /// Somebody wants it to end, by SIGINT or SIGTERM.
    public private(set) var isInterrupted = false
    private var isGivingUp = false
    private var signals: [SignalWatcher] = []
    private let place: Place
    private let relay: String
    private let alarm: Alarm
    private(set) var daemon: OwnDaemon?
    private var everybody: [Actor] = []
    let patience: Interval

    /// - Parameters:
    ///   - relay: a program that is called `relay --socket PATH` and passes lines on; nil is this
    ///     one.
    ///   - patience: how long anything that is expected may take.
    public init(
        _ place: Place, relay: String? = nil, patience: Interval
    ) throws(StageError) {
        self.place = place
        self.relay = relay ?? System.programPath
        self.patience = patience
        do {
            loop = try Loop()
        } catch { throw .system("\(error)") }
        alarm = Alarm(loop)
    }

    /// The socket that clients connect to.
    public var socket: String {
        switch place {
        case .running(let socket): socket
        case .own: daemon?.socket ?? ""
        }
    }

    var isOwn: Bool { if case .own = place { true } else { false } }

    /// Starts a daemon of the scenario's own where it is to have one.
    func prepare(for scenario: Scenario) throws(StageError) {
        switch place {
        case .running: if scenario.needsOwnDaemon { throw .needsOwnDaemon }
        case .own(let program):
            do {
                daemon = try OwnDaemon(
                    program: program ?? "\(System.programDirectory)/popoverd", for: scenario,
                    on: loop)
            } catch { throw .system("\(error)") }
            try startDaemon()
        }
    }

    func startDaemon() throws(StageError) {
        guard let daemon else { throw .needsOwnDaemon }
        do { try daemon.start() } catch { throw .system("\(error)") }
        let isOver = wait { daemon.isReady || daemon.exit != nil }
        guard isOver, daemon.isReady else { throw .daemonDidNotStart }
    }

    func enter(
        _ part: Scenario.Part, overhear: @escaping (String, Bool) -> Void
    ) throws(StageError) -> Actor {
        var options = ChildProcess.Options(program: relay)
        options.arguments = ["relay", "--socket", socket]
        do {
            let actor = try Actor(part, relay: options, on: loop, overhear: overhear)
            everybody.append(actor)
            return actor
        } catch { throw .system("\(error)") }
    }

    /// Lets SIGINT and SIGTERM end what is being played, and everything that was started for it.
    public func endWhenSignalled() throws(StageError) {
        do {
            for signal in [Signal.interrupt, .terminate] {
                signals.append(
                    try SignalWatcher(loop, signal: signal) { [weak self] in
                        self?.isInterrupted = true
                        self?.isGivingUp = true
                    })
            }
        } catch { throw .system("\(error)") }
    }

    /// Waits until it is so; false when it takes too long, or nobody wants it any more.
    func wait(until isSo: () -> Bool) -> Bool {
        alarm.set(afterMilliseconds: UInt64(patience.milliseconds))
        while !isSo() {
            if isGivingUp {
                // What is waited for afterwards is the way out.
                isGivingUp = false
                return false
            }
            guard !alarm.hasRung else { return false }
            loop.runOnce()
        }
        return true
    }

    /// Lets people look; goes on at once when somebody is asked something, which has a deadline.
    func pause(milliseconds: UInt64) {
        alarm.set(afterMilliseconds: milliseconds)
        while !alarm.hasRung && !isGivingUp && !everybody.contains(where: \.isAsked) {
            loop.runOnce()
        }
    }

    /// Ends everybody; the next scenario begins with nobody.
    func clear() {
        for actor in everybody { actor.end(by: .kill) }
        daemon?.end(by: .kill)
        // Who is not waited for stays behind as a zombie.
        while everybody.contains(where: { $0.exit == nil }) || daemon?.isGone == false {
            loop.runOnce()
        }
        for actor in everybody { actor.close() }
        everybody = []
        daemon?.close()
        daemon = nil
    }

    /// Ends the loop. Nothing can be played any more.
    public func close() {
        clear()
        alarm.close()
        for signal in signals { signal.close() }
        // Handles take until the loop's next turns to close.
        while loop.handleCount > 0 { loop.runOnce() }
        loop.close()
    }
}

/// A deadline that is looked at.
private final class Alarm {
    private(set) var hasRung = false
    private var timer: Timer?

    init(_ loop: Loop) {
        timer = Timer(loop) { [weak self] in self?.hasRung = true }
    }

    func set(afterMilliseconds delay: UInt64) {
        hasRung = false
        timer?.start(afterMilliseconds: delay)
    }

    func close() { timer?.close() }
}
