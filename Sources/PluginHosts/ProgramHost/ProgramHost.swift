// SPDX-License-Identifier: MIT

public import LibUV
public import PopoverModel
public import PopoverWire

/// Plugins that are programs: starts them, asks them, ends them, on its owner's loop.
///
/// Responsibilities:
/// 1. Keep each program running, within limits, whatever it does: garbage, silence, floods, forks
///    and exits are reported and mended, and never reach further than its own answers.
/// 2. Answer every question exactly once while it is not withdrawn, with nil where the program
///    cannot.
/// 3. Remember per program after which event it has to go on when it was started anew.
///
/// Events come from the loop and never from within a call of the owner's, in order. Deadlines are
/// the owner's: `withdraw` says that one has passed. Whether a program's file can be trusted is the
/// owner's to know, too, and so is what becomes of the lines that programs send as clients.
public final class ProgramHost {
    private let loop: Loop
    private let clock: () -> Instant
    private let handler: (String, ProgramEvent) -> Void
    private let obstacle: (ProgramSettings) -> String?
    private let codec = ProgramCodec()
    private let starter: ProgramStarter
    private let timer: Timer
    private var supervisors: [String: ProgramSupervisor] = [:]
    /// Events that came within a call of the owner's.
    private var held: [(name: String, event: ProgramEvent)] = []
    private var calls = 0
    private var isDelivering = false

    /// - Parameters:
    ///   - clock: CLOCK_MONOTONIC, or a test's.
    ///   - obstacle: looked at before each start, the repeated ones too: why the program must not
    ///     run; nil: it may.
    ///   - handler: gets every event with its program's name in the settings.
    public init(
        _ loop: Loop, clock: @escaping () -> Instant,
        obstacle: @escaping (ProgramSettings) -> String? = { _ in nil },
        handler: @escaping (_ name: String, ProgramEvent) -> Void
    ) {
        self.obstacle = obstacle
        self.loop = loop
        starter = ProgramStarter(loop)
        self.clock = clock
        self.handler = handler
        var expire: (() -> Void)?
        timer = Timer(loop) { expire?() }
        expire = { [weak self] in self?.deliverHeld() }
    }

    /// Starts a program; one of this name that runs is ended before.
    public func start(_ settings: ProgramSettings) {
        call {
            let supervisor = supervisors[settings.name] ?? makeSupervisor(settings)
            supervisor.settings = settings
            supervisor.start()
        }
    }

    /// Ends a program for good; `then` is called when it is gone, at once where nothing runs.
    public func stop(_ name: String, then handler: @escaping () -> Void = {}) {
        call {
            guard let supervisor = supervisors[name] else { return handler() }
            supervisor.stop { [weak self] in
                self?.remove(name, supervisor)
                handler()
            }
        }
    }

    /// Ends a program and starts it again, at once, and with a clean record.
    public func restart(_ name: String) {
        call { supervisors[name]?.start() }
    }

    /// Puts a question. One answer comes, unless it is withdrawn.
    /// - Parameters:
    ///   - name: of the program that the respondent is.
    ///   - deadline: sent to the program; its owner enforces it.
    public func ask(
        _ id: QuestionID, _ respondent: Respondent, _ question: Question, of name: String,
        deadline: Interval
    ) {
        call {
            guard let supervisor = supervisors[name] else {
                return emit(name, .answered(id, respondent, nil))
            }
            supervisor.ask(id, respondent, question, deadline: deadline)
        }
    }

    /// Nobody waits for this answer any more; `isLate` counts against the program.
    public func withdraw(
        _ id: QuestionID, _ respondent: Respondent, of name: String, isLate: Bool
    ) {
        call { supervisors[name]?.withdraw(id, respondent, isLate: isLate) }
    }

    /// Sends a line, which ends with LF, to a program that runs; otherwise it is dropped.
    /// - Parameter sequence: of an event of the bus, to be remembered.
    public func send(_ line: [UInt8], sequence: Int64? = nil, to name: String) {
        call { supervisors[name]?.send(line, sequence: sequence) }
    }

    /// What it is and does; nil where there is none of this name.
    public func state(of name: String) -> PluginState? { supervisors[name]?.description }

    /// What it has said of itself last.
    public func manifest(of name: String) -> Manifest? { supervisors[name]?.manifest }

    /// After which event it goes on.
    public func resumeAfter(of name: String) -> Int64? { supervisors[name]?.mark.resumeAfter }

    /// By name.
    public var states: [PluginState] {
        supervisors.sorted { $0.key < $1.key }.map(\.value.description)
    }

    /// Ends all programs; `then` is called when they are gone. The host is not to be used after.
    public func close(then handler: @escaping () -> Void) {
        var left = supervisors.count + 1
        let done = { [self] in
            left -= 1
            guard left == 0 else { return }
            deliverHeld()
            starter.close()
            timer.close(then: handler)
        }
        for name in supervisors.keys.sorted() { stop(name, then: done) }
        done()
    }

    // MARK: Events

    private func makeSupervisor(_ settings: ProgramSettings) -> ProgramSupervisor {
        let name = settings.name
        let supervisor = ProgramSupervisor(
            loop, starter, settings, codec, clock: clock, obstacle: obstacle
        ) {
            [weak self] in
            self?.emit(name, $0)
        }
        supervisors[name] = supervisor
        return supervisor
    }

    private func remove(_ name: String, _ supervisor: ProgramSupervisor) {
        // It may have been started again meanwhile.
        guard supervisors[name] === supervisor, !supervisor.isWanted else { return }
        supervisors[name] = nil
        supervisor.close()
    }

    private func call(_ body: () -> Void) {
        calls += 1
        body()
        calls -= 1
    }

    private func emit(_ name: String, _ event: ProgramEvent) {
        guard calls > 0 || isDelivering else {
            deliverHeld()
            return handler(name, event)
        }
        held.append((name, event))
        timer.start(afterMilliseconds: 0)
    }

    private func deliverHeld() {
        guard !isDelivering, !held.isEmpty else { return }
        isDelivering = true
        // What comes meanwhile comes after.
        while !held.isEmpty {
            let events = held
            held = []
            for (name, event) in events { handler(name, event) }
        }
        isDelivering = false
    }
}
