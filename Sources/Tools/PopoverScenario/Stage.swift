// SPDX-License-Identifier: MIT

internal import LibUV
public import PopoverModel

/// Runs scenarios: the daemon, either a running one or their own, and the processes of clients.
public final class Stage {
    /// The daemon to use.
    public enum Place: Hashable, Sendable {
        case running(socket: String)
        /// A program to start for each scenario, with its own socket and state; nil for the `popoverd`
        /// beside this program.
        case own(program: String?)
    }

    public enum StageError: Error, Hashable, Sendable, CustomStringConvertible {
        case system(String)
        case interrupted
        case noDaemon
        case needsOwnDaemon
        case daemonDidNotStart

        public var description: String {
            switch self {
            case .system(let message): message
            case .interrupted: "interrupted"
            case .noDaemon: "no daemon responds at the socket"
            case .needsOwnDaemon:
                "the scenario configures or ends its daemon, or affects other clients; run it with "
                    + "--own-daemon"
            case .daemonDidNotStart: "the daemon did not start"
            }
        }
    }

    let loop: Loop
    /// Whether SIGINT or SIGTERM has arrived.
    public private(set) var isInterrupted = false
    private var isGivingUp = false
    private var signals: [SignalWatcher] = []
    private let place: Place
    private let relay: String
    private let alarm: Alarm
    private(set) var daemon: OwnDaemon?
    private var actors: [Actor] = []
    let patience: Interval

    /// - Parameters:
    ///   - relay: a program that relays lines when it is called with `relay --socket PATH`; nil for
    ///     this program.
    ///   - patience: the timeout for every expected event.
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

    public var socket: String {
        switch place {
        case .running(let socket): socket
        case .own: daemon?.socket ?? ""
        }
    }

    var isOwn: Bool { if case .own = place { true } else { false } }

    /// Starts the scenario's own daemon if the stage uses one.
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
        _ part: Scenario.Part, observe: @escaping (String, Bool) -> Void
    ) throws(StageError) -> Actor {
        var options = ChildProcess.Options(program: relay)
        options.arguments = ["relay", "--socket", socket]
        do {
            let actor = try Actor(part, relay: options, on: loop, observe: observe)
            actors.append(actor)
            return actor
        } catch { throw .system("\(error)") }
    }

    /// Makes SIGINT and SIGTERM end the scenario and all its processes.
    public func endWhenSignaled() throws(StageError) {
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

    /// Waits for a condition; false after the timeout or an interruption.
    func wait(until isTrue: () -> Bool) -> Bool {
        alarm.set(afterMilliseconds: UInt64(patience.milliseconds))
        while !isTrue() {
            if isGivingUp {
                // Later waits belong to the cleanup.
                isGivingUp = false
                return false
            }
            guard !alarm.hasRung else { return false }
            loop.runOnce()
        }
        return true
    }

    /// Pauses for spectators; ends at once when a client has to answer, since answers have deadlines.
    func pause(milliseconds: UInt64) {
        alarm.set(afterMilliseconds: milliseconds)
        while !alarm.hasRung && !isGivingUp && !actors.contains(where: \.isAsked) {
            loop.runOnce()
        }
    }

    /// Ends all processes of the scenario.
    func clear() {
        for actor in actors { actor.end(by: .kill) }
        daemon?.end(by: .kill)
        // Reap all processes.
        while actors.contains(where: { $0.exit == nil }) || daemon?.isGone == false {
            loop.runOnce()
        }
        for actor in actors { actor.close() }
        actors = []
        daemon?.close()
        daemon = nil
    }

    /// Closes the loop; no scenario can be played afterwards.
    public func close() {
        clear()
        alarm.close()
        for signal in signals { signal.close() }
        // Handles close in the next iterations of the loop.
        while loop.handleCount > 0 { loop.runOnce() }
        loop.close()
    }
}

/// A timeout that is polled.
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
