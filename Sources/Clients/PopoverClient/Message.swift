// SPDX-License-Identifier: MIT

package import PopoverModel
public import PopoverWire

/// A message of the daemon that no call waits for.
public enum Message {
    case notification(method: String, params: JSONNode)
    /// A request, to be answered with `ClientConnection.answer`.
    case request(DaemonRequest)
    /// The response to a request of `ClientConnection.begin`.
    case reply(RequestNumber, Result<JSONNode, DaemonError>)
    /// Not from the daemon: `ClientConnection.input` is readable.
    case input
}

/// A request of the daemon.
public struct DaemonRequest {
    public var method: String
    public var params: JSONNode
    /// As the daemon spelled it.
    package let id: JSONText
}

/// Identifies a request of this client until its response.
public struct RequestNumber: Hashable, Sendable {
    package let number: Int64
}
