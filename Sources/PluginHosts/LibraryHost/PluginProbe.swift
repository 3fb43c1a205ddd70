// SPDX-License-Identifier: MIT

import Glibc
import PopoverModel

/// Tries plugins in a process that may die of it, so that the daemon never loads a file that
/// crashes at once.
///
/// Each file is loaded with all checks, created, tested, asked one typical question at each of its
/// hooks, and ended. One line of JSON is written for each, in the order of the paths, as soon as it
/// is known, so that whoever started the process knows of whom it died: of the first for whom there
/// is no line. Another process tries those that follow.
///
/// A line: `{"path":…,"ok":true,"name":…,"version":…,"kind":…,"options":[{"name":…,"type":…}]}` or
/// `{"path":…,"ok":false,"error":…}`, the error without the path.
///
/// What it does not do: it starts no process and waits for none.
public enum PluginProbe {
    /// - Parameters:
    ///   - settings: as the daemon's.
    ///   - isAlone: the process has no children but those that a file starts, which it must not.
    ///   - write: takes a line with its line feed; it must not keep it back.
    /// - Returns: false where the rest needs another process, since this one is not alone any more.
    @discardableResult
    public static func run(
        paths: [String],
        settings: @escaping (_ plugin: String) -> PluginSettings = { _ in PluginSettings() },
        isAlone: Bool = false, write: ([UInt8]) -> Void
    ) -> Bool {
        for path in paths {
            let line = result(path, settings)
            let isWild = isAlone && hasChildren
            let error = quoted("starts processes of its own")
            let wild = "{\"path\":\(quoted(path)),\"ok\":false,\"error\":\(error)}"
            write(Array(((isWild ? wild : line) + "\n").utf8))
            if isWild { return false }
        }
        return true
    }

    /// Also of such that have ended already, each of which is reported once.
    private static var hasChildren: Bool {
        waitpid(-1, nil, WNOHANG) >= 0
    }

    private static func result(
        _ path: String, _ settings: @escaping (String) -> PluginSettings
    ) -> String {
        let host = LibraryHost(directories: [], clock: { now }, settings: settings)
        var members = ["\"path\":\(quoted(path))"]
        do {
            let state = try host.load(path: path)
            let version = state.version.map { ",\"version\":\(quoted($0))" } ?? ""
            for behavior in host.behaviors {
                for hook in behavior.hooks.all {
                    let question = Question.typical(at: hook, behavior: behavior.name)
                    _ = host.answer(question, by: .behavior(behavior.name))
                }
            }
            for hook in state.hooks {
                _ = host.answer(.typical(at: hook, behavior: "menu"), by: .policy(state.name))
            }
            let options = host.declaredOptions(of: state.name).map { option in
                "{\"name\":\(quoted(option.name)),\"type\":\"\(option.type)\"}"
            }.joined(separator: ",")
            try host.unload(name: state.name)
            let kind = state.kind.map { ",\"kind\":\(quoted($0.rawValue))" } ?? ""
            let description = "\(version)\(kind),\"options\":[\(options)]"
            members += ["\"ok\":true", "\"name\":\(quoted(state.name))\(description)"]
        } catch {
            members += ["\"ok\":false", "\"error\":\(quoted(error.cause.description))"]
        }
        return "{\(members.joined(separator: ","))}"
    }

    private static var now: Instant {
        var time = timespec()
        _ = unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Instant(microseconds: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000)
    }

    /// A JSON string.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for character in text.unicodeScalars {
            switch character {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case _ where character.value < 0x20:
                let hexadecimal = String(character.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - hexadecimal.count) + hexadecimal
            default: result.unicodeScalars.append(character)
            }
        }
        return result + "\""
    }
}

extension Question {
    /// A question as a kiosk would put it.
    fileprivate static func typical(at hook: Hook, behavior: String) -> Question {
        let facts = PopoverFacts(
            popover: PopoverID(number: 1), behavior: behavior, app: "shop", display: "main",
            key: "cart", title: "Your cart", isModal: false)
        switch hook {
        case .open:
            return .open(
                OpenFacts(
                    behavior: behavior, app: "shop", display: "main",
                    displaySize: Size(width: 1080, height: 1920), isCompact: false,
                    size: Size(width: 320, height: 480), key: "cart", title: "Your cart",
                    isModal: false))
        case .choice:
            return .choice(facts, choice: JSONText(validated: Array(#"{"id":"pay"}"#.utf8)))
        case .outsideTap: return .outsideTap(facts, isKey: false)
        case .detach: return .detach(facts)
        case .disposition: return .disposition(facts, because: .outsideTap, standing: .save)
        case .alert:
            return .alert(
                AlertFacts(
                    alert: AlertID(number: 1), app: "printer", display: "main",
                    severity: .warning, title: "The paper runs out", key: nil,
                    held: .milliseconds(0)))
        case .idle:
            return .idle(
                IdleFacts(display: "main", idle: .milliseconds(60_000), isOccupied: true))
        }
    }
}
