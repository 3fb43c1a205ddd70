// SPDX-License-Identifier: MIT

import PopoverModel

/// A raised alert, until it is answered.
struct Alert: Sendable {
    let raiser: ClientID
    /// Of the raise, which is answered when people have answered the alert.
    let request: RequestID?
    let app: String
    let uid: UInt32
    let display: String
    let title: String
    let message: String?
    let severity: Severity
    let buttons: [Button]
    let key: String?
    let rendering: AlertRequest.Renderer
    /// Who shows it now, since when, and the call that asked for it.
    var renderer: ClientID?
    var presentedAt: Instant?
    var call: CallID?
    /// Renderers that could not show it.
    var tried: [ClientID] = []

    /// In points.
    static let size = Size(width: 320, height: 160)
}
