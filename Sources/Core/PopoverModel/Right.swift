// SPDX-License-Identifier: MIT

/// What a `[[bind]]` can reserve besides roles, methods and the names of apps. Without a binding
/// everyone has `render-own-alerts`, and administrators alone have `open-for-others`.
public enum Right: String, CaseIterable, Codable, Hashable, Sendable {
    /// To raise alerts with the renderer `self`.
    case renderOwnAlerts = "render-own-alerts"
    /// To open popovers for processes that are no clients.
    case openForOthers = "open-for-others"
}
