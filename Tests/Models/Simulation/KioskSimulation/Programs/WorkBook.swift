// SPDX-License-Identifier: MIT

/// A piece of work that people have typed: by which customer of the display, and how manieth it is.
struct Secret: Hashable, CustomStringConvertible {
    let customer: Int
    let number: Int

    var description: String { "\(customer)-\(number)" }

    init(customer: Int, number: Int) {
        self.customer = customer
        self.number = number
    }

    init?(_ word: some StringProtocol) {
        let parts = word.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 2 else { return nil }
        self.init(customer: parts[0], number: parts[1])
    }
}

/// The work of one key of one program, as people know it.
struct Work {
    private enum State {
        /// It is in a form, in the library or in the daemon.
        case exists
        /// People have submitted or discarded it.
        case decided
        /// A crash, or a connection that ended too early, leaves open whether a decision or a hand-over counts.
        case unknown
    }

    private(set) var last: Secret?
    private var state = State.decided
    /// The daemon has told that its disk has it.
    private(set) var isDurable = false

    mutating func type(_ secret: Secret) {
        last = secret
        state = .exists
        isDurable = false
    }

    mutating func decide() { state = .decided }
    mutating func doubt() { state = .unknown }
    mutating func noteDurable() { isDurable = true }

    /// What is wrong with the draft that a customer's form begins with.
    ///
    /// - Parameter isDead: the daemon that granted it has died since.
    mutating func fault(in draft: Secret?, for customer: Int, isDead: Bool = false) -> String? {
        if let draft, draft.customer != customer {
            let ends = customer - draft.customer
            return "work \(draft) of customer \(draft.customer) is shown to customer \(customer), "
                + "\(ends) session\(ends == 1 ? "" : "s") later"
        }
        guard let last, last.customer == customer, draft != last || state != .exists else {
            return nil
        }
        switch state {
        case .exists:
            return draft == nil
                ? "work \(last) is lost: it was typed, and nobody has discarded it"
                : "work \(last) is lost: the older \(draft ?? last) is offered in its place"
        case .decided:
            return draft.map {
                "work \($0) is offered again, though \(last) was submitted or discarded"
            }
        case .unknown:
            // Now it is known, unless another daemon has begun with what its disk had.
            guard !isDead else { return nil }
            if let draft { type(draft) } else { state = .decided }
            return nil
        }
    }

    /// What is wrong with the draft that a daemon has left on its disk; a dead one has lost what waited.
    ///
    /// - Parameter isComplete: it has shut down regularly, and its clients had nothing left to say.
    mutating func fault(
        onDisk draft: Secret?, isComplete: Bool, for customer: Int, isInForm: Bool
    ) -> String? {
        guard let last, last.customer == customer else { return nil }
        switch state {
        case .exists where draft == last || isInForm: return nil
        case .exists where isComplete || isDurable:
            return "work \(last) is lost: it is in no form, and not on the disk"
        case .decided where draft != nil && isComplete:
            return "work \(last) was submitted or discarded, and is on the disk"
        case .decided where draft == nil: return nil
        default:
            state = .unknown
            return nil
        }
    }
}
