// SPDX-License-Identifier: MIT

/// A client without a connection: what it is told is handed to it.
package protocol InProcessClient: AnyObject {
    /// A line with its end, and the number of the event in it.
    func take(_ line: [UInt8], sequence: Int64?)
    /// The rules have let it go.
    func leave()
}
