// SPDX-License-Identifier: MIT

import BareQuestions
import PluginHost
import PopoverModel

/// Questions to a library: through the host, and as the bare call of its function.
final class NativeQuestions {
    private let host: PluginHost
    private let pauses = Pauses()

    /// A library is left alone for a while where the machine lets its calls wait; here that while
    /// is over at once.
    private final class Pauses {
        var past = Interval(microseconds: 0)
    }

    /// - Parameter folder: of the library of `Examples/Plugins/C`, and nothing else.
    init(folder: String) {
        host = PluginHost(
            directories: [folder], clock: { [pauses] in BenchmarkClock.now + pauses.past },
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
        host.answer(Questions.outsideTap, by: .behavior("confirm")) == .stay
            && host.answer(Questions.open, by: .behavior("confirm"))
                == .admit(sides: nil, widthRange: nil)
            && bare_plugin_ask_outside_tap() > 0 && bare_plugin_ask_open() > 0
    }

    /// Through the host, and bare.
    var outsideTap: [Workload] {
        [
            Workload("host") { self.ask(Questions.outsideTap, $0) },
            Workload("bare") { Double(bare_plugin_ask_outside_tap()) + Double($0 & 1) },
        ]
    }

    var open: [Workload] {
        [
            Workload("host") { self.ask(Questions.open, $0) },
            Workload("bare") { Double(bare_plugin_ask_open()) + Double($0 & 1) },
        ]
    }

    private func ask(_ question: Question, _ turn: Int) -> Double {
        let verdict = host.answer(question, by: .behavior("confirm"))
        return (verdict == nil ? 1 : 3) + Double(turn & 1)
    }
}
