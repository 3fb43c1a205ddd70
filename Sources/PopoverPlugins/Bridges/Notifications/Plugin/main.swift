// SPDX-License-Identifier: MIT

import LibUV
import PluginProgram

do throws(UVError) {
    let process = try PluginProcess(
        Notifications.description, settings: NotificationSettings())
    let notifications = Notifications(process)
    try process.run(notifications.handle)
} catch {
    System.writeStandardError("cannot read the daemon: \(error)\n")
    System.endProcess(with: 1)
}
