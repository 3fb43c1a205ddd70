// SPDX-License-Identifier: MIT

/// Limits that depend on others.
extension Limits {
    /// The highest `content` for this `message`.
    public static func contentShare(of message: Int) -> Int { message / 4 * 3 }

    /// The lowest `outputBytes` for this `message`: room for an answer and a request.
    public static func leastOutput(for message: Int) -> Int { message * 2 }
}
