// SPDX-License-Identifier: MIT

import PopoverModel

/// The log of clients that do not answer.
extension Sessions {
    /// Logs an owner that did not take its popover off the screen before the deadline.
    func logUnresponsive(_ closed: ClosedPopover, owner client: ClientID) {
        let app = engine?.app(of: client)
        log.limited(
            .notice, cause: "unresponsive",
            LogSubject(
                .ownerMissed, client: client, app: app, display: closed.display,
                popover: closed.popover),
            "close deadline missed: popover=\(closed.popover) display=\(closed.display.logQuoted)"
                + " client=\(client)\(Self.appField(app))")
    }

    /// Logs a client that did not answer its ping while another one waited for it.
    func logHung(_ client: ClientID) {
        let app = engine?.app(of: client)
        log.limited(
            .notice, cause: "hung", LogSubject(.clientHung, client: client, app: app),
            "client hung, its popovers and views are closed: client=\(client)\(Self.appField(app))")
    }

    static func appField(_ app: String?) -> String {
        app.map { " app=\($0.logQuoted)" } ?? ""
    }
}
