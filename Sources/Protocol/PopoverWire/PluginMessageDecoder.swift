// SPDX-License-Identifier: MIT
public import PopoverModel

/// A decoded line of a plugin's program.
public enum PluginMessage: Hashable, Sendable {
    /// The answer to `getmanifest`.
    case manifest(Result<Manifest, RequestError>)
    /// The answer to `init`; a failure where it does not want to, with its words.
    case initialized(RequestError?)
    /// The answer to a question that is open.
    case answer(QuestionID, Result<Verdict, RequestError>)
    /// An answer to a question that is not open: unknown, answered or withdrawn.
    case stray(String)
    /// It has dealt with the events up to this one.
    case seen(Int64)
    /// What it says of its work.
    case service(PluginService)
    /// A notification for the daemon that is wrong.
    case wrong(RequestError)
    /// JSON that is none of these: the line is to be read as a client's.
    case other
    /// Most likely words for people, which belong on standard error.
    case notJSON(RequestError)
}

/// Decodes the lines of plugins' programs. It is total: every line gives exactly one
/// `PluginMessage`. It is made once for every line of every program, for it keeps its reader's
/// memory.
public final class PluginMessageDecoder {
    private let reader = JSONReader()

    public init() {}

    /// Reads one line, without its end.
    /// - Parameter hookOf: where the question of this id was asked; nil where none is open.
    public func decode(
        _ line: ArraySlice<UInt8>, limits: Limits, hookOf: (QuestionID) -> Hook?
    ) -> PluginMessage {
        do throws(JSONError) {
            let node = try reader.parse(line, depthLimit: MessageDecoder.lineDepth)
            return message(node, limits, hookOf)
        } catch {
            return .notJSON(.notJSON(offset: error.offset, message: error.description))
        }
    }

    private func message(
        _ node: JSONNode, _ limits: Limits, _ hookOf: (QuestionID) -> Hook?
    ) -> PluginMessage {
        if let method = node.member("method") {
            guard node.member("id") == nil else { return .other }
            switch method.string {
            case "seen":
                return notification(node) { params throws(RequestError) in
                    .seen(try params.member("sequence").integer(from: 0))
                }
            case "service":
                return notification(node) { params throws(RequestError) in
                    let message = try params.optional("message")?.text(Limits())
                    return .service(
                        PluginService(state: try params.member("state").choice(), message: message))
                }
            default: return .other
            }
        }
        let answer = (result: node.member("result"), error: node.member("error"))
        guard answer.result != nil || answer.error != nil, let member = node.member("id"),
            let length = member.utf8Count, length <= RequestID.limit, let id = member.string
        else { return .other }
        switch id {
        case PluginRequestID.manifest:
            return .manifest(
                outcome(of: answer) { result throws(RequestError) in
                    try Manifest(decoding: result)
                })
        case PluginRequestID.initialization:
            switch outcome(of: answer, { _ in () }) {
            case .success: return .initialized(nil)
            case .failure(let failure): return .initialized(failure)
            }
        default:
            guard let question = QuestionID(id) else {
                // It may answer a request to it as a client.
                return CallID(id) == nil ? .stray(id) : .other
            }
            guard let hook = hookOf(question) else { return .stray(id) }
            return .answer(
                question,
                outcome(of: answer) { result throws(RequestError) in
                    try Verdict(decoding: result, at: hook, limits: limits)
                })
        }
    }

    private func notification(
        _ node: JSONNode, _ read: (Member) throws(RequestError) -> PluginMessage
    ) -> PluginMessage {
        do throws(RequestError) {
            guard let params = node.member("params") else {
                throw .badParameter(member: "params", message: "is missing")
            }
            return try read(Member(root: params))
        } catch {
            return .wrong(error)
        }
    }

    /// The result of an answer, or the message of its error.
    private func outcome<Value>(
        of answer: (result: JSONNode?, error: JSONNode?),
        _ read: (JSONNode) throws(RequestError) -> Value
    ) -> Result<Value, RequestError> {
        if let error = answer.error, !error.isNull {
            let words = error.member("message")?.string.map(RequestError.echo) ?? "no reason given"
            return .failure(.failed(message: "it answered with an error: \(words)"))
        }
        guard let result = answer.result else {
            return .failure(.badParameter(member: "result", message: "is missing"))
        }
        return Result { () throws(RequestError) in try read(result) }
    }
}
