// SPDX-License-Identifier: MIT

/// An sRGB color; components are 0 to 1.
struct Color: Hashable, Sendable {
    var red: Double
    var green: Double
    var blue: Double
    var alpha: Double

    /// - Parameter hex: as in `0xRRGGBB`.
    init(_ hex: UInt32, alpha: Double = 1) {
        red = Double(hex >> 16 & 0xFF) / 255
        green = Double(hex >> 8 & 0xFF) / 255
        blue = Double(hex & 0xFF) / 255
        self.alpha = alpha
    }

    func faded(to alpha: Double) -> Color {
        var color = self
        color.alpha = alpha
        return color
    }
}

enum Palette {
    static let page = Color(0xEEF0F4)
    static let ink = Color(0x1F2430)
    static let softInk = Color(0x5B6472)
    static let bezel = Color(0x2A2F3A)
    static let screen = Color(0xFBFCFE)
    static let grid = Color(0x8A97AB, alpha: 0.16)
    static let hatchGround = Color(0xDDE2EA)
    static let hatch = Color(0x98A3B5)
    static let surface = Color(0x8A97AB)
    static let control = Color(0xFFFFFF)
    static let controlEdge = Color(0xAEB8C8)
    static let accent = Color(0x2563EB)
    static let body = Color(0xFFFFFF)
    static let edge = Color(0xBAC3D1)
    static let rule = Color(0xE3E7EE)
    static let shade = Color(0x0F1624, alpha: 0.30)
    static let scrim = Color(0x000000)
    static let lockShade = Color(0x0F1624, alpha: 0.78)
    static let shadow = Color(0x0F1624, alpha: 0.035)
    static let bar = Color(0xF3F5F9)
    static let occluder = Color(0x323949)
    static let occluderKey = Color(0x4B5468)
    static let onDark = Color(0xF5F7FB)
    static let info = Color(0x2563EB)
    static let warning = Color(0xD97706)
    static let critical = Color(0xDC2626)
}
