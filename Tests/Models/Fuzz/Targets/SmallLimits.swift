// SPDX-License-Identifier: MIT

package import PopoverModel

/// Limits that a short input can pass.
package enum SmallLimits {
    package static let limits: Limits = {
        var limits = Limits()
        limits.message = 1024
        limits.content = 96
        limits.draft = 64
        limits.draftsTotal = 160
        limits.draftsPerApp = 2
        limits.pendingRequests = 4
        limits.sources = 2
        limits.surfaces = 1
        limits.occluders = 2
        limits.subscriptions = 2
        limits.alerts = 3
        limits.panels = 1
        limits.displays = 3
        limits.rectangles = 2
        limits.buttons = 2
        limits.key = 24
        limits.text = 48
        limits.historyEvents = 8
        limits.historyBytes = 64
        return limits
    }()
}
