// SPDX-License-Identifier: MIT
internal import PopoverModel

extension DeclaredAppearance {
    /// Reads a client's declared appearance; each member has several known names. Nothing is drawn
    /// from it, so that nothing in it refuses an open: an unreadable member becomes advice.
    init(_ member: Member) throws(RequestError) {
        guard member.node.kind == .object else { throw member.wrong("an object") }
        self.init()
        let colors = member.optional("colors") ?? member.optional("colours")
        background = color(["background", "backgroundColor"], in: [member, colors])
        text = color(["text", "foreground", "color", "textColor"], in: [member, colors])
        hasArrow = isShown("arrow", in: member)
        hasBorder = isShown("border", in: member)
    }

    private mutating func color(_ names: [JSONName], in members: [Member?]) -> DeclaredColor? {
        for member in members.compactMap(\.self) {
            for name in names {
                guard let value = member.optional(name) else { continue }
                let color = value.node.string.flatMap { DeclaredColor($0) }
                if color == nil { unreadable.append(value.path) }
                return color
            }
        }
        return nil
    }

    /// `"arrow": false`, `"arrow": "hidden"` or `"hideArrow": true` hide it.
    private mutating func isShown(_ name: String, in member: Member) -> Bool {
        let capitalized = name.prefix(1).uppercased() + name.dropFirst()
        for alias in ["hide\(capitalized)", "hides\(capitalized)", "\(name)Hidden"] {
            if let value = member.optional(JSONName(alias)) { return value.node.bool != true }
        }
        guard let value = member.optional(JSONName(name)) else { return true }
        if let isShown = value.node.bool { return isShown }
        switch value.node.string {
        case "hidden", "none": return false
        case "visible", "shown": return true
        default:
            unreadable.append(value.path)
            return true
        }
    }
}
