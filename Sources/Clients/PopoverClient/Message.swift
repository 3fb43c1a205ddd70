// SPDX-License-Identifier: MIT

package import PopoverModel
public import PopoverWire

/// What comes from the daemon without being the answer that a call waits for.
public enum Message {
    case notification(method: String, params: JSONNode)
    /// It wants to be answered, with `ClientConnection.answer`.
    case request(DaemonRequest)
    /// To what `ClientConnection.begin` sent.
    case reply(RequestNumber, Result<JSONNode, DaemonError>)
    /// Nothing of the daemon's: `ClientConnection.input` can be read.
    case input
}

/// A request of the daemon's.
public struct DaemonRequest {
    public var method: String
    public var params: JSONNode
    /// As the daemon spelled it.
    package let id: JSONText
}

/// Names a request of this client's while it is not answered.
public struct RequestNumber: Hashable, Sendable {
    package let number: Int64
}
