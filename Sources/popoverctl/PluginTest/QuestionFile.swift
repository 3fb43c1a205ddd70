// SPDX-License-Identifier: MIT

internal import PopoverModel
internal import PopoverWire

/// Reads a file of questions: JSON, one object per line.
enum QuestionFile {
    /// A response of `popover.explain` is nested deeper than a request may be.
    private static let depthLimit = 64

    private static let hint = "popoverctl plugin test --print-questions writes complete questions"

    /// - Parameter path: `-` reads standard input.
    static func read(_ path: String) throws(PluginTestError) -> [RecordedQuestion] {
        let bytes: [UInt8]
        do {
            bytes = try Terminal.read(file: path)
        } catch {
            throw PluginTestError("\(error)")
        }
        let reader = JSONReader()
        var questions: [RecordedQuestion] = []
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where !isBlank(line) {
            let position = "\(path):\(index + 1)"
            do {
                let node = try reader.parse(line, depthLimit: depthLimit)
                questions += try RecordedQuestion.list(decoding: node).map {
                    expectingAnyMessage($0, node.member("expect"))
                }
            } catch let error as RequestError {
                throw PluginTestError("\(position): \(error.message) (\(hint))")
            } catch {
                throw PluginTestError("\(position): not JSON: \(error)")
            }
        }
        guard !questions.isEmpty else { throw PluginTestError("\(path): contains no questions") }
        return questions
    }

    /// An expected refusal without a message accepts any message; it is noted here as an empty one.
    private static func expectingAnyMessage(
        _ recorded: RecordedQuestion, _ expected: JSONNode?
    ) -> RecordedQuestion {
        var recorded = recorded
        if case .open(.refuse(let reason, _)) = recorded.expected,
            expected?.member("message") == nil
        {
            recorded.expected = .open(.refuse(reason: reason, message: ""))
        }
        return recorded
    }

    private static func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
        line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }
    }
}
