// SPDX-License-Identifier: MIT

/// Whose code a simulated program runs.
package enum CoreKind: String, CaseIterable {
    case c
    case python
    case javascript
}

/// The cores of one kind, for any number of days.
package final class CoreSupply {
    package let kind: CoreKind
    /// Runs cores that are not linked.
    let process: CoreProcess?

    package init(_ kind: CoreKind) {
        self.kind = kind
        process = kind == .c ? nil : CoreProcess(kind)
    }
}

/// The core of a client library, without I/O: the simulator moves its bytes and its clock. Times are
/// milliseconds. A form is named by the number of its open.
protocol ClientCore: AnyObject {
    func start(now: Int64) -> CoreTurn
    func opened(now: Int64) -> CoreTurn
    /// The connection has ended, or could not be made.
    func ended(now: Int64) -> CoreTurn
    func feed(_ bytes: [UInt8], now: Int64) -> CoreTurn
    func tick(now: Int64) -> CoreTurn
    func open(_ number: Int64, key: String, display: String, now: Int64) -> CoreTurn
    func save(_ number: Int64, key: String, work: String, revision: Int64, now: Int64) -> CoreTurn
    func close(_ number: Int64, form: Int64, outcome: String, now: Int64) -> CoreTurn
    /// Hands over the work of a form that was asked to close; nil if there is none.
    func answer(form: Int64, work: String?, now: Int64) -> CoreTurn
}

/// What a core wants and says after an order.
struct CoreTurn {
    var output: [UInt8] = []
    var wantsDial = false
    var hangsUp = false
    /// When it wants to be ticked; nil for never.
    var due: Int64?
    var news: [CoreNews] = []
}

/// What a core tells its program.
enum CoreNews {
    case ready
    case lost
    case granted(Int64, popover: String, work: String?, revision: Int64)
    case done(Int64)
    case failed(Int64, String)
    case asked(form: Int64, discards: Bool)
    case closed(form: Int64, draft: String)
}
