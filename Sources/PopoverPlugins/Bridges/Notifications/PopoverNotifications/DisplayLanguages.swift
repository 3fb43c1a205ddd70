// SPDX-License-Identifier: MIT

internal import PopoverModel
internal import PopoverWire

/// The displays and the languages in which people read there.
public struct DisplayLanguages: Hashable, Sendable {
    private struct Display: Hashable, Sendable {
        let name: String
        var language: String?
    }

    /// The oldest first.
    private var displays: [Display] = []

    public init() {}

    /// - Parameter welcome: the result of `hello`.
    init(_ welcome: JSONNode) {
        guard let elements = welcome.member("displays")?.elements else { return }
        for display in elements {
            guard let name = display.member("display")?.string else { continue }
            set(display.member("language")?.string, of: name)
        }
    }

    public mutating func set(_ language: String?, of name: String) {
        if let index = displays.firstIndex(where: { $0.name === name }) {
            displays[index].language = language
        } else {
            displays.append(Display(name: name, language: language))
        }
    }

    public mutating func remove(_ name: String) {
        displays.removeAll { $0.name === name }
    }

    /// The language of a display; nil if it is unknown.
    /// - Parameter name: empty: the default display.
    public func language(of name: String) -> String? { display(name)?.language }

    /// Whether an event about a display, or about all, concerns this one.
    /// - Parameter name: empty: the default display.
    public func concerns(_ name: String, _ event: String?) -> Bool {
        guard let event else { return true }
        return event === (display(name)?.name ?? name)
    }

    /// The default display is `main`, else the oldest.
    private func display(_ name: String) -> Display? {
        let wanted = name.isEmpty ? "main" : name
        return displays.first { $0.name === wanted } ?? (name.isEmpty ? displays.first : nil)
    }
}
