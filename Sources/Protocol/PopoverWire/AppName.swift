// SPDX-License-Identifier: MIT

/// The names of apps in `hello`: 1 to 64 of a-z 0-9 . _ -
public enum AppName {
    static let mostBytes = 64

    static func isValid(_ name: String) -> Bool {
        (1...mostBytes).contains(name.utf8.count) && name.utf8.allSatisfy(belongs)
    }

    /// The name of a program that does not know the daemon, by how the program is called.
    public static func spelling(_ name: String) -> String {
        let bytes = name.lowercased().utf8.prefix(mostBytes)
            .map { belongs($0) ? $0 : UInt8(ascii: "-") }
        return bytes.isEmpty ? "program" : String(decoding: bytes, as: UTF8.self)
    }

    private static func belongs(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
