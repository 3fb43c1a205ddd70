// SPDX-License-Identifier: MIT
public import PopoverModel

/// A decoded line of a client.
public enum Incoming: Hashable, Sendable {
    /// `id` is nil for a notification. Wrong methods and parameters are a request too, `invalid`,
    /// since a missing `hello` is reported first; only in `hello` itself they are an error.
    case request(id: RequestID?, Request)
    case answer(CallID, CallAnswer)
    /// Answered at once: not JSON, no request, or a wrong `hello`. An unreadable id is null.
    case failure(id: RequestID, RequestError)
    /// Nothing to do: an answer to what was never asked, a wrong `hello` that awaits no answer.
    case ignored
}

/// Decodes the lines of clients.
///
/// It is made once and used for every line of every connection, for it keeps its reader's memory.
///
/// Responsibilities:
/// 1. JSON as the protocol takes it, at most 32 deep; what is not tells its byte.
/// 2. The envelope of JSON-RPC 2.0: requests, notifications, answers. No batches.
/// 3. Every parameter of every method: present, of its kind, in its range, within its limit, so
///    that the rules never see a value that they would have to doubt. Unknown members are ignored.
///
/// It is total: every line gives exactly one `Incoming`. It does not know the sender of a line,
/// the existing ids or earlier lines.
public final class MessageDecoder {
    private static let version = Array("2.0".utf8)

    /// How deep a line may nest; its outermost object is 1.
    public static let lineDepth = 32

    private let reader = JSONReader()
    private let methods = MethodTable()
    /// `{}`, for requests without params.
    private let noParams: Member

    public init() {
        do throws(JSONError) {
            noParams = Member(root: try JSONReader().parse(Array("{}".utf8), depthLimit: 1))
        } catch {
            preconditionFailure("An empty object is JSON")
        }
    }

    /// Reads one line, without its end.
    ///
    /// - Parameters:
    ///   - limits: a value over a limit is error 4 with its name.
    ///   - timing: limits the wait of a `popover.open`.
    public func decode(
        _ line: ArraySlice<UInt8>, limits: Limits, timing: Timing
    ) -> Incoming {
        if let incoming = decodeDirectly(line, limits: limits, timing: timing) { return incoming }
        return decodeGenerally(line, limits: limits, timing: timing)
    }

    /// A frequent message in its usual spelling, without a tree in between; nil for all others.
    package func decodeDirectly(
        _ line: ArraySlice<UInt8>, limits: Limits, timing: Timing
    ) -> Incoming? {
        DirectReader.incoming(line.span, limits, timing)
    }

    /// Any line. Where `decodeDirectly` answers, the answer is the same.
    package func decodeGenerally(
        _ line: ArraySlice<UInt8>, limits: Limits, timing: Timing
    ) -> Incoming {
        defer { reader.forget() }
        do throws(JSONError) {
            let node = try reader.parse(line, depthLimit: Self.lineDepth)
            return message(node, RequestDecoder(limits: limits, timing: timing))
        } catch {
            return .failure(
                id: .null, .notJSON(offset: error.offset, message: error.description))
        }
    }

    public func decode(_ line: [UInt8], limits: Limits, timing: Timing) -> Incoming {
        decode(line[...], limits: limits, timing: timing)
    }

    // MARK: The envelope

    private func message(_ node: JSONNode, _ requests: RequestDecoder) -> Incoming {
        switch node.kind {
        case .object: break
        case .array: return refusal("there are no batches")
        case .null, .bool, .number, .string: return refusal("a message is an object")
        }
        let idNode = node["id"]
        let id = idNode.flatMap(RequestID.init)
        if idNode != nil, id == nil {
            return refusal(
                "an id is null, or a string or number of at most \(RequestID.limit) bytes")
        }
        guard node["jsonrpc"]?.isString(Self.version) == true else {
            return refusal("jsonrpc has to be \"2.0\"", id: id)
        }
        if let method = node["method"] {
            guard method.kind == .string else {
                return refusal("a method is a string", id: id)
            }
            return request(id: id, method, node["params"], requests)
        }
        let result = node["result"]
        let error = node["error"]
        guard result != nil || error != nil else { return refusal("method is missing", id: id) }
        guard case .string(let text) = id, let call = CallID(text) else { return .ignored }
        return .answer(call, answer(result: result, error: error))
    }

    private func refusal(_ message: String, id: RequestID? = nil) -> Incoming {
        .failure(id: id ?? .null, .notARequest(message: message))
    }

    // MARK: Requests

    private func request(
        id: RequestID?, _ name: JSONNode, _ params: JSONNode?, _ requests: RequestDecoder
    ) -> Incoming {
        guard let method = methods[name] else {
            return .request(id: id, .invalid(.unknownMethod(RequestError.echo(name.string ?? ""))))
        }
        do throws(RequestError) {
            return .request(id: id, try request(method, params, requests))
        } catch {
            // It has to learn what is wrong before it has said hello.
            guard method == .hello else { return .request(id: id, .invalid(error)) }
            return id.map { .failure(id: $0, error) } ?? .ignored
        }
    }

    private func request(
        _ method: Method, _ params: JSONNode?, _ requests: RequestDecoder
    ) throws(RequestError) -> Request {
        guard let params, !params.isNull else {
            return try requests.decode(method, noParams)
        }
        guard params.kind == .object else {
            throw .badParameter(member: "params", message: "has to be an object")
        }
        let root = Member(root: params, greatestLength: Member.greatestRequestedLength)
        return try requests.decode(method, root)
    }

    // MARK: Answers

    private func answer(result: JSONNode?, error: JSONNode?) -> CallAnswer {
        if let error, !error.isNull { return .error }
        guard let result else { return .empty }
        if let draft = result.member("draft") {
            return draft.depth <= Member.anyDepth ? .draft(draft.compactText) : .draftTooDeep
        }
        return result.member("saved")?.bool == true ? .saved : .empty
    }
}
