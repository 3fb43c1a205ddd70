// SPDX-License-Identifier: MIT

import PopoverModel

/// Parses the text of a scenario. It reports unknown clients and words, invalid values and undefined
/// variables with their line.
struct ScenarioReader {
    private var scenario = Scenario()
    private var known: Set<String> = [Expression.now]
    private var labels: Set<String> = []
    /// A request whose response the next line may check.
    private var open: (client: String, label: String, line: Int)?
    /// The client of a `sees` in the last line, which the next line may answer.
    private var asked: String?

    private static let continuations: Set<String> = ["gets", "fails", "answers", "declines"]
    private static let reserved = continuations.union([
        "title", "proves", "config", "display", "client", "daemon", "note", "picture",
    ])

    static func read(_ text: String) throws(ScenarioError) -> Scenario {
        var reader = ScenarioReader()
        for line in try ScenarioLine.lines(of: text) {
            do { try reader.parse(line) } catch { throw error.at(line: line.number) }
        }
        reader.closeRequest()
        guard !reader.scenario.title.isEmpty else { throw ScenarioError("missing title") }
        guard !reader.scenario.steps.isEmpty else { throw ScenarioError("no steps") }
        return reader.scenario
    }

    private mutating func parse(_ line: ScenarioLine) throws(ScenarioError) {
        let words = line.words
        let rest = Array(words.dropFirst())
        let isContinuation = Self.continuations.contains(words[0])
        if isContinuation { return try parse(continuation: line) }
        closeRequest()
        asked = nil
        switch words[0] {
        case "title": scenario.title = rest.joined(separator: " ")
        case "proves": scenario.proves += rest
        case "config": scenario.configuration.append(rest.joined(separator: " "))
        case "display": try parseDisplay(rest)
        case "client": try parseClient(rest)
        case "daemon": try parseDaemon(rest, line)
        case "note": add(.note(rest.joined(separator: " ")), line)
        case "picture":
            guard rest.count == 1, Self.isName(rest[0]) else {
                throw ScenarioError("expected: picture NAME (letters, digits, - and _)")
            }
            add(.picture(rest[0]), line)
        default: try parseAction(of: try client(words[0]), rest, line)
        }
    }

    private mutating func add(_ action: Scenario.Action, _ line: ScenarioLine) {
        scenario.steps.append(Scenario.Step(line: line.number, text: line.text, action: action))
    }

    /// Whether a word is a valid picture name.
    private static func isName(_ word: String) -> Bool {
        word.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
    }

    // MARK: Declarations

    private mutating func parseDisplay(_ words: [String]) throws(ScenarioError) {
        guard words.count >= 2, case .value(let size) = try Expression(words[1]),
            case .number(let wide)? = size["width"], case .number(let high)? = size["height"],
            size["x"] == nil, wide > 0, high > 0,
            !scenario.displays.contains(where: { $0.name === words[0] })
        else { throw ScenarioError("expected: display NAME WIDTHxHEIGHT, with a new name") }
        let more = try Arguments(Array(words.dropFirst(2))).object.value(in: [:])
        guard case .object(var members) = more else { return }
        // Other edges have no inset.
        if let index = members.firstIndex(where: { $0.name == "insets" }),
            case .object(let given) = members[index].value
        {
            let edges = ["top", "left", "bottom", "right"].filter { edge in
                !given.contains { $0.name == edge }
            }
            members[index].value = .object(given + edges.map { .init($0, .number(0)) })
        }
        scenario.displays.append(
            Scenario.Display(
                name: words[0],
                members: [
                    .init("display", .string(words[0])), .init("width", .number(wide)),
                    .init("height", .number(high)),
                ] + members))
    }

    private mutating func parseClient(_ words: [String]) throws(ScenarioError) {
        guard let name = words.first, !Self.reserved.contains(name),
            !scenario.cast.contains(where: { $0.name == name })
        else {
            throw ScenarioError(
                "expected: client NAME, with a new name that is not a keyword")
        }
        var part = Scenario.Part(name: name, app: name, roles: [])
        var keyword = ""
        var missing = 0
        for word in words.dropFirst() {
            switch (word, keyword) {
            case ("as", _) where missing == 0, ("named", _) where missing == 0:
                keyword = word
                missing = 1
            case (_, "as"):
                part.roles.append(word)
                missing = 0
            case (_, "named") where missing == 1:
                part.app = word
                missing = 0
            default: throw ScenarioError("expected: client NAME [as ROLE…] [named APP]")
            }
        }
        guard missing == 0 else {
            throw ScenarioError("expected: client NAME [as ROLE…] [named APP]")
        }
        if part.roles.isEmpty { part.roles = ["app"] }
        scenario.cast.append(part)
    }

    // MARK: Steps

    private func client(_ name: String) throws(ScenarioError) -> String {
        guard scenario.cast.contains(where: { $0.name == name }) else {
            throw ScenarioError("unknown client \(name)")
        }
        return name
    }

