// SPDX-License-Identifier: MIT

import PluginProgram

PluginProcess.main(Notifications.description, settings: NotificationSettings()) {
    Notifications($0).handle
}
