// SPDX-License-Identifier: MIT

internal import LibUV
internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

/// A library in a process of its own, which may die of it: the next question is put to another.
final class LibraryTester: PluginTester {
    let title: String
    private let roster: Roster
    private let arguments: [String]
    private let patience: Interval
    private let reader = JSONReader()
    private var process: LibraryProcess?

    var behaviors: [String] { roster.behaviors.map(\.name) }

    /// - Parameter patience: how long it may take to be loaded, and to answer one question.
    init(
        file: String, options: [OptionArgument], patience: Interval
    ) throws(PluginTestError) {
        let path = file.contains("/") ? file : "./\(file)"
        let seconds = Double(patience.microseconds) / 1_000_000
        arguments =
            ["plugin", "answer", "--timeout", "\(seconds)"]
            + options.map { "--option=\($0.text)" } + ["--", path]
        self.patience = patience
        let (process, line) = try Self.start(arguments, path, patience)
        do throws(PluginTestError) {
            (title, roster) = try Self.read(line, reader)
        } catch {
            process.close()
            throw error
        }
        self.process = process
    }

    func isAsked(_ question: Question) -> Bool { roster.respondent(to: question) != nil }

    func ask(_ question: Question) throws(PluginTestError) -> Reply {
        let process = try running()
        var writer = JSONWriter()
        writer.value(RecordedQuestion(question))
        let line: [UInt8]
        do throws(PluginTestError) {
            line = try process.exchange(writer.bytes)
        } catch {
            close()
            throw PluginTestError(
                error.message == "late" ? error.message : "\(error.message), at \(question.hook)")
        }
        do {
            let node = try reader.parse(line, depthLimit: LibraryCalls.depthLimit)
            if let failure = node.member("failure")?.string { throw PluginTestError(failure) }
            guard let verdict = try RecordedQuestion.list(decoding: node).first?.expected,
                let microseconds = node.member("microseconds")?.integer
            else { throw PluginTestError("its answer was not understood") }
            return Reply(verdict: verdict, after: Interval(microseconds: microseconds))
        } catch let error as PluginTestError {
            throw error
        } catch let failure as RequestError {
            throw PluginTestError(failure.message)
        } catch {
            throw PluginTestError("\(error)")
        }
    }

    func close() {
        process?.close()
        process = nil
    }

    private func running() throws(PluginTestError) -> LibraryProcess {
        if let process { return process }
        let (process, _) = try Self.start(arguments, title, patience)
        self.process = process
        return process
    }

    /// A new process, and what it says first.
    private static func start(
        _ arguments: [String], _ name: String, _ patience: Interval
    ) throws(PluginTestError) -> (LibraryProcess, [UInt8]) {
        let process: LibraryProcess
        do throws(UVError) {
            process = try LibraryProcess(arguments, patience: patience)
        } catch {
            throw PluginTestError("\(error)")
        }
        do throws(PluginTestError) {
            return (process, try process.exchange(nil))
        } catch {
            process.close()
            let message =
                error.message == "late"
                ? "it was not loaded in time" : "\(error.message), while it was loaded"
            throw PluginTestError("\(name): \(message)")
        }
    }

    private static func read(
        _ line: [UInt8], _ reader: JSONReader
    ) throws(PluginTestError) -> (title: String, Roster) {
        let node: JSONNode
        do throws(JSONError) {
            node = try reader.parse(line, depthLimit: LibraryCalls.depthLimit)
        } catch {
            throw PluginTestError("\(error)")
        }
        if let error = node.member("error")?.string { throw PluginTestError(error) }
        var behaviors: [Behavior] = []
        if let list = node.member("behaviors")?.elements {
            for element in list {
                var behavior = Behavior(name: element.member("name")?.string ?? "")
                for hook in hooks(of: element) { behavior.hooks[hook] = Hooks.Terms() }
                behaviors.append(behavior)
            }
        }
        let name = node.member("plugin")?.string ?? ""
        return (
            node.member("title")?.string ?? name,
            Roster(plugin: name, hooks: hooks(of: node), behaviors: behaviors)
        )
    }

    private static func hooks(of node: JSONNode) -> [Hook] {
        guard let list = node.member("hooks")?.elements else { return [] }
        return list.compactMap { $0.string.flatMap(Hook.init(rawValue:)) }
    }
}