    private mutating func parseDaemon(
        _ words: [String], _ line: ScenarioLine
    ) throws(ScenarioError) {
        switch words {
        case ["dies"]: add(.daemon(.dies), line)
        case ["stops"]: add(.daemon(.stops), line)
        case ["returns"]: add(.daemon(.returns), line)
        default: throw ScenarioError("expected: daemon dies, stops or returns")
        }
    }

    private mutating func parseAction(
        of client: String, _ words: [String], _ line: ScenarioLine
    ) throws(ScenarioError) {
        let rest = Array(words.dropFirst(2))
        switch (words.first, words.dropFirst().first) {
        case ("does", let method?):
            let label = "line \(line.number)"
            add(.ask(client, label: label, method: method, try arguments(rest)), line)
            open = (client, label, line.number)
        case ("asks", let label?):
            guard let method = rest.first, labels.insert(client + " " + label).inserted else {
                throw ScenarioError("expected: \(client) asks LABEL METHOD …, with a new label")
            }
            let arguments = try arguments(Array(rest.dropFirst()))
            add(.ask(client, label: label, method: method, arguments), line)
        case ("tells", let method?):
            add(.tell(client, method: method, try arguments(rest)), line)
        case ("gets", let label?):
            try add(.result, to: label, of: client, rest, line)
        case ("fails", let label?):
            try add(.failure, to: label, of: client, rest, line)
        case ("sees", "nothing"?) where rest.isEmpty: add(.seeNothing(client), line)
        case ("sees", let method?):
            add(.see(client, method: method, try expectations(rest)), line)
            asked = client
        case ("answers", _):
            let arguments = try arguments(Array(words.dropFirst()))
            add(.reply(client, .result(arguments)), line)
        case ("declines", _): add(.reply(client, .error(Self.sentence(words))), line)
        case ("finishes", nil): add(.leave(client, .finishes), line)
        case ("leaves", nil): add(.leave(client, .leaves), line)
        case ("dies", nil): add(.leave(client, .dies), line)
        case ("returns", nil): add(.enter(client), line)
        default:
            throw ScenarioError(
                "expected \(client) does, asks, tells, gets, fails, sees, answers, declines, "
                    + "finishes, leaves, dies or returns")
        }
    }

    private mutating func add(
        _ outcome: Scenario.Outcome, to label: String, of client: String, _ words: [String],
        _ line: ScenarioLine
    ) throws(ScenarioError) {
        guard labels.contains(client + " " + label) else {
            throw ScenarioError("\(client) has no request \(label)")
        }
        add(.answered(client, label: label, outcome, try expectations(words)), line)
    }

    /// A line that continues the line before.
    private mutating func parse(continuation line: ScenarioLine) throws(ScenarioError) {
        let rest = Array(line.words.dropFirst())
        switch line.words[0] {
        case "gets", "fails":
            guard let request = open else {
                throw ScenarioError("no request precedes this line")
            }
            open = nil
            let outcome: Scenario.Outcome = line.words[0] == "gets" ? .result : .failure
            add(
                .answered(
                    request.client, label: request.label, outcome, try expectations(rest)), line)
        default:
            guard let client = asked else {
                throw ScenarioError("no `sees` with a request precedes this line")
            }
            asked = nil
            let isResult = line.words[0] == "answers"
            add(
                .reply(
                    client,
                    isResult ? .result(try arguments(rest)) : .error(Self.sentence(line.words))),
                line)
        }
    }

    /// Adds the implied check that a request succeeds.
    private mutating func closeRequest() {
        guard let request = open else { return }
        open = nil
        scenario.steps.append(
            Scenario.Step(
                line: request.line, text: "",
                action: .answered(request.client, label: request.label, .result, [])))
    }

    // MARK: Members

    private func arguments(_ words: [String]) throws(ScenarioError) -> Arguments {
        let arguments = try Arguments(words)
        try check(arguments.variables)
        return arguments
    }

    private mutating func expectations(
        _ words: [String]
    ) throws(ScenarioError) -> [Expectation] {
        var expectations: [Expectation] = []
        for word in words {
            let expectation = try Expectation(word)
            try check(expectation.variables)
            if let binding = expectation.binding { known.insert(binding) }
            expectations.append(expectation)
        }
        return expectations
    }

    private func check(_ names: [String]) throws(ScenarioError) {
        for name in names where !known.contains(name) {
            throw ScenarioError("undefined variable $\(name)")
        }
    }

    private static func sentence(_ words: [String]) -> String {
        let sentence = words.dropFirst().joined(separator: " ")
        return sentence.isEmpty ? "no" : sentence
    }
}

extension Scenario {
    public init(text: String) throws(ScenarioError) {
        self = try ScenarioReader.read(text)
    }
}
