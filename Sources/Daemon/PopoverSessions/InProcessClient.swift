// SPDX-License-Identifier: MIT

/// A client without a connection, in the daemon's own process.
package protocol InProcessClient: AnyObject {
    /// - Parameters:
    ///   - line: with its LF.
    ///   - sequence: of the event in the line.
    func send(_ line: [UInt8], sequence: Int64?)
    /// The rules have ended the client.
    func disconnect()
}
