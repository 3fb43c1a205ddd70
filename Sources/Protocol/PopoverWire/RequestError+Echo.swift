// SPDX-License-Identifier: MIT
internal import PopoverModel

extension RequestError {
    /// Bytes that an error repeats of a wrong name, so that a long line brings no longer answer.
    static let echoLimit = 128

    /// As much of a name as an error repeats.
    static func echo(_ name: String) -> String {
        name.utf8.count <= echoLimit
            ? name : String(decoding: name.utf8.prefix(echoLimit), as: UTF8.self)
    }
}
