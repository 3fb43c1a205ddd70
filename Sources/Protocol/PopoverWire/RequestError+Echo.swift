// SPDX-License-Identifier: MIT
internal import PopoverModel

extension RequestError {
    /// The most bytes that an error repeats of a name that never was one, so that a long wrong line
    /// does not bring a longer answer.
    static let echoLimit = 128

    /// As much of a name as an error repeats.
    static func echo(_ name: String) -> String {
        name.utf8.count <= echoLimit
            ? name : String(decoding: name.utf8.prefix(echoLimit), as: UTF8.self)
    }
}
