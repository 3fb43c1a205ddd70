// SPDX-License-Identifier: MIT

public import ArgumentParser
public import PopoverModel
internal import PopoverWire

extension Side: ExpressibleByArgument {}
extension PreferredSide: ExpressibleByArgument {}
extension Alignment: ExpressibleByArgument {}
extension WritingDirection: ExpressibleByArgument {}
extension Role: ExpressibleByArgument {}
extension Severity: ExpressibleByArgument {}
extension AlertRequest.Renderer: ExpressibleByArgument {}
extension DisplaySpecification.Idiom: ExpressibleByArgument {}
extension DisplaySpecification.Opens: ExpressibleByArgument {}

extension Step: ExpressibleByArgument {}

extension Appearance.Contrast: ExpressibleByArgument {}

extension DeclaredColor: ExpressibleByArgument {
    /// `#rgb`, `#rrggbb` or `#rrggbbaa`
    public init?(argument: String) { self.init(argument) }
}

extension Size: ExpressibleByArgument {
    /// `320x200`
    public init?(argument: String) {
        let parts = argument.split(separator: "x", omittingEmptySubsequences: false)
        guard parts.count == 2, let width = Double(finite: parts[0]),
            let height = Double(finite: parts[1]), width > 0, height > 0
        else { return nil }
        self.init(width: width, height: height)
    }

    public var defaultValueDescription: String { words }
}

extension Rect: ExpressibleByArgument {
    /// `840,60,110x44`
    public init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count == 3, let x = Double(finite: parts[0]), let y = Double(finite: parts[1]),
            let size = Size(argument: String(parts[2]))
        else { return nil }
        self.init(x: x, y: y, width: size.width, height: size.height)
    }
}

extension Insets: ExpressibleByArgument {
    /// `32,0,0,0`: top, left, bottom, right.
    public init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
            .map { Double(finite: $0) }
        guard parts.count == 4, let top = parts[0], let left = parts[1], let bottom = parts[2],
            let right = parts[3]
        else { return nil }
        self.init(top: top, left: left, bottom: bottom, right: right)
    }
}

/// `500ms`, `5s`, `2m`, `1h` or `1d`; seconds without a unit. Never negative.
extension Interval: ExpressibleByArgument {
    /// The longest wait and lifetime that the daemon accepts.
    static let longest = Interval.milliseconds(86_400_000)

    /// In microseconds, the longest unit first.
    private static let units: [(name: String, length: Int64)] = [
        ("d", 86_400_000_000), ("h", 3_600_000_000), ("m", 60_000_000), ("s", 1_000_000),
        ("ms", 1000),
    ]

    /// In microseconds: more than any option accepts, and less than overflows.
    private static let unrepresentable: Int64 = 1_000_000_000_000_000

    public init?(argument: String) {
        let number = argument.prefix { !$0.isLetter }
        let name = argument[number.endIndex...]
        guard let unit = Self.units.first(where: { $0.name == (name.isEmpty ? "s" : name) }),
            let count = Double(finite: number), count >= 0,
            count * Double(unit.length) < Double(Self.unrepresentable)
        else { return nil }
        self.init(microseconds: Int64(count * Double(unit.length)))
    }

    public var defaultValueDescription: String { words }

    /// In its two longest units: `5s`, `2h 5m`.
    var words: String {
        var rest = microseconds
        var parts: [String] = []
        for unit in Self.units where parts.count < 2 && rest >= unit.length {
            parts.append("\(rest / unit.length)\(unit.name)")
            rest %= unit.length
        }
        return parts.isEmpty ? "0s" : parts.joined(separator: " ")
    }
}

/// `bottom,start`
struct SideList: ExpressibleByArgument {
    let sides: [PreferredSide]

    init?(argument: String) {
        let parts = argument.split(separator: ",", omittingEmptySubsequences: false)
        let sides = parts.compactMap { PreferredSide(rawValue: String($0)) }
        guard sides.count == parts.count else { return nil }
        self.sides = sides
    }
}

/// `later=Later`, `go=Leave now:destructive`, or `Later`, which serves as id and label.
struct ButtonArgument: ExpressibleByArgument {
    let button: Button

    static let help = ArgumentHelp(
        "Add a button; append :default, :cancel or :destructive for its role. Repeatable.",
        valueName: "id=Label")

    init?(argument: String) {
        var text = argument[...]
        var role: Button.Role?
        for candidate in Button.Role.allCases where text.hasSuffix(":\(candidate.rawValue)") {
            text = text.dropLast(candidate.rawValue.count + 1)
            role = candidate
        }
        let parts = text.split(separator: "=", maxSplits: 1)
        guard let id = parts.first, let label = parts.last else { return nil }
        button = Button(id: String(id), label: String(label), role: role)
    }
}

/// JSON from the command line, from a file (`@FILE`) or from standard input (`@-`).
struct JSONArgument {
    let text: JSONText

    @Sendable
    init(argument: String) throws {
        let bytes =
            argument.hasPrefix("@")
            ? try Terminal.read(file: String(argument.dropFirst())) : Array(argument.utf8)
        do {
            text = try JSONReader().parse(bytes, depthLimit: Self.depthLimit).compactText
        } catch {
            throw ValidationError("not JSON: \(error)")
        }
    }

    /// Deeper than the daemon accepts, so that the daemon reports the error.
    private static let depthLimit = 256
}

extension Double {
    fileprivate init?(finite text: Substring) {
        guard let value = Double(text), value.isFinite else { return nil }
        self = value
    }
}

extension Size {
    var words: String { "\(width.short)x\(height.short)" }
}

extension Rect {
    /// `320x200 at 240,92`
    var words: String { "\(size.words) at \(x.short),\(y.short)" }
}
