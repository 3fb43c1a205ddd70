// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverWire

/// A simulated client: it sends the lines of its script at its own pace, and remembers just enough to
/// send valid ones.
final class Peer: Participant {
    let number: Int
    unowned let kiosk: Kiosk
    let temperament: Temperament
    var uid: UInt32 { temperament.uid }
    var chance: Chance

    private(set) var connection: VirtualConnection?
    /// Set when the daemon has accepted the connection.
    var client: ClientID?
    /// Sends no new requests, but answers calls.
    var isCalm = false
    private var framer = LineFramer(limit: 16 * 1024 * 1024)
    private var unsent: ArraySlice<UInt8> = []
    private var isReadUnderWay = false
    private var isPushUnderWay = false
    /// Differs for each connection, so that late actions do not reach the next one.
    private(set) var life = 0
    private var hasFinished = false
    /// All its requests were sent before the half-close.
    private var hasSentAll = false
    private var isSentAway = false
    var book = LineBook()

    // Knowledge.
    private var lastID: Int64 = 0
    /// Unanswered requests, and whether people have to answer them.
    private(set) var asked: [Int64: Method] = [:]
    /// It has sent invalid input, which is answered.
    private var hasMumbled = false
    private var popovers: [String] = []
    private var panels: [String] = []
    private var views: [String] = []
    var alerts: [(alert: String, buttons: [String])] = []

    init(number: Int, kiosk: Kiosk, temperament: Temperament, chance: Chance) {
        self.number = number
        self.kiosk = kiosk
        self.temperament = temperament
        self.chance = chance
    }

    /// Requests that should have been answered by now; alerts may take longer.
    var unanswered: [Method] {
        client != nil && !hasFinished ? asked.values.filter { $0 != .raiseAlert } : []
    }

    func wrong(_ what: String) { kiosk.wrong("client \(number): \(what)") }

    var isConnected: Bool { connection != nil }

    // MARK: Connecting

    func connect() {
        life += 1
        client = nil
        hasFinished = false
        hasSentAll = false
        isSentAway = false
        framer = LineFramer(limit: 16 * 1024 * 1024)
        unsent = []
        isReadUnderWay = false
        isPushUnderWay = false
        book = LineBook()
        asked = [:]
        hasMumbled = false
        popovers = []
        panels = []
        views = []
        alerts = []
        let torn = temperament.isWatcher ? 0 : kiosk.rates.torn
        let connection = VirtualConnection(kiosk.time, chance.branch(), torn: torn)
        self.connection = connection
        connection.onReadable = { [weak self] in self?.readSoon() }
        kiosk.accept(connection, from: self)
        // The daemon may have ended meanwhile.
        guard self.connection != nil else { return }
        hello()
        actSoon()
    }

