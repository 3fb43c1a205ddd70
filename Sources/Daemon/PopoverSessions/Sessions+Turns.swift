// SPDX-License-Identifier: MIT

import PopoverModel

/// Turns: what the loop does for one user before it serves the next.
extension Sessions {
    func mayContinue(_ account: UserAccount) -> Bool { account.mayContinue(in: accounts.turn) }

    func resumeLater(_ session: Session) {
        guard !session.isWaitingToResume else { return }
        session.isWaitingToResume = true
        waitingSessions.append(session)
        onSessionsWaiting?()
    }

    /// Handles one batch of each session that has lines left, as far as their users have a turn.
    package func resumeWaitingSessions() {
        accounts.turn += 1
        if !waitingAccounts.isEmpty {
            engine?.batch { overflowing += exchange(&waitingAccounts, with: []) }
        }
        let sessions = waitingSessions
        waitingSessions.removeAll(keepingCapacity: true)
        for session in sessions {
            session.isWaitingToResume = false
            if mayContinue(session.account) {
                session.processBatch()
            } else {
                resumeLater(session)
            }
        }
    }

    /// Makes room for a new connection of a user: who has left must not keep her out.
    func endFirstWaiting(of account: UserAccount) {
        waitingSessions.first { $0.account === account && $0.isEnding }?.processBatch()
    }

    // MARK: Shares of the buffers

    func hasRoom(for bytes: Int, of account: UserAccount) -> Bool {
        accounts.excess(of: account, over: limits.buffersTotal) + bytes <= 0
    }

    /// Charges a user for buffered bytes. Where that is more than her share, the clients with most of
    /// it are disconnected.
    func charge(_ bytes: Int, to account: UserAccount) {
        accounts.charge(bytes, to: account)
        guard bytes > 0, accounts.excess(of: account, over: limits.buffersTotal) > 0,
            !isWaiting(account)
        else { return }
        overflowing.append(account)
    }

    private func isWaiting(_ account: UserAccount) -> Bool {
        waitingAccounts.contains { $0 === account }
    }

    /// The largest first: while somebody has far too much, nobody's share is large enough.
    func relieveOverflowing() {
        let largestFirst = exchange(&overflowing, with: [])
            .sorted { ($0.bufferedBytes, $1.uid) > ($1.bufferedBytes, $0.uid) }
        for account in largestFirst where !isWaiting(account) && !relieve(account) {
            waitingAccounts.append(account)
            onSessionsWaiting?()
        }
    }

    /// Disconnects clients of a user, at least one, until she is within her share or her turn ends.
    ///
    /// - Returns: whether she is within her share.
    private func relieve(_ account: UserAccount) -> Bool {
        let limit = limits.buffersTotal
        guard accounts.excess(of: account, over: limit) > 0 else { return true }
        var began = time.now
        let own = sessions.values.filter { $0.account === account }
        for session in own.sorted(by: { ($0.charged, $1.client) > ($1.charged, $0.client) }) {
            counters.sharesExceeded += 1
            session.overflow()
            let now = time.now
            account.count(time: now - began)
            began = now
            if accounts.excess(of: account, over: limit) <= 0 { return true }
            if !mayContinue(account) { return false }
        }
        return true
    }
}
