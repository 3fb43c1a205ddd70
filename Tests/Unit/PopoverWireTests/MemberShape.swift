// SPDX-License-Identifier: MIT
import PopoverModel
import PopoverWire

/// What a member of a request takes, and so everything that it does not take.
enum MemberShape {
    case name
    case text
    case filledText
    case display
    case app
    case identifier
    case requestID
    case topic
    case flag
    case integer(least: Int64?)
    /// From 1.
    case count(most: Int64)
    case interval(most: Int64?)
    case choice
    case length
    case extent
    case positive
    case number(in: ClosedRange<Double>)
    case duration(in: ClosedRange<Double>)
    case language
    case size
    case rect
    case insets
    case object
    case rects
    case sides
    case roles
    case topics
    case popoverButtons
    case alertButtons
    case any
}

/// A wrong value, and how it is told.
struct InvalidMember {
    var json: String
    /// What follows the member's own name in the path that the error names.
    var suffix: String
    var kind: Kind

    enum Kind {
        case bad
        case over(Limits.Name)
        case unknown(String)
    }

    init(_ json: String, _ suffix: String = "", _ kind: Kind = .bad) {
        self.json = json
        self.suffix = suffix
        self.kind = kind
    }

    func within(_ prefix: String, _ suffix: String, _ place: String) -> InvalidMember {
        InvalidMember(prefix + json + suffix, place + self.suffix, kind)
    }
}

