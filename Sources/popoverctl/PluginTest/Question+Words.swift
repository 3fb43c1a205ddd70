// SPDX-License-Identifier: MIT

internal import PopoverModel

extension Question {
    /// The behavior of the popover in question; nil without a popover.
    var behavior: String? {
        switch self {
        case .open(let facts): facts.behavior
        case .choice(let facts, _), .outsideTap(let facts, _), .detach(let facts),
            .disposition(let facts, _, _):
            facts.behavior
        case .alert, .idle: nil
        }
    }

    var words: String {
        switch self {
        case .open(let facts): facts.words
        case .choice(let facts, let choice):
            "\(facts.words), \(String(decoding: choice.bytes, as: UTF8.self))"
        case .outsideTap(let facts, let isKey): "\(facts.words), by \(isKey ? "key" : "tap")"
        case .detach(let facts): facts.words
        case .disposition(let facts, let reason, let standing):
            "\(facts.words), \(reason.rawValue), else \(standing.rawValue)"
        case .alert(let facts):
            "\(facts.alert) of \(facts.app) on \(facts.display), \(facts.severity.rawValue), "
                + "\"\(facts.title)\""
        case .idle(let facts):
            "\(facts.display), \(facts.idle.milliseconds) ms, "
                + (facts.isOccupied ? "occupied" : "empty")
        }
    }
}

extension Question.OpenFacts {
    fileprivate var words: String {
        "\(behavior) of \(app) on \(display), \(size.words)" + (isCompact ? ", compact" : "")
            + (isModal ? ", modal" : "")
    }
}

extension Question.PopoverFacts {
    fileprivate var words: String {
        "\(popover), \(behavior) of \(app) on \(display)" + (isModal ? ", modal" : "")
    }
}
