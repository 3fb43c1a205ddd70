// SPDX-License-Identifier: MIT

public enum DrawingError: Error, Hashable, Sendable {
    case unknownDisplay(String)
    case noDisplays
    /// An error message of cairo.
    case cairo(String)

    /// The error as a sentence.
    public var message: String {
        switch self {
        case .unknownDisplay(let name): "there is no display \(name)"
        case .noDisplays: "there is no display to draw"
        case .cairo(let words): "cannot draw: \(words)"
        }
    }
}
