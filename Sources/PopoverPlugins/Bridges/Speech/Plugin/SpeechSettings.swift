// SPDX-License-Identifier: MIT

import PopoverPluginKit

struct SpeechSettings: Sendable {
    static let kinds = ["focused", "opened", "closed", "warned", "chosen", "help"]

    static let table: [OptionRule<SpeechSettings>] = [
        .string(
            "address", \.address,
            "The dispatcher, as in $SPEECHD_ADDRESS; empty: that of the daemon's user.",
            expected: "unix_socket:PATH or inet_socket:HOST:PORT", parse: address(of:)),
        .integer("volume", \.volume, default: 100, in: -100...100, "The volume of the voice."),
        .integer("rate", \.rate, default: 0, in: -100...100, "The speed of the voice."),
        .strings(
            "kinds", \.spokenKinds, default: ["focused", "opened", "warned", "chosen", "help"],
            "The kinds of announcements that are spoken.",
            expected: kinds.joined(separator: ", "), parse: { kinds.contains($0) ? $0 : nil }),
        .flag(
            "headphonesOnly", \.needsHeadphones, default: false,
            "Speak only while headphones are plugged in."),
        .strings(
            "jacks", \.jacks, default: ["*"],
            "Input devices with a headphone jack; * for all in /dev/input.", atMost: 16),
    ]

    private(set) var address = ""
    private(set) var volume: Int32 = 0
    private(set) var rate: Int32 = 0
    private(set) var spokenKinds: [String] = []
    private(set) var needsHeadphones = false
    private(set) var jacks: [String] = []

    private static func address(of text: String) -> String? {
        let isKnown = ["unix_socket:/", "inet_socket:"].contains { text.hasPrefix($0) }
        return text.isEmpty || isKnown ? text : nil
    }
}
