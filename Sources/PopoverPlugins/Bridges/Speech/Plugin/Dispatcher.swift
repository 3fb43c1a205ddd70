// SPDX-License-Identifier: MIT

import CSpeech
import Glibc

/// A connection to Speech Dispatcher, closed when its owner drops it. Its calls wait for the
/// dispatcher's answer.
@safe
final class Dispatcher {
    struct ConnectionError: Error {
        let message: String
    }

    enum Priority {
        /// The next words take its place.
        case replaceable
        /// It waits for its turn.
        case queued
        /// It interrupts all others.
        case interrupting

        fileprivate var raw: SPDPriority {
            switch self {
            case .replaceable: SPD_TEXT
            case .queued: SPD_MESSAGE
            case .interrupting: SPD_IMPORTANT
            }
        }
    }

    private let connection: UnsafeMutablePointer<SPDConnection>
    /// The dispatcher's own, for words of no known language.
    private let usualLanguage: String?

    /// - Parameter address: as in `$SPEECHD_ADDRESS`; empty: the usual socket of this user.
    init(address: String, volume: Int32, rate: Int32) throws(ConnectionError) {
        let usual = "unix_socket:/run/user/\(getuid())/speech-dispatcher/speechd.sock"
        unsafe setenv("SPEECHD_ADDRESS", address.isEmpty ? usual : address, 1)
        var error: UnsafeMutablePointer<CChar>?
        defer { unsafe free(error) }
        guard let parsed = unsafe spd_get_default_address(&error) else {
            throw ConnectionError(message: unsafe text(error))
        }
        defer { unsafe SPDConnectionAddress__free(parsed) }
        // Zero: it starts no dispatcher of its own, which would end with this plugin.
        guard
            let connection = unsafe spd_open2(
                "popoverd", "announcements", nil, SPD_MODE_SINGLE, parsed, 0, &error)
        else { throw ConnectionError(message: unsafe text(error)) }
        unsafe self.connection = connection
        guard unsafe spd_set_volume(connection, volume) == 0,
            unsafe spd_set_voice_rate(connection, rate) == 0
        else {
            usualLanguage = nil
            throw ConnectionError(message: "the dispatcher does not answer")
        }
        let language = unsafe spd_get_language(connection)
        usualLanguage = unsafe language.map { unsafe String(cString: $0) }
        unsafe free(language)
    }

    deinit {
        unsafe spd_close(connection)
    }

    /// Queues words to be spoken.
    /// - Parameter language: BCP 47; nil: the dispatcher's own.
    /// - Returns: false if the dispatcher is gone.
    func say(_ words: String, language: String?, _ priority: Priority) -> Bool {
        if let language = language.flatMap(Self.spelled) ?? usualLanguage {
            unsafe spd_set_language(connection, language)
        }
        return unsafe spd_say(connection, priority.raw, words) >= 0
    }

    /// Ends what is spoken, and forgets what waits.
    func cancel() {
        unsafe spd_cancel(connection)
    }

    /// A language as the dispatcher's protocol takes it: it could hold other commands.
    private static func spelled(_ language: String) -> String? {
        let isTag = language.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
                true
            default: false
            }
        }
        return isTag && !language.isEmpty ? language : nil
    }
}

private func text(_ raw: UnsafePointer<CChar>?) -> String {
    guard let raw = unsafe raw else { return "no reason given" }
    return unsafe String(cString: raw)
}
