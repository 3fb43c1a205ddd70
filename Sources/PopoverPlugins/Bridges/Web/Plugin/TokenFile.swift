// SPDX-License-Identifier: MIT

import PopoverPages

/// The file from which the browser's launcher reads the token; only the daemon's user can read it.
/// An existing token is used again, so that pages can reconnect after a restart of the daemon.
enum TokenFile {
    /// The token in the file, or a new one, which is written to it.
    static func token(at path: String) throws(GatewayError) -> String {
        let file = PrivateFile(path: path)
        if let line = file.read()?.prefix(while: { $0 != "\n" }) {
            let token = String(line)
            if Doorkeeper.isToken(token) { return token }
        }
        let token = (0..<16).map { _ in
            let byte = UInt8.random(in: .min ... .max)
            return (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }.joined()
        try file.write(token + "\n")
        return token
    }
}
