// SPDX-License-Identifier: MIT

internal import Glibc
internal import LibraryHost
internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

/// A worker in a child process, which a library may crash: it loads the library, describes it, and
/// then answers each line with a line.
///
/// The description is `{"title":…,"plugin":…,"hooks":[…],"behaviors":[{"name":…,"hooks":[…]}]}`, or
/// `{"error":…}`, which ends the worker. A question is a `RecordedQuestion`. The response repeats it
/// with the verdict as `expect` and with `microseconds`, or is `{"failure":…}`.
struct LibraryWorker {
    /// In bytes; a file of questions is no longer.
    static let longestLine = 16 * 1024 * 1024
    static let depthLimit = 64

    private let host: LibraryHost
    private let complaint = Complaint()
    private let timeout: Interval

    /// Why the host rejected the last answer, or why the plugin does not start.
    private final class Complaint {
        var message: String?
        var isLoading = false

        func note(_ report: PluginReport) {
            switch report {
            // The error of loading tells it.
            case .logged(_, .error, let message) where isLoading: self.message = message
            case .logged(_, _, let message): Terminal.complain("message of the plugin: \(message)")
            case .badAnswer(_, _, let message):
                self.message = message
                Terminal.complain("\(report)")
            case .slow, .suspended, .resumed, .directorySkipped:
                Terminal.complain("\(report)")
            }
        }
    }

    /// - Parameter timeout: after which the parent stops waiting for a call.
    init(options: [PluginOption], timeout: Interval) {
        let complaint = complaint
        var settings = PluginSettings()
        settings.options = options
        self.timeout = timeout
        host = LibraryHost(
            directories: [], clock: { Instant.now }, settings: { [settings] _ in settings },
            report: { complaint.note($0) })
    }

    /// Serves until the end of standard input.
    func serve(_ file: String) throws(FileError) {
        Self.resetSignals()
        let output = Terminal.redirectOutput()
        guard let pluginHooks = try load(file, output) else { return }
        var framer = LineFramer(limit: Self.longestLine)
        while true {
            var input = try Terminal.readInput()[...]
            guard !input.isEmpty else { return }
            while let frame = framer.next(in: &input) {
                guard case .line(let line) = frame else { continue }
                try Terminal.print(answer(line, pluginHooks), to: output)
            }
        }
    }

    private func load(_ file: String, _ output: Int32) throws(FileError) -> PluginHooks? {
        var writer = JSONWriter()
        var pluginHooks: PluginHooks?
        watch()
        complaint.isLoading = true
        defer { complaint.isLoading = false }
        do throws(PluginError) {
            let state = try host.load(path: file)
            let behaviors = host.behaviors
            writer.object { object in
                object.member("title", state.version.map { "\(state.name) \($0)" } ?? state.name)
                object.member("plugin", state.name)
                object.member("hooks", state.hooks.map(\.rawValue))
                object.name("behaviors")
                object.array { list in
                    for behavior in behaviors { list.hooks(of: behavior) }
                }
            }
            if let message = complaint.message {
                Terminal.complain("message of the plugin: \(message)")
            }
            pluginHooks = PluginHooks(plugin: state.name, hooks: state.hooks, behaviors: behaviors)
        } catch {
            let reason = complaint.message.map { ": \($0)" } ?? ""
            writer.object { $0.member("error", "\(error)\(reason)") }
        }
        alarm(0)
        try Terminal.print(writer.bytes, to: output)
        return pluginHooks
    }

    private func answer(_ line: ArraySlice<UInt8>, _ pluginHooks: PluginHooks) -> [UInt8] {
        var writer = JSONWriter()
        do {
            let node = try JSONReader().parse(Array(line), depthLimit: Self.depthLimit)
            guard let question = try RecordedQuestion.list(decoding: node).first?.question,
                let respondent = pluginHooks.respondent(to: question)
            else { throw PluginTestError("the plugin has no such hook") }
            complaint.message = nil
            watch()
            let start = Instant.now
            let verdict = host.answer(question, by: respondent)
            let interval = Instant.now - start
            alarm(0)
            guard let verdict else {
                throw PluginTestError(complaint.message ?? "the plugin is suspended or unloaded")
            }
            writer.object { object in
                object.question(question)
                object.member("expect", verdict)
                object.member("microseconds", interval.microseconds)
            }
        } catch {
            let message = (error as? PluginTestError)?.message ?? "\(error)"
            writer.object { $0.member("failure", message) }
        }
        return writer.bytes
    }

    /// Ends a hanging call even if the parent is gone.
    private func watch() {
        alarm(UInt32(clamping: timeout.milliseconds / 1000 + 2))
    }

    /// A crash ends the worker at once, without a message: the parent reports the signal.
    static func resetSignals() {
        for number in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT] {
            signal(number, SIG_DFL)
        }
        Terminal.unblock(SIGALRM)
    }
}

extension JSONWriter {
    fileprivate mutating func hooks(of behavior: Behavior) {
        object { object in
            object.member("name", behavior.name)
            object.member("hooks", behavior.hooks.all.map(\.rawValue))
        }
    }
}
