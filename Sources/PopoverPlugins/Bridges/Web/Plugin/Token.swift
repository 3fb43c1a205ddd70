// SPDX-License-Identifier: MIT

import PopoverPages

/// The secret that pages must know. The browser's launcher reads it from a file.
enum Token {
    /// The token in the file, so that pages can reconnect after a restart; or a new one, which is written
    /// to it.
    static func read(from file: PrivateFile) throws(GatewayError) -> String {
        let line = String(file.read().prefix { $0 != "\n" })
        if Doorkeeper.isToken(line) { return line }
        let token = (0..<16).map { _ in
            let byte = UInt8.random(in: .min ... .max)
            return (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
        try file.write(token + "\n")
        return token
    }
}
