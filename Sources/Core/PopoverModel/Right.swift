// SPDX-License-Identifier: MIT

/// What a `[[bind]]` can reserve besides roles, methods and the names of apps. Without a binding
/// everyone has every right.
public enum Right: String, CaseIterable, Codable, Hashable, Sendable {
    /// To raise alerts with the renderer `self`.
    case renderOwnAlerts = "render-own-alerts"
}
