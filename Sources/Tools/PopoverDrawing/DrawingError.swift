// SPDX-License-Identifier: MIT

/// Why there is no picture.
public enum DrawingError: Error, Hashable, Sendable {
    /// The scene has no display of this name.
    case unknownDisplay(String)
    /// The scene has no display at all.
    case noDisplays
    /// The drawing library said no, in its own words.
    case cairo(String)

    /// One sentence for people.
    public var message: String {
        switch self {
        case .unknownDisplay(let name): "there is no display \(name)"
        case .noDisplays: "there is no display to draw"
        case .cairo(let words): "cannot draw: \(words)"
        }
    }
}
