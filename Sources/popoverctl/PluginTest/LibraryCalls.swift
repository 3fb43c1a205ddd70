// SPDX-License-Identifier: MIT

internal import Glibc
internal import LibraryHost
internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

/// The inside of a process that may die of a library: it loads it, says what it is, and then
/// answers each line with a line.
///
/// It writes `{"title":…,"plugin":…,"hooks":[…],"behaviors":[{"name":…,"hooks":[…]}]}`, or
/// `{"error":…}` and ends. A question is one as `RecordedQuestion` writes it; the answer is the same
/// with the verdict as `expect` and with `microseconds`, or `{"failure":…}`.
struct LibraryCalls {
    /// Bytes of a question: a whole file of them is no longer.
    static let longestLine = 16 * 1024 * 1024
    static let depthLimit = 64

    private let host: LibraryHost
    private let complaint = Complaint()
    private let patience: Interval

    /// What was wrong with the answer.
    private final class Complaint {
        var message: String?
    }

    /// - Parameter patience: a call that takes longer is one that nobody waits for any more.
    init(options: [PluginOption], patience: Interval) {
        let complaint = complaint
        var settings = PluginSettings()
        settings.options = options
        self.patience = patience
        host = LibraryHost(
            directories: [], clock: { Instant.now }, settings: { [settings] _ in settings },
            report: { report in
                if case .badAnswer(_, _, let message) = report { complaint.message = message }
                Terminal.complain("\(report)")
            })
    }

    /// Until nobody asks any more.
    func serve(_ file: String) throws(FileError) {
        dieWithTheLibrary()
        let output = Terminal.takeOutput()
        guard let roster = try load(file, output) else { return }
        var framer = LineFramer(limit: Self.longestLine)
        while true {
            var input = try Terminal.readInput()[...]
            guard !input.isEmpty else { return }
            while let frame = framer.next(in: &input) {
                guard case .line(let line) = frame else { continue }
                try Terminal.print(answer(line, roster), to: output)
            }
        }
    }

    private func load(_ file: String, _ output: Int32) throws(FileError) -> Roster? {
        var writer = JSONWriter()
        var roster: Roster?
        watch()
        do throws(PluginError) {
            let state = try host.load(path: file)
            let behaviors = host.behaviors
            writer.object { object in
                object.member("title", state.version.map { "\(state.name) \($0)" } ?? state.name)
                object.member("plugin", state.name)
                object.member("hooks", state.hooks.map(\.rawValue))
                object.name("behaviors")
                object.array { list in
                    for behavior in behaviors { list.roster(of: behavior) }
                }
            }
            roster = Roster(plugin: state.name, hooks: state.hooks, behaviors: behaviors)
        } catch {
            writer.object { $0.member("error", "\(error)") }
        }
        alarm(0)
        try Terminal.print(writer.bytes, to: output)
        return roster
    }

    private func answer(_ line: ArraySlice<UInt8>, _ roster: Roster) -> [UInt8] {
        var writer = JSONWriter()
        do {
            let node = try JSONReader().parse(Array(line), depthLimit: Self.depthLimit)
            guard let question = try RecordedQuestion.list(decoding: node).first?.question,
                let respondent = roster.respondent(to: question)
            else { throw PluginTestError("it is not asked this") }
            complaint.message = nil
            watch()
            let start = Instant.now
            let verdict = host.answer(question, by: respondent)
            let interval = Instant.now - start
            alarm(0)
            guard let verdict else {
                throw PluginTestError(complaint.message ?? "it is suspended, or gone")
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

    /// Ends a call that hangs also where nobody is left to do it from outside.
    private func watch() {
        alarm(UInt32(clamping: patience.milliseconds / 1000 + 2))
    }

    /// At once, by the signal, without a word: whoever asked tells it.
    private func dieWithTheLibrary() {
        for number in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT] {
            signal(number, SIG_DFL)
        }
        Terminal.unblock(SIGALRM)
    }
}

extension JSONWriter {
    fileprivate mutating func roster(of behavior: Behavior) {
        object { object in
            object.member("name", behavior.name)
            object.member("hooks", behavior.hooks.all.map(\.rawValue))
        }
    }
}
