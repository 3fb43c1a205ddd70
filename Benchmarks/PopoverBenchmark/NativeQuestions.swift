// SPDX-License-Identifier: MIT

import BareQuestions
import LibraryHost
import PopoverModel

/// Questions to a library: through the host, and as the bare call of its function.
final class NativeQuestions {
    private let host: LibraryHost
    private let pauses = Pauses()

    /// A library is left alone for a while where the machine lets its calls wait; here that while
    /// is over at once.
    private final class Pauses {
        var past = Interval(microseconds: 0)
    }

    /// - Parameter folder: of the library of `Examples/Plugins/C`, and nothing else.
    init(folder: String) {
        host = LibraryHost(
            directories: [folder], clock: { [pauses] in BenchmarkClock.now + pauses.past },
            usesCounter: true,
            report: { [pauses] report in
                guard case .suspended(_, let pause) = report else { return }
                pauses.past = Interval(
                    microseconds: pauses.past.microseconds + pause.microseconds)
            })
        _ = host.rescan()
        let library = "\(folder)/libpopover-confirm.so"
        precondition(unsafe bare_plugin_load(library) == 0, "\(library) cannot be loaded")
    }

    /// Whether what is measured really happens.
    var isAlive: Bool {
        host.answer(Questions.outsideTap, by: .behavior("confirm")) == .outsideTap(.stay)
            && host.answer(Questions.open, by: .behavior("confirm"))
                == .open(.admit(sides: nil, widthRange: nil))
            && bare_plugin_ask_outside_tap() > 0 && bare_plugin_ask_open() > 0
    }

    /// Through the host, and bare.
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