    /// Sends `hello`, usually first.
    private func hello() {
        guard temperament.isWatcher || !chance.happens(perMille: 20) else { return }
        let roles = temperament.roles.map { "\"\($0)\"" }.joined(separator: ",")
        lastID += 1
        asked[lastID] = .hello
        say(
            #"{"jsonrpc":"2.0","id":\#(lastID),"method":"hello","params":"#
                + #"{"protocol":1,"app":"\#(temperament.app)","roles":[\#(roles)]}}"# + "\n")
        guard temperament.isWatcher else { return }
        lastID += 1
        asked[lastID] = .subscribe
        say(
            #"{"jsonrpc":"2.0","id":\#(lastID),"method":"bus.subscribe","#
                + #""params":{"topics":["*"]}}"# + "\n")
    }

    /// Disconnects abruptly, and reconnects later.
    func lose(andReturn returns: Bool = true) {
        guard let connection else { return }
        connection.abandon()
        gone(returns: returns)
    }

    private func gone(returns: Bool = true) {
        connection = nil
        client = nil
        life += 1
        guard returns else { return }
        kiosk.time.after(chance.milliseconds(1...4000)) { [weak self] in
            guard let self, connection == nil, kiosk.isOpen else { return }
            connect()
        }
    }

    private func finish() {
        hasFinished = true
        hasSentAll = unsent.isEmpty
        connection?.finish()
    }

    func noteFarewell() { isSentAway = true }

    // MARK: Sending

    private func say(_ line: String) { say(Array(line.utf8)) }

    func say(_ bytes: [UInt8]) {
        guard !hasFinished else { return }
        note(bytes[...], isDaemons: false)
        unsent += bytes
        push()
    }

    func note(_ bytes: ArraySlice<UInt8>, isDaemons: Bool) {
        guard let onLine = kiosk.onLine else { return }
        for line in bytes.split(separator: UInt8(ascii: "\n")) {
            onLine("\(number).\(life)", isDaemons, String(decoding: line, as: UTF8.self))
        }
    }

    private func push() {
        guard let connection, !unsent.isEmpty else { return }
        let count = min(unsent.count, connection.room)
        if count > 0 {
            connection.send(unsent.prefix(count))
            unsent = unsent.dropFirst(count)
        }
        if unsent.isEmpty {
            unsent = []
        } else if !isPushUnderWay {
            isPushUnderWay = true
            later(.milliseconds(5)) { peer in
                peer.isPushUnderWay = false
                peer.push()
            }
        }
    }

    /// Runs an action later, unless the connection has ended by then.
    func later(_ delay: Interval, _ act: @escaping (Peer) -> Void) {
        let life = life
        kiosk.time.after(delay) { [weak self] in
            if let self, self.life == life, connection != nil { act(self) }
        }
    }

    private func actSoon() {
        later(chance.milliseconds(temperament.pace)) { $0.act() }
    }

    private func act() {
        guard !isCalm else { return }
        let rates = kiosk.rates
        if !temperament.isWatcher {
            if chance.happens(perMille: rates.connectionLost) { return lose() }
            if chance.happens(perMille: rates.halfClosed) { return finish() }
            if chance.happens(perMille: rates.flood) { flood() }
            if chance.happens(perMille: rates.junk) {
                mumble()
                return actSoon()
            }
        }
        // Limits the pending requests.
        if unsent.isEmpty { ask(chance.pick(temperament.methods)) }
        actSoon()
    }

    func ask(_ method: Method) {
        let known = Script.Knowledge(
            popover: pick(popovers), panel: pick(panels), view: pick(views),
            alert: pick(alerts)?.alert, button: pick(pick(alerts)?.buttons ?? []),
            request: asked.isEmpty ? nil : lastID,
            time: kiosk.time.now.microseconds - Int64(chance.below(400_000)),
            carelessness: temperament.carelessness)
        // The draft checks need the outcome of a save.
        let wantsAnswer = chance.below(10) > 0 || kiosk.rates.isGentle
        if wantsAnswer {
            lastID += 1
            asked[lastID] = method
        }
        say(kiosk.script.line(method, id: wantsAnswer ? lastID : nil, known, &chance))
    }

    /// Sends a request with these params.
    func ask(_ method: Method, params: String) {
        lastID += 1
        asked[lastID] = method
        say(
            #"{"jsonrpc":"2.0","id":\#(lastID),"method":"\#(method.rawValue)","params":\#(params)}"#
                + "\n")
    }

    /// Prefers the latest objects.
    private func pick<Element>(_ elements: [Element]) -> Element? {
        if elements.isEmpty || chance.below(8) == 0 { return nil }
        return elements[elements.count - 1 - chance.below(min(3, elements.count))]
    }

    // MARK: Reading

    private func readSoon() {
        guard !isReadUnderWay else { return }
        isReadUnderWay = true
        let stalls =
            !temperament.isWatcher && !isCalm && chance.happens(perMille: kiosk.rates.stalled)
        let delay =
            stalls ? chance.milliseconds(100...20_000) : chance.interval(50...3000)
        later(delay) { $0.read() }
    }

    private func read() {
        isReadUnderWay = false
        guard let connection else { return }
        // Some clients read in small pieces.
        let isSip = !temperament.isWatcher && chance.happens(perMille: kiosk.rates.torn)
        let most = isSip ? 1 + chance.below(2048) : 64 * 1024
        let bytes = connection.read(most)
        kiosk.bytesRead += bytes.count
        var input = bytes[...]
        let life = life
        while self.life == life, let frame = framer.next(in: &input) {
            if case .line(let line) = frame { receive(line) }
        }
        guard self.life == life else { return }
        if connection.hasEnded { return ended(connection) }
        if bytes.count == most { readSoon() }
    }

    private func ended(_ connection: VirtualConnection) {
        if framer.isWithinLine && !connection.isCutOff && kiosk.isOpen {
            wrong("the last line is cut off")
        }
        if temperament.isWatcher && kiosk.isOpen { wrong("the watcher is sent away") }
        if hasSentAll && !isSentAway && !connection.isCutOff && kiosk.isOpen && !asked.isEmpty {
            wrong("is closed before its answers: \(asked)")
        }
        gone()
    }

    /// The daemon has died.
    func bereave() {
        connection = nil
        client = nil
        life += 1
    }

    /// A response has arrived.
    func settle(_ id: Int64?, _ node: JSONNode) {
        guard let id, let method = asked.removeValue(forKey: id) else {
            return hasMumbled ? () : wrong("an answer to what was not asked: \(id ?? -1)")
        }
        guard let result = node.member("result") else { return }
        switch method {
        case .open: learn(result, "popover", &popovers)
        case .detach: learn(result, "panel", &panels)
        case .presentView: learn(result, "view", &views)
        default: break
        }
    }

    private func learn(_ result: JSONNode, _ member: String, _ names: inout [String]) {
        guard let name = result.member(member)?.string else { return }
        names.append(name)
        if names.count > 8 { names.removeFirst() }
    }

    func forget(popover: String) { popovers.removeAll { $0 == popover } }
    func forget(panel: String) { panels.removeAll { $0 == panel } }
    func forget(view: String) { views.removeAll { $0 == view } }
    func forget(alert: String) { alerts.removeAll { $0.alert == alert } }

    func noteMumbling() { hasMumbled = true }
}
