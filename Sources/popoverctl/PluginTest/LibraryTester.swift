// SPDX-License-Identifier: MIT

internal import LibUV
internal import PopoverClient
internal import PopoverModel
internal import PopoverWire

/// Runs a plugin that is a library in a child process, and starts a new one after a crash.
final class LibraryTester: PluginTester {
    let title: String
    private let pluginHooks: PluginHooks
    private let arguments: [String]
    private let timeout: Interval
    private let reader = JSONReader()
    private var process: LibraryProcess?

    var behaviors: [String] { pluginHooks.behaviors.map(\.name) }

    /// - Parameter timeout: for loading, and for each question.
    init(
        file: String, options: [OptionArgument], timeout: Interval
    ) throws(PluginTestError) {
        let path = file.contains("/") ? file : "./\(file)"
        let form = ErrorReport.isJSON ? ["--json"] : []
        arguments =
            ["plugin", "answer", "--timeout", "\(timeout.milliseconds)ms"] + form
            + options.map { "--option=\($0.text)" } + ["--", path]
        self.timeout = timeout
        let (process, line) = try Self.start(arguments, path, timeout)
        do throws(PluginTestError) {
            (title, pluginHooks) = try Self.read(line, reader)
        } catch {
            process.close()
            throw error
        }
        self.process = process
    }

    func isAsked(_ question: Question) -> Bool { pluginHooks.respondent(to: question) != nil }

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
                error == .timedOut ? error.message : "\(error.message), at \(question.hook)")
        }
        do {
            let node = try reader.parse(line, depthLimit: LibraryWorker.depthLimit)
            if let message = node.member("failure")?.string { throw PluginTestError(message) }
            guard let verdict = try RecordedQuestion.list(decoding: node).first?.expected,
                let microseconds = node.member("microseconds")?.integer
            else { throw PluginTestError("invalid response") }
            return Reply(verdict: verdict, after: Interval(microseconds: microseconds))
        } catch let error as PluginTestError {
            throw error
        } catch let error as RequestError {
            throw PluginTestError(error.message)
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
        let (process, _) = try Self.start(arguments, title, timeout)
        self.process = process
        return process
    }

    /// Starts a process and returns it with its first line.
    private static func start(
        _ arguments: [String], _ name: String, _ timeout: Interval
    ) throws(PluginTestError) -> (LibraryProcess, [UInt8]) {
        let process: LibraryProcess
        do throws(UVError) {
            process = try LibraryProcess(arguments, timeout: timeout)
        } catch {
            throw PluginTestError("\(error)")
        }
        do throws(PluginTestError) {
            return (process, try process.exchange(nil))
        } catch {
            process.close()
            let message =
                error == .timedOut
                ? "timed out while loading" : "\(error.message), while loading"
            throw PluginTestError("\(name): \(message)")
        }
    }

    private static func read(
        _ line: [UInt8], _ reader: JSONReader
    ) throws(PluginTestError) -> (title: String, PluginHooks) {
        let node: JSONNode
        do throws(JSONError) {
            node = try reader.parse(line, depthLimit: LibraryWorker.depthLimit)
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
            PluginHooks(plugin: name, hooks: hooks(of: node), behaviors: behaviors)
        )
    }

    private static func hooks(of node: JSONNode) -> [Hook] {
        guard let list = node.member("hooks")?.elements else { return [] }
        return list.compactMap { $0.string.flatMap(Hook.init(rawValue:)) }
    }
}
