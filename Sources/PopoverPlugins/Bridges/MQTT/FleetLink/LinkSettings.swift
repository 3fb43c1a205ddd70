// SPDX-License-Identifier: MIT

internal import CMosquitto
internal import Glibc

/// Where the broker is, who the kiosk is to it, and how much is kept without it.
public struct LinkSettings: Hashable, Sendable {
    public var host: String
    public var port: UInt16
    public var hasTLS: Bool
    public var client: String
    /// Empty: the broker is not told who.
    public var user = ""
    /// Its first line is the password.
    public var passwordFile = ""
    /// Empty: what the system trusts.
    public var authorityFile = ""
    public var certificateFile = ""
    public var keyFile = ""
    /// In seconds, 5 and more.
    public var keepalive: UInt16 = 60
    /// How long the broker keeps what comes for the kiosk while it is away, in seconds.
    public var sessionExpiry: UInt32 = 86_400
    /// For the broker's name and a connection, and again for its word on it, in milliseconds.
    public var patience: UInt32 = 15_000
    /// Pauses between attempts are drawn from 1 ms to a bound that doubles from the first of these to
    /// the second, in milliseconds.
    public var retries: ClosedRange<UInt32> = 1000...60_000
    /// Of the draws: two kiosks have different ones. Not 0.
    public var seed: UInt64 = 1
    public var statusTopic: String
    public var gapTopic: String
    public var subscriptions: [String] = []
    /// A folder that is there and is the process's alone.
    public var directory: String
    /// What waits at most, in events and bytes; the oldest is lost first.
    public var mostEvents: UInt32 = 100_000
    public var mostBytes: UInt64 = 67_108_864
    /// Of the audit trail's file, in bytes; one older file stays beside it.
    public var trailBytes: UInt64 = 1_048_576
    /// Commands that are remembered at once.
    public var mostNonces: UInt32 = 4096

    public init(
        host: String, port: UInt16, hasTLS: Bool, client: String, statusTopic: String,
        gapTopic: String, directory: String
    ) {
        self.host = host
        self.port = port
        self.hasTLS = hasTLS
        self.client = client
        self.statusTopic = statusTopic
        self.gapTopic = gapTopic
        self.directory = directory
    }

    /// Its texts are valid within the call.
    func withRaw<Result>(_ body: (inout fleet_settings) -> Result) -> Result {
        var copies = unsafe [UnsafeMutablePointer<CChar>]()
        defer { unsafe copies.forEach { unsafe free($0) } }
        func raw(_ text: String) -> UnsafePointer<CChar>? {
            guard let copy = unsafe strdup(text) else { return nil }
            unsafe copies.append(copy)
            return unsafe UnsafePointer(copy)
        }
        var settings = unsafe fleet_settings()
        unsafe settings.host = raw(host)
        unsafe settings.port = port
        unsafe settings.has_tls = hasTLS
        unsafe settings.client = raw(client)
        unsafe settings.user = raw(user)
        unsafe settings.password_file = raw(passwordFile)
        unsafe settings.ca_file = raw(authorityFile)
        unsafe settings.certificate_file = raw(certificateFile)
        unsafe settings.key_file = raw(keyFile)
        unsafe settings.keepalive = keepalive
        unsafe settings.session_expiry = sessionExpiry
        unsafe settings.patience = patience
        unsafe settings.shortest_retry = retries.lowerBound
        unsafe settings.longest_retry = retries.upperBound
        unsafe settings.seed = max(1, seed)
        unsafe settings.status_topic = raw(statusTopic)
        unsafe settings.gap_topic = raw(gapTopic)
        unsafe settings.directory = raw(directory)
        unsafe settings.most_events = mostEvents
        unsafe settings.most_bytes = mostBytes
        unsafe settings.trail_bytes = trailBytes
        unsafe settings.most_nonces = mostNonces
        let topics = unsafe subscriptions.prefix(FleetLink.mostSubscriptions).map {
            unsafe raw($0)
        }
        unsafe settings.subscription_count = UInt32(topics.count)
        unsafe withUnsafeMutableBytes(of: &settings.subscriptions) { place in
            unsafe topics.withUnsafeBytes { unsafe place.copyMemory(from: $0) }
        }
        return unsafe body(&settings)
    }
}
