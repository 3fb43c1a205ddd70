// SPDX-License-Identifier: MIT

import PopoverModel

/// One user's connections: what they may do in a turn, an iteration of the event loop, and the memory that
/// their buffers take.
///
/// All connections of a user share one allowance, so that another user waits for one allowance and not for
/// a thousand connections. It is one of lines and one of time, because a line may cost as much as a thousand
/// others: it may bring an event to a thousand subscribers.
final class UserAccount {
    /// Lines that a user's connections have handled in an iteration; an answer counts as one line for
    /// each `bytesPerLine`.
    static let linesPerTurn = 64
    static let bytesPerLine = 4096
    /// The time in an iteration. A user that needed more waits for as many more iterations.
    static let timePerTurn = Interval.milliseconds(1).forThisBuild

    let uid: UInt32
    var connections = 0
    /// Limits the new connections.
    var rate: TokenBucket
    /// Bytes of input and output that wait in the user's connections.
    fileprivate(set) var bufferedBytes = 0
    private var turn: UInt64 = 0
    private var lines = 0
    private var time = Interval(microseconds: 0)

    init(uid: UInt32, rate: TokenBucket) {
        self.uid = uid
        self.rate = rate
    }

    func mayContinue(in turn: UInt64) -> Bool {
        if self.turn != turn {
            let turns = Int64(clamping: min(turn &- self.turn, 1_000_000))
            time.microseconds = max(0, time.microseconds - turns * Self.timePerTurn.microseconds)
            self.turn = turn
            lines = 0
        }
        return lines < Self.linesPerTurn && time < Self.timePerTurn
    }

    func count(lines: Int, outputBytes: Int) {
        self.lines += lines + outputBytes / Self.bytesPerLine
    }

    /// Counts time for which the loop worked for this user.
    func count(time interval: Interval) {
        time.microseconds += max(0, interval.microseconds)
    }
}

/// The accounts of the users that are connected, or were a moment ago.
final class UserAccounts {
    private var accounts: [UInt32: UserAccount] = [:]
    /// Bytes that wait in all connections.
    private(set) var bufferedBytes = 0
    /// Rises with every iteration of the loop in which a session had to wait.
    var turn: UInt64 = 0

    subscript(uid: UInt32) -> UserAccount? { accounts[uid] }

    /// The account of a user who connects.
    func open(_ uid: UInt32, rate: @autoclosure () -> TokenBucket) -> UserAccount {
        if let account = accounts[uid] { return account }
        let account = UserAccount(uid: uid, rate: rate())
        accounts[uid] = account
        return account
    }

    /// Gives every user a new rate.
    func renewRates(_ rate: TokenBucket) {
        for account in accounts.values { account.rate = rate }
    }

    /// Forgets the users without a connection and with a full rate: a new account is the same.
    func removeIdle(at now: Instant) {
        accounts = accounts.filter { $0.value.connections > 0 || !$0.value.rate.isFull(at: now) }
    }

    /// - Parameter bytes: negative for bytes that wait no longer.
    func charge(_ bytes: Int, to account: UserAccount) {
        account.bufferedBytes += bytes
        bufferedBytes += bytes
    }

    /// How far a user is over the share of the limit: see `Shares`.
    func excess(of account: UserAccount, over limit: Int) -> Int {
        let others = bufferedBytes - account.bufferedBytes
        return account.bufferedBytes - Shares.share(of: limit, others: others)
    }

    /// Users with connections, and their number, largest first.
    var byConnections: [(uid: UInt32, count: Int)] {
        accounts.values.filter { $0.connections > 0 }
            .sorted { ($0.connections, $1.uid) > ($1.connections, $0.uid) }
            .map { (uid: $0.uid, count: $0.connections) }
    }

    /// The user with the most buffered bytes; of several, the lowest number.
    var mostBuffered: (uid: UInt32, bytes: Int)? {
        accounts.values.map { (uid: $0.uid, bytes: $0.bufferedBytes) }
            .max { ($0.bytes, $1.uid) < ($1.bytes, $0.uid) }
    }
}
