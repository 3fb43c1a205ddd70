// SPDX-License-Identifier: MIT

import Foundation
import PopoverWire

/// A process that runs the cores of a library in another language. It answers each order with a line, before
/// it gets the next one, so that a seed gives the same day every time.
final class CoreProcess {
    private let input = Pipe()
    private let output = Pipe()
    private let process = Process()
    private let reader = JSONReader()
    private var rest: [UInt8] = []
    private var lastClient = 0

    init(_ kind: CoreKind) {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Cores")
        let isPython = kind == .python
        let script = folder.appendingPathComponent(isPython ? "core.py" : "core.mjs").path
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = isPython ? ["python3", "-B", script] : ["node", script]
        process.standardInput = input
        process.standardOutput = output
        do { try process.run() } catch {
            preconditionFailure("\(script) could not be started: \(error)")
        }
    }

    func newClient() -> Int {
        lastClient += 1
        return lastClient
    }

    /// - Parameter order: a JSON object.
    func obey(_ order: String) -> CoreTurn {
        let line = order + "\n"
        do { try input.fileHandleForWriting.write(contentsOf: Data(line.utf8)) } catch {
            preconditionFailure("the process of the cores is gone: \(error)")
        }
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                let answer = Array(rest[..<end])
                rest.removeFirst(end + 1)
                return turn(answer)
            }
            let more = output.fileHandleForReading.availableData
            precondition(!more.isEmpty, "the process of the cores has ended at \(order)")
            rest += more
        }
    }

    private func turn(_ line: [UInt8]) -> CoreTurn {
        var turn = CoreTurn()
        guard let told = try? reader.parse(line[...], depthLimit: 20) else {
            preconditionFailure("no JSON: \(String(decoding: line, as: UTF8.self))")
        }
        turn.wantsDial = told.member("dial")?.bool ?? false
        turn.hangsUp = told.member("hang")?.bool ?? false
        turn.output = (told.member("output")?.string ?? "").unicodeScalars.map {
            UInt8(truncatingIfNeeded: $0.value)
        }
        let due = told.member("due")?.integer ?? -1
        turn.due = due < 0 ? nil : due
        for each in told.member("news")?.elements.map(Array.init) ?? [] {
            if let news = news(each) { turn.news.append(news) }
        }
        return turn
    }

    private func news(_ told: JSONNode) -> CoreNews? {
        let number = told.member("number")?.integer ?? 0
        let text = told.member("text")?.string ?? ""
        switch told.member("is")?.string {
        case "ready": return .ready
        case "lost": return .lost
        case "granted":
            return .granted(
                number, popover: told.member("popover")?.string ?? "",
                work: text.isEmpty ? nil : text, revision: told.member("revision")?.integer ?? 0)
        case "done": return .done(number)
        case "failed": return .failed(number, text)
        case "asked": return .asked(form: number, discards: text == "discard")
        case "closed": return .closed(form: number, draft: text)
        default: return nil
        }
    }
}

/// A core in another process.
final class ChildCore: ClientCore {
    private let process: CoreProcess
    private let client: Int

    init(_ process: CoreProcess, app: String, timeout: Int64) {
        self.process = process
        client = process.newClient()
        _ = process.obey(
            #"{"client":\#(client),"do":"make","app":"\#(app)","timeout":\#(timeout)}"#)
    }

    deinit {
        _ = process.obey(#"{"client":\#(client),"do":"drop"}"#)
    }

    func start(now: Int64) -> CoreTurn { obey("start", now) }
    func opened(now: Int64) -> CoreTurn { obey("opened", now) }
    func ended(now: Int64) -> CoreTurn { obey("ended", now) }
    func tick(now: Int64) -> CoreTurn { obey("tick", now) }

    func feed(_ bytes: [UInt8], now: Int64) -> CoreTurn {
        var text = ""
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\n"): text += "\\n"
            case UInt8(ascii: "\""): text += "\\\""
            case UInt8(ascii: "\\"): text += "\\\\"
            default: text.unicodeScalars.append(Unicode.Scalar(byte))
            }
        }
        return obey("feed", now, #","bytes":"\#(text)""#)
    }

    func open(_ number: Int64, key: String, display: String, now: Int64) -> CoreTurn {
        let params =
            #""behavior":"inspector","size":{"width":320,"height":240},"#
            + #""anchor":{"x":100,"y":100,"width":44,"height":44},"#
            + #""display":"\#(display)","key":"\#(key)""#
        return obey("open", now, #","number":\#(number),"params":{\#(params)}"#)
    }

    func save(_ number: Int64, key: String, work: String, revision: Int64, now: Int64) -> CoreTurn {
        let params = #""key":"\#(key)","content":"\#(work)","revision":\#(revision)"#
        return obey("save", now, #","number":\#(number),"params":{\#(params)}"#)
    }

    func close(_ number: Int64, form: Int64, outcome: String, now: Int64) -> CoreTurn {
        obey("close", now, #","number":\#(number),"form":\#(form),"outcome":"\#(outcome)""#)
    }

    func answer(form: Int64, work: String?, now: Int64) -> CoreTurn {
        obey("answer", now, #","form":\#(form)"# + (work.map { #","work":"\#($0)""# } ?? ""))
    }

    private func obey(_ what: String, _ now: Int64, _ more: String = "") -> CoreTurn {
        process.obey(#"{"client":\#(client),"do":"\#(what)","now":\#(now)\#(more)}"#)
    }
}
