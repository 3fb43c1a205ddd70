// SPDX-License-Identifier: MIT

internal import CMosquitto
internal import Glibc

/// The broker's address, the kiosk's credentials and the limits of the queue.
public struct LinkSettings: Hashable, Sendable {
    public var host = ""
    public var port: UInt16 = 8883
    public var hasTLS = true
    public var client = ""
    /// Empty: no user name.
    public var user = ""
    /// Its first line is the password.
    public var passwordFile = ""
    /// Empty: the system's CA certificates.
    public var authorityFile = ""
    public var certificateFile = ""
    public var keyFile = ""
    /// In seconds, 5 and more.
    public var keepalive: UInt16 = 60
    /// How long the broker keeps messages for an absent kiosk, in seconds.
    public var sessionExpiry: UInt32 = 86_400
    /// Timeout for connecting, and again for the broker's answer, in milliseconds.
    public var patience: UInt32 = 15_000
    /// Random pauses between attempts, in milliseconds: 1 to a bound that doubles in this range.
    public var retries: ClosedRange<UInt32> = 1000...60_000
    /// Seed of the random pauses; not 0, and different for each kiosk.
    public var seed: UInt64 = 1
    public var statusTopic = ""
    public var gapTopic = ""
    public var subscriptions: [String] = []
    /// An existing folder that only the process's user can access.
    public var directory = ""
    /// Limits of the queue, in events and bytes; the oldest events are dropped first.
    public var mostEvents: UInt32 = 100_000
    public var mostBytes: UInt64 = 67_108_864
    /// Size of the audit trail's file in bytes; one older file is kept.
    public var trailBytes: UInt64 = 1_048_576
    /// Nonces that are stored at once.
    public var mostNonces: UInt32 = 4096

    public init() {}

    /// The C texts are valid within the call.
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
        unsafe withUnsafeMutableBytes(of: &settings.subscriptions) { target in
            unsafe topics.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
        }
        return unsafe body(&settings)
    }
}
