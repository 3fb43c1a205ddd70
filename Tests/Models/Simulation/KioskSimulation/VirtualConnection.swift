// SPDX-License-Identifier: MIT

import PopoverModel
import PopoverSessions

/// Both ends of a simulated stream, and the kernel's buffers between them.
final class VirtualConnection: Connection {
    private static let readLimit = 64 * 1024
    private static let outputLimit = 4 * 1024 * 1024

    weak var reader: (any ConnectionReader)?
    private(set) var isOpen = true

    private let time: VirtualTime
    private var chance: Chance
    /// The kernel's buffer in each direction: smaller than on Linux, so that it is often full.
    private let capacity: Int
    private let torn: Int

    /// In transit to the daemon, and to the peer.
    private var incoming: [UInt8] = []
    private var outgoing: [UInt8] = []
    private var isReading = false
    private var isDeliveryUnderWay = false
    /// The daemon may write the rest of a line, but did not, since its user has had their turn.
    private var waitsForTurn = false
    private var watchesHangUp = false

    private var peerSends = true
    private var isPeerThere = true
    private var hasToldEnd = false
    /// The daemon's end was closed with more pending than it could write, or with unread input, which resets
    /// the connection.
    private(set) var isCutOff = false
    /// Called when the peer can read bytes or the end.
    var onReadable: (() -> Void)?

    init(_ time: VirtualTime, _ chance: Chance, torn: Int) {
        self.time = time
        self.chance = chance
        capacity = self.chance.pick([1024, 8 * 1024, 208 * 1024])
        self.torn = torn
    }

    // MARK: The daemon's end

    var pendingBytes: Int { max(0, outgoing.count - capacity) }

    func startReading() throws(ConnectionError) {
        precondition(isOpen)
        isReading = true
        deliverSoon()
    }

    func stopReading() {
        precondition(isOpen)
        isReading = false
    }

    func write(_ bytes: ArraySlice<UInt8>) throws(ConnectionError) {
        precondition(isOpen)
        guard isPeerThere else { throw ConnectionError(isPeerGone: true, "the peer is gone") }
        guard pendingBytes + bytes.count <= Self.outputLimit else {
            throw ConnectionError(isPeerGone: false, "too much waits")
        }
        waitsForTurn = false
        let wasEmpty = outgoing.isEmpty
        outgoing += bytes
        if wasEmpty { tellPeer() }
    }

    func watchHangUp() throws(ConnectionError) {
        precondition(isOpen)
        watchesHangUp = true
        if !isPeerThere { time.after(.milliseconds(0)) { [weak self] in self?.hangUp() } }
    }

    func close() {
        guard isOpen else { return }
        isOpen = false
        if !incoming.isEmpty {
            isCutOff = true
            outgoing = []
        }
        if pendingBytes > 0 || waitsForTurn {
            isCutOff = true
            outgoing.removeLast(pendingBytes)
        }
        incoming = []
        tellPeer()
    }

    private func deliverSoon() {
        guard isReading, !isDeliveryUnderWay, !incoming.isEmpty || !peerSends else { return }
        isDeliveryUnderWay = true
        time.after(chance.interval(5...60)) { [weak self] in self?.deliver() }
    }

    private func deliver() {
        isDeliveryUnderWay = false
        guard isOpen, isReading else { return }
        if !incoming.isEmpty {
            var count = min(incoming.count, Self.readLimit)
            if chance.happens(perMille: torn) { count = 1 + chance.below(count) }
            let bytes = Array(incoming.prefix(count))
            incoming.removeFirst(count)
            reader?.received(bytes, isFull: count == Self.readLimit)
            if isOpen { deliverSoon() }
        } else if !peerSends, !hasToldEnd {
            hasToldEnd = true
            if !isPeerThere, chance.below(2) == 0 {
                reader?.failed(ConnectionError(isPeerGone: true, "reset"))
            } else {
                reader?.ended()
            }
        }
    }

    private func hangUp() {
        if isOpen && watchesHangUp { reader?.hungUp() }
    }

    private func tellPeer() {
        time.after(chance.interval(5...60)) { [weak self] in self?.onReadable?() }
    }

    // MARK: The peer's end

    /// Bytes that can be sent now.
    var room: Int { isOpen && peerSends ? max(0, capacity - incoming.count) : 0 }

    func send(_ bytes: ArraySlice<UInt8>) {
        guard isOpen, peerSends else { return }
        incoming += bytes
        deliverSoon()
    }

    /// Reads at most this many bytes.
    func read(_ most: Int) -> [UInt8] {
        let waited = pendingBytes
        let taken = Array(outgoing.prefix(most))
        outgoing.removeFirst(taken.count)
        if waited > 0, pendingBytes == 0, isOpen {
            waitsForTurn = true
            time.after(chance.interval(5...60)) { [weak self] in
                if let self, isOpen, pendingBytes == 0 { reader?.drained() }
            }
        }
        return taken
    }

    /// The end has been reached.
    var hasEnded: Bool { !isOpen && outgoing.isEmpty }

    /// Half-closes: sends no more, but still reads.
    func finish() {
        guard peerSends else { return }
        peerSends = false
        deliverSoon()
    }

    /// Hangs up.
    func abandon() {
        guard isPeerThere else { return }
        isPeerThere = false
        peerSends = false
        onReadable = nil
        outgoing = []
        guard isOpen else { return }
        deliverSoon()
        if watchesHangUp { time.after(chance.interval(5...60)) { [weak self] in self?.hangUp() } }
    }
}
