// SPDX-License-Identifier: MIT
internal import PopoverModel

/// A value with the path by which an error names it: `size.width`, `sides[0]`. Every read returns a
/// value of the right kind, or throws `badParameter` with the path of the missing or wrong member.
internal struct Member {
    let node: JSONNode
    /// The path of its container. Its own path is only built for an error.
    private let parent: String
    private let place: Place
    private let greatestLength: Double
    private let nameBits: UInt32

    private enum Place {
        case root
        case member(JSONName)
        case element(Int)
    }

    /// Empty for the root.
    var path: String {
        switch place {
        case .root: parent
        case .member(let name): Self.path(of: name, in: parent)
        case .element(let index): "\(parent)[\(index)]"
        }
    }

    /// Far beyond any display, and small enough that sums and areas of lengths stay exact.
    static let greatestRequestedLength = 1e9

    /// The root of all paths: a request's params, or a result.
    /// - Parameter greatestLength: the greatest absolute value of a length.
    init(root node: JSONNode, greatestLength: Double = .greatestFiniteMagnitude) {
        self.node = node
        self.greatestLength = greatestLength
        parent = ""
        place = .root
        nameBits = node.nameBits
    }

    private init(_ node: JSONNode, _ place: Place, of parent: Member) {
        self.node = node
        self.place = place
        self.parent = parent.path
        nameBits = node.nameBits
        greatestLength = parent.greatestLength
    }

    // MARK: Members of an object

    /// A member that has to be there; null counts as missing.
    func member(_ name: JSONName) throws(RequestError) -> Member {
        guard let member = optional(name) else { throw missing(name) }
        return member
    }

    /// A member that may be missing or null.
    @inline(__always)
    func optional(_ name: JSONName) -> Member? {
        // Most that is asked for is optional, and not there: that is seen at once.
        nameBits & name.bit == 0 ? nil : found(name)
    }

    private func found(_ name: JSONName) -> Member? {
        guard let value = node.filledMember(name) else { return nil }
        return Member(value, .member(name), of: self)
    }

    /// A member that has to be there and may be null.
    func any(_ name: JSONName) throws(RequestError) -> Member {
        guard let value = node[name] else { throw missing(name) }
        return Member(value, .member(name), of: self)
    }

    /// The values of an object by their names, in the order of the text.
    func entries() throws(RequestError) -> [(name: String, value: Member)] {
        guard let members = node.members else { throw wrong("an object") }
        return members.map { name, value in
            (name, Member(value, .member(JSONName(name)), of: self))
        }
    }

    // MARK: Elements of an array

    /// The elements, each with its own path.
    func elements() throws(RequestError) -> [Member] {
        guard let elements = node.elements else { throw wrong("an array") }
        return elements.enumerated().map { index, value in
            Member(value, .element(index), of: self)
        }
    }

    /// The elements, each read in the same way.
    func list<Element>(
        _ read: (Member) throws(RequestError) -> Element
    ) throws(RequestError) -> [Element] {
        var list: [Element] = []
        for element in try elements() { list.append(try read(element)) }
        return list
    }

    // MARK: Scalars

    func string() throws(RequestError) -> String {
        guard let string = node.string else { throw wrong("a string") }
        return string
    }

    func flag() throws(RequestError) -> Bool {
        guard let flag = node.bool else { throw wrong("true or false") }
        return flag
    }

    /// A whole number, however it is spelled (`10`, `1e1`, `10.0`), within ±2^53.
    func integer() throws(RequestError) -> Int64 {
        guard let integer = node.integer else { throw wrong("a whole number") }
        return integer
    }

    /// A whole number of at least so much.
    func integer(from least: Int64) throws(RequestError) -> Int64 {
        let integer = try integer()
        guard integer >= least else { throw wrong("\(least) or more") }
        return integer
    }

    /// One of an enumeration's spellings.
    func choice<Choice>() throws(RequestError) -> Choice
    where Choice: RawRepresentable<String> & CaseIterable {
        guard let text = node.string, let choice = Choice(rawValue: text) else {
            throw wrong("one of " + Choice.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return choice
    }

    // MARK: Lengths, in points

    /// A member that is a length of any sign.
    func length(_ name: JSONName) throws(RequestError) -> Double {
        try length(name, isValid: { _ in true }, "from -\(greatestLengthText) to")
    }

    /// A member that is a length and not negative.
    func extent(_ name: JSONName) throws(RequestError) -> Double {
        try length(name, isValid: { $0 >= 0 }, "from 0 to")
    }

    /// A member that is a length above zero.
    func positive(_ name: JSONName) throws(RequestError) -> Double {
        try length(name, isValid: { $0 > 0 }, "above 0 and at most")
    }

    /// A length of zero or more.
    func extent() throws(RequestError) -> Double {
        guard let length = node.double, length <= greatestLength, length >= 0 else {
            throw wrong("a number from 0 to \(greatestLengthText)")
        }
        return length
    }

    /// A length above zero.
    func positive() throws(RequestError) -> Double {
        guard let length = node.double, abs(length) <= greatestLength, length > 0 else {
            throw wrong("a number above 0 and at most \(greatestLengthText)")
        }
        return length
    }

    @inline(__always)
    private func length(
        _ name: JSONName, isValid: (Double) -> Bool, _ range: @autoclosure () -> String
    ) throws(RequestError) -> Double {
        guard let value = node.filledMember(name) else { throw missing(name) }
        guard let length = value.double, abs(length) <= greatestLength, isValid(length) else {
            throw wrong(name, "a number \(range()) \(greatestLengthText)")
        }
        return length
    }

    private var greatestLengthText: String {
        Int64(exactly: greatestLength).map(String.init) ?? "\(greatestLength)"
    }

    /// A number in a range of the protocol's description.
    func number(in range: ClosedRange<Double>) throws(RequestError) -> Double {
        guard let number = node.double, range.contains(number) else {
            throw wrong("a number \(range.words)")
        }
        return number
    }

    func point() throws(RequestError) -> Point {
        Point(x: try length("x"), y: try length("y"))
    }

    /// A size with some area.
    func size() throws(RequestError) -> Size {
        Size(width: try positive("width"), height: try positive("height"))
    }

    /// A rectangle, whose area may be zero.
    func rect() throws(RequestError) -> Rect {
        Rect(
            x: try length("x"), y: try length("y"),
            width: try extent("width"), height: try extent("height"))
    }

    func insets() throws(RequestError) -> Insets {
        Insets(
            top: try member("top").number(in: InsetsRanges.top),
            left: try member("left").number(in: InsetsRanges.left),
            bottom: try member("bottom").number(in: InsetsRanges.bottom),
            right: try member("right").number(in: InsetsRanges.right))
    }

    // MARK: Errors

    /// This value is invalid.
    func wrong(_ expected: String) -> RequestError {
        .badParameter(member: path, message: "has to be \(expected)")
    }

    private func wrong(_ name: JSONName, _ expected: String) -> RequestError {
        .badParameter(member: child(name), message: "has to be \(expected)")
    }

    /// A member of this value is missing, or this value can have no members.
    func missing(_ name: JSONName) -> RequestError {
        guard node.kind == .object else { return wrong("an object") }
        return .badParameter(member: child(name), message: "is missing")
    }

    private func child(_ name: JSONName) -> String { Self.path(of: name, in: path) }

    private static func path(of name: JSONName, in parent: String) -> String {
        parent.isEmpty ? name.text : "\(parent).\(name.text)"
    }
}
