// SPDX-License-Identifier: MIT

package import PopoverModel

/// Maps a device's positions to its display.
package struct Calibration: Equatable {
    /// As libinput's calibration matrix: `x = a x + b y + c`, `y = d x + e y + f`, of shares.
    package var matrix: [Double]
    /// Clockwise rotation of the picture on the touch screen, in degrees: 0, 90, 180 or 270.
    package var rotation: Int

    package init(matrix: [Double] = [1, 0, 0, 0, 1, 0], rotation: Int = 0) {
        self.matrix = matrix
        self.rotation = rotation
    }

    package static let rotations = [0, 90, 180, 270]

    /// Six numbers, as in `1 0 0 0 1 0`; nil: the text is not that.
    package static func matrix(_ text: String) -> [Double]? {
        let numbers = text.split(separator: " ").map { Double($0) ?? .nan }
        return numbers.count == 6 && numbers.allSatisfy(\.isFinite) ? numbers : nil
    }

    /// In points of a display of this size.
    package func point(_ share: Touches.Share, on size: Size) -> Point {
        var x = matrix[0] * share.x + matrix[1] * share.y + matrix[2]
        var y = matrix[3] * share.x + matrix[4] * share.y + matrix[5]
        switch rotation {
        case 90: (x, y) = (y, 1 - x)
        case 180: (x, y) = (1 - x, 1 - y)
        case 270: (x, y) = (1 - y, x)
        default: break
        }
        return Point(
            x: min(max(0, x), 1) * size.width, y: min(max(0, y), 1) * size.height)
    }
}