private let examples: [(kind: JSONKind, json: String)] = [
    (.bool, "true"), (.number, "1"), (.string, #""?""#), (.array, "[]"), (.object, "{}"),
]

/// One value of each kind but these; null is looked at by itself.
private func kinds(but kinds: JSONKind...) -> [InvalidMember] {
    examples.filter { !kinds.contains($0.kind) }.map { InvalidMember($0.json) }
}

/// A string of so many bytes.
func quoted(_ count: Int) -> String {
    "\"" + String(repeating: "x", count: count) + "\""
}

/// Faults of an object's members: missing, null, or wrong in their own way.
private func memberFaults(_ members: [(name: String, json: String, shape: MemberShape)])
    -> [InvalidMember]
{
    func object(with name: String, _ json: String?) -> String {
        let parts = members.compactMap { member in
            let value = member.name == name ? json : member.json
            return value.map { "\"\(member.name)\":\($0)" }
        }
        return "{" + parts.joined(separator: ",") + "}"
    }
    return members.flatMap { member in
        [
            InvalidMember(object(with: member.name, nil), ".\(member.name)"),
            InvalidMember(object(with: member.name, "null"), ".\(member.name)"),
        ]
            + member.shape.faults.map { fault in
                InvalidMember(
                    object(with: member.name, fault.json), ".\(member.name)" + fault.suffix,
                    fault.kind)
            }
    }
}

extension MemberShape {
    /// Everything that a member of this shape must not be.
    var faults: [InvalidMember] {
        switch self {
        case .name:
            kinds(but: .string) + [
                InvalidMember("\"\""), InvalidMember(quoted(257), "", .over(.key)),
            ]
        case .text: kinds(but: .string) + [InvalidMember(quoted(4097), "", .over(.text))]
        case .filledText: Self.text.faults + [InvalidMember("\"\"")]
        case .display: kinds(but: .string) + [InvalidMember("\"\""), InvalidMember(quoted(129))]
        case .app:
            kinds(but: .string)
                + ["", "A", "a b", "é", "a/b"].map { InvalidMember("\"\($0)\"") } + [
                    InvalidMember(quoted(65))
                ]
        case .identifier: kinds(but: .string) + unknownNames
        case .requestID:
            kinds(but: .string, .number)
                + [InvalidMember(quoted(129), "", .unknown(String(repeating: "x", count: 128)))]
        case .topic:
            Self.name.faults + [
                InvalidMember(#""app.""#), InvalidMember(#""app""#), InvalidMember(#""apps.x""#),
            ]
        case .flag: kinds(but: .bool)
        case .integer(let least):
            kinds(but: .number) + [
                InvalidMember("1.5"), InvalidMember("9007199254740993e9"), InvalidMember("1e999"),
            ]
                + (least.map { [InvalidMember("\($0 - 1)")] } ?? [])
        case .count(let most):
            Self.integer(least: 1).faults + [InvalidMember("\(most + 1)")]
        case .interval(let most):
            kinds(but: .number) + [
                InvalidMember("-1"), InvalidMember("-0.001"), InvalidMember("1e16"),
                InvalidMember("1e999"),
            ]
                + (most.map { [InvalidMember("\($0 + 1)"), InvalidMember("\($0).5")] } ?? [])
        case .choice: kinds(but: .string) + [InvalidMember("\"\""), InvalidMember(#""Menu""#)]
        case .length: kinds(but: .number) + [InvalidMember("1e999"), InvalidMember("-1e999")]
        case .extent: Self.length.faults + [InvalidMember("-1")]
        case .positive: Self.extent.faults + [InvalidMember("0"), InvalidMember("-0.0")]
        case .number(let range), .duration(let range):
            Self.length.faults + [
                InvalidMember("\(range.lowerBound - 0.01)"),
                InvalidMember("\(range.upperBound + 0.01)"),
            ]
        case .language:
            kinds(but: .string)
                + ["", "d", "1e", "-de", "de_AT", "dé"].map { InvalidMember("\"\($0)\"") } + [
                    InvalidMember(quoted(36))
                ]
        case .size, .rect, .insets, .object: objectFaults
        case .rects, .sides, .roles, .topics, .popoverButtons, .alertButtons: arrayFaults
        case .any: []
        }
    }

    private var unknownNames: [InvalidMember] {
        ["", "1", "p", "p01", "p+1", "p-1", "P1", "p1 ", "p18446744073709551616", "?"].map {
            InvalidMember("\"\($0)\"", "", .unknown($0))
        } + [InvalidMember(quoted(300), "", .unknown(String(repeating: "x", count: 128)))]
    }

    private var objectFaults: [InvalidMember] {
        switch self {
        case .size:
            kinds(but: .object)
                + memberFaults([("width", "1", .positive), ("height", "1", .positive)])
        case .rect:
            kinds(but: .object)
                + memberFaults([
                    ("x", "0", .length), ("y", "0", .length), ("width", "1", .extent),
                    ("height", "1", .extent),
                ])
                + [
                    InvalidMember(#"{"x":2e9,"y":0,"width":1,"height":1}"#, ".x"),
                    InvalidMember(#"{"x":0,"y":-2e9,"width":1,"height":1}"#, ".y"),
                    InvalidMember(#"{"x":0,"y":0,"width":1e308,"height":1}"#, ".width"),
                ]
        case .insets:
            kinds(but: .object)
                + memberFaults(["top", "left", "bottom", "right"].map { ($0, "0", .extent) })
        default: kinds(but: .object)
        }
    }

    private var arrayFaults: [InvalidMember] {
        switch self {
        case .rects:
            kinds(but: .array)
                + [
                    InvalidMember("[null]", "[0]"),
                    InvalidMember(many(65, "{}"), "", .over(.rectangles)),
                ]
                + MemberShape.rect.faults.map {
                    $0.within(#"[{"x":0,"y":0,"width":0,"height":0},"#, "]", "[1]")
                }
        case .sides:
            kinds(but: .array) + [InvalidMember("[]"), InvalidMember("[null]", "[0]")]
                + MemberShape.choice.faults.map { $0.within(#"["top","#, "]", "[1]") }
        case .roles:
            kinds(but: .array) + [InvalidMember("[]"), InvalidMember("[null]", "[0]")]
                + MemberShape.choice.faults.map { $0.within(#"["app","#, "]", "[1]") }
        case .topics:
            kinds(but: .array) + [InvalidMember("[]"), InvalidMember("[null]", "[0]")]
                + MemberShape.name.faults.map { $0.within(#"["*","#, "]", "[1]") }
        case .popoverButtons: popoverButtonFaults
        case .alertButtons: alertButtonFaults
        default: []
        }
    }

    private var popoverButtonFaults: [InvalidMember] {
        let wrong = ["null", "1", "true", "[]"].map { InvalidMember("[\($0)]", "[0]") }
        return kinds(but: .array) + wrong + [InvalidMember(many(17, "\"x\""), "", .over(.buttons))]
            + [InvalidMember("[\(quoted(4097))]", "[0]", .over(.text))]
            + memberFaults([("label", "\"x\"", .text)]).map { $0.within("[\"x\",", "]", "[1]") }
            + optionalButtonFaults
            + MemberShape.name.faults.map {
                $0.within(#"["x",{"label":"x","id":"#, "}]", "[1].id")
            }
    }

    private var alertButtonFaults: [InvalidMember] {
        let wrong = ["null", "1", "true", "[]", "\"x\""].map { InvalidMember("[\($0)]", "[0]") }
        let first = #"[{"id":"a","label":"A"},"#
        return kinds(but: .array) + [InvalidMember("[]")] + wrong
            + [
                InvalidMember(many(17, "{}"), "", .over(.buttons)),
                InvalidMember(first + #"{"id":"a","label":"B"}]"#, "[1].id"),
            ]
            + memberFaults([("id", "\"x\"", .name), ("label", "\"x\"", .text)]).map {
                $0.within(first, "]", "[1]")
            }
            + optionalButtonFaults
    }

    /// Of what buttons of both kinds may have.
    private var optionalButtonFaults: [InvalidMember] {
        MemberShape.choice.faults.map {
            $0.within(#"[{"id":"x","label":"x"},{"id":"y","label":"y","role":"#, "}]", "[1].role")
        }
    }

    private func many(_ count: Int, _ json: String) -> String {
        "[" + Array(repeating: json, count: count).joined(separator: ",") + "]"
    }
}
