// SPDX-License-Identifier: MIT

internal import PopoverModel
internal import PopoverWire

/// Questions that were written down: JSON, one object on a line.
enum QuestionFile {
    /// An answer of `popover.explain` is deeper than a line of the protocol may be in a request.
    private static let depthLimit = 64

    /// - Parameter path: `-` is standard input.
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
            let place = "\(path):\(index + 1)"
            do {
                let node = try reader.parse(line, depthLimit: depthLimit)
                questions += try RecordedQuestion.list(decoding: node)
            } catch let error as JSONError {
                throw PluginTestError("\(place): not JSON: \(error)")
            } catch let failure as RequestError {
                throw PluginTestError("\(place): \(failure.message)")
            } catch {
                throw PluginTestError("\(place): \(error)")
            }
        }
        guard !questions.isEmpty else { throw PluginTestError("\(path): no question in it") }
        return questions
    }

    private static func isBlank(_ line: ArraySlice<UInt8>) -> Bool {
        line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\r") }
    }
}
