// SPDX-License-Identifier: MIT
internal import PopoverModel

/// A value with the path by which an error names it: `size.width`, `sides[0]`.
///
/// Everything that is read from it is there and of the right kind, or throws
/// `Failure.badParameter` with the path of exactly the member that is missing or wrong.
internal struct Member {
    let node: JSONNode
    /// Empty for what every path starts from.
    let path: String
    private let greatestLength: Double

    /// Far beyond any display, and small enough that sums and areas of lengths stay exact.
    static let greatestRequestedLength = 1e9

    /// The root of all paths: a request's params, or a result.
    ///
    /// - Parameter greatestLength: what a length may be at most, whatever its sign.
    init(root node: JSONNode, greatestLength: Double = .greatestFiniteMagnitude) {
        self.init(node, path: "", greatestLength)
    }

    private init(_ node: JSONNode, path: String, _ greatestLength: Double) {
        self.node = node
        self.path = path
        self.greatestLength = greatestLength
    }

    // MARK: Members of an object

    /// A member that has to be there; null counts as missing.
    func member(_ name: String) throws(Failure) -> Member {
        guard let member = optional(name) else { throw missing(name) }
        return member
    }

    /// A member that may be missing or null.
    func optional(_ name: String) -> Member? {
        guard let value = node.member(name), !value.isNull else { return nil }
        return Member(value, path: child(name), greatestLength)
    }

    /// A member that has to be there and may be null.
    func any(_ name: String) throws(Failure) -> Member {
        guard let value = node.member(name) else { throw missing(name) }
        return Member(value, path: child(name), greatestLength)
    }

    /// The values of an object by their names, in the order of the text.
    func entries() throws(Failure) -> [(name: String, value: Member)] {
        guard let members = node.members else { throw wrong("an object") }
        return members.map { name, value in (name, Member(value, path: child(name), greatestLength))
        }
    }

    // MARK: Elements of an array

    /// The elements, each with its own path.
    func elements() throws(Failure) -> [Member] {
        guard let elements = node.elements else { throw wrong("an array") }
        return elements.enumerated().map { index, value in
            Member(value, path: "\(path)[\(index)]", greatestLength)
        }
    }

    /// The elements, each read in the same way.
    func list<Element>(
        _ read: (Member) throws(Failure) -> Element
    ) throws(Failure) -> [Element] {
        var list: [Element] = []
        for element in try elements() { list.append(try read(element)) }
        return list
    }

    // MARK: Scalars

    func string() throws(Failure) -> String {
        guard let string = node.string else { throw wrong("a string") }
        return string
    }

    func flag() throws(Failure) -> Bool {
        guard let flag = node.bool else { throw wrong("true or false") }
        return flag
    }

    /// A whole number, however it is spelled (`10`, `1e1`, `10.0`), within ±2^53.
    func integer() throws(Failure) -> Int64 {
        guard let integer = node.integer else { throw wrong("a whole number") }
        return integer
    }

    /// A whole number of at least so much.
    func integer(from least: Int64) throws(Failure) -> Int64 {
        let integer = try integer()
        guard integer >= least else { throw wrong("\(least) or more") }
        return integer
    }

    /// One of an enumeration's spellings.
    func choice<Choice>() throws(Failure) -> Choice
    where Choice: RawRepresentable<String> & CaseIterable {
        guard let text = node.string, let choice = Choice(rawValue: text) else {
            throw wrong("one of " + Choice.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return choice
    }

    // MARK: Lengths, in points

    /// A member that is a length of any sign.
    func length(_ name: String) throws(Failure) -> Double {
        guard let value = node.member(name), !value.isNull else { throw missing(name) }
        guard let length = value.double, abs(length) <= greatestLength else {
            throw wrong(name, "a number from \(-greatestLength) to \(greatestLength)")
        }
        return length
    }

    /// A member that is a length and not negative.
    func extent(_ name: String) throws(Failure) -> Double {
        let length = try length(name)
        guard length >= 0 else { throw wrong(name, "0 or more") }
        return length
    }

    /// A member that is a length above zero.
    func positive(_ name: String) throws(Failure) -> Double {
        let length = try length(name)
        guard length > 0 else { throw wrong(name, "above 0") }
        return length
    }

    func point() throws(Failure) -> Point {
        Point(x: try length("x"), y: try length("y"))
    }

    /// A size with some area.
    func size() throws(Failure) -> Size {
        Size(width: try positive("width"), height: try positive("height"))
    }

    /// A rectangle, whose area may be zero.
    func rect() throws(Failure) -> Rect {
        Rect(
            x: try length("x"), y: try length("y"),
            width: try extent("width"), height: try extent("height"))
    }

    func insets() throws(Failure) -> Insets {
        Insets(
            top: try extent("top"), left: try extent("left"),
            bottom: try extent("bottom"), right: try extent("right"))
    }

    // MARK: What is wrong

    /// This value is not what it has to be.
    func wrong(_ expected: String) -> Failure {
        .badParameter(member: path, message: "has to be \(expected)")
    }

    private func wrong(_ name: String, _ expected: String) -> Failure {
        .badParameter(member: child(name), message: "has to be \(expected)")
    }

    /// A member of this value is missing, or this value can have no members.
    func missing(_ name: String) -> Failure {
        guard node.kind == .object else { return wrong("an object") }
        return .badParameter(member: child(name), message: "is missing")
    }

    private func child(_ name: String) -> String {
        path.isEmpty ? name : "\(path).\(name)"
    }
}
