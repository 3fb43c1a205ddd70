// SPDX-License-Identifier: MIT

import BareQuestions
import LibraryHost
import PopoverModel

/// Questions to a library, through the host and as bare function calls.
final class NativeQuestions {
    private let host: LibraryHost
    private let pauses = Pauses()

    /// Ends a suspension at once, since a busy machine may make calls slow.
    private final class Pauses {
        var past = Interval(microseconds: 0)
    }

    /// - Parameter folder: contains only the library of `Examples/Plugins/C`.
    init(folder: String) {
        host = LibraryHost(
            directories: [folder], clock: { [pauses] in BenchmarkClock.now + pauses.past },
            usage: { ThreadUsage.current },
            report: { [pauses] report in
                guard case .suspended(_, let pause) = report else { return }
                pauses.past = Interval(
                    microseconds: pauses.past.microseconds + pause.microseconds)
            })
        _ = host.rescan()
        let library = "\(folder)/libpopover-confirm.so"
        precondition(unsafe bare_plugin_load(library) == 0, "\(library) cannot be loaded")
    }

    /// Whether the questions get the expected answers.
    var isAlive: Bool {
        host.answer(Questions.outsideTap, by: .behavior("confirm")) == .outsideTap(.stay)
            && host.answer(Questions.open, by: .behavior("confirm"))
                == .open(.admit(sides: nil, widthRange: nil))
            && bare_plugin_ask_outside_tap() > 0 && bare_plugin_ask_open() > 0
    }

    /// The workloads, through the host and bare.
    var outsideTap: [Workload] {
        workloads(Questions.outsideTap, bare: bare_plugin_ask_outside_tap)
    }

    var open: [Workload] { workloads(Questions.open, bare: bare_plugin_ask_open) }

    private func workloads(_ question: Question, bare: @escaping () -> UInt32) -> [Workload] {
        [
            Workload("host") { [host] turn in
                guard case .some = host.answer(question, by: .behavior("confirm")) else {
                    return 0
                }
                return 1 + Double(turn & 1)
            },
            Workload("bare") { turn in Double(bare()) + Double(turn & 1) },
        ]
    }
}
