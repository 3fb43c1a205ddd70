// SPDX-License-Identifier: MIT

public import PopoverModel
public import PopoverWire

/// A popover that was granted.
public struct OpenedPopover {
    public var popover: PopoverID
    public var presentation: Presentation
    /// The stored draft of its key.
    public var draft: JSONText?
    /// The last one of its key: the next draft has a higher one.
    public var revision: Int64
    /// To which its drafts belong.
    public var session: String?
    public var advice: [Advice]

    /// - Parameter result: the result of `popover.open`.
    public init(result: JSONNode) throws(ClientError) {
        let field = Field(result)
        popover = try field.id("popover")
        presentation = try field.presentation()
        draft = field.optional("draft")?.node.member("content")?.compactText
        revision = result.member("revision")?.integer ?? 0
        session = result.member("session")?.string
        advice = try field.list("advice") { advice throws(ClientError) in
            Advice(rule: try advice.string("rule"), message: try advice.string("message"))
        }
    }
}

/// Methods of the protocol with typed params and results.
extension ClientConnection {
    /// The whole scene; for administrators.
    public func status() throws(ClientError) -> Scene {
        try SceneDecoder.decode(call(.status))
    }

    /// Opens a popover and waits until it is granted or refused.
    public func open(_ request: OpenRequest) throws(ClientError) -> OpenedPopover {
        try OpenedPopover(result: call(.open(request)))
    }

    /// Raises an alert; `alert.queued` and the answer arrive as messages.
    public func beginAlert(_ request: AlertRequest) throws(ClientError) -> RequestNumber {
        try begin(.raiseAlert(request))
    }

    /// Answers `popover.willClose`: the popover has left the screen.
    /// - Parameter draft: saved under the popover's key.
    public func answerWillClose(
        _ request: DaemonRequest, draft: JSONText?
    ) throws(ClientError) {
        try answer(request) { $0.member("draft", ifPresent: draft) }
    }

    /// Reports a tap.
    public func tap(_ report: TapReport) throws(ClientError) -> TapJudgement {
        let result = Field(try call(.tap(report)))
        return TapJudgement(
            verdict: try result.choice("verdict"), deliver: try result.flag("deliver"),
            popover: try result.optional("popover")?.id(),
            gesture: try result.optional("gesture")?.id())
    }
}
