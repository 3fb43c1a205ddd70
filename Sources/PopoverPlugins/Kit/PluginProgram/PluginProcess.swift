// SPDX-License-Identifier: MIT

public import LibUV
public import PopoverModel
internal import PopoverWire

/// The process of a plugin that is a program: standard input and output on a loop of libuv, on which
/// the plugin puts what it waits for itself.
public final class PluginProcess<Settings> {
    public typealias Program = PluginProgram<Settings>

    public let loop: Loop
    private let writeOutput: ([UInt8]) -> Void
    private var program: Program
    private var service: PluginService?
    private var told: PluginService?
    /// What a service depends on may come and go.
    private lazy var telling = Pace(loop, milliseconds: 100, wake: { $0() }) { [unowned self] in
        guard let service, service != told else { return }
        told = service
        send(Program.service(service))
    }

    /// - Parameter settings: the values before any option is read.
    private init(_ description: Program.Description, settings: Settings) throws(UVError) {
        ignoreSIGPIPE()
        writeOutput = System.claimStandardOutput()
        loop = try Loop()
        program = Program(description, settings: settings)
    }

    /// The whole life of a plugin's process.
    ///
    /// - Parameter plugin: makes the plugin; returns what handles its messages.
    public static func main(
        _ description: Program.Description, settings: Settings,
        _ plugin: (PluginProcess) -> (Program.Message) -> Void
    ) -> Never {
        do throws(UVError) {
            let process = try PluginProcess(description, settings: settings)
            try process.run(plugin(process))
        } catch {
            System.writeStandardError("cannot read the daemon: \(error)\n")
            System.endProcess(with: 1)
        }
    }

    /// Serves until the daemon ends the plugin, or the loop is stopped; then the process ends.
    private func run(_ handle: @escaping (Program.Message) -> Void) throws(UVError) -> Never {
        let input = try PipeConnection(loop, adopting: 0)
        input.onBytes = { [self] bytes in
            var copy: [UInt8] = []
            copy.append(copying: bytes)
            program.receive(copy[...], writeOutput, handle)
        }
        input.onEnd = { handle(.ended) }
        input.onFailure = { _ in handle(.ended) }
        try input.startReading()
        loop.run()
        System.endProcess(with: 0)
    }

    /// Sends the daemon a request or notification, a line without its end.
    public func send(_ line: String) { writeOutput(Array((line + "\n").utf8)) }

    /// Reports the state of the plugin's service, if it has changed; of changes in quick succession the
    /// last.
    public func tell(_ state: PluginService.State, _ message: String? = nil) {
        service = PluginService(state: state, message: message)
        telling.ask()
    }

    /// Writes a line to the daemon's log.
    public func log(_ level: LogLevel, _ text: String) {
        System.writeStandardError("<\(level.priority)>\(text)\n")
    }

    /// CLOCK_MONOTONIC in microseconds.
    public var now: Int64 { Int64(SystemTime.monotonicMicroseconds) }
}

extension LogLevel {
    /// As in sd-daemon(3).
    fileprivate var priority: Int {
        switch self {
        case .critical: 2
        case .error: 3
        case .warning: 4
        case .notice: 5
        case .info: 6
        case .debug, .trace: 7
        }
    }
}
