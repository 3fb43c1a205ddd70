// SPDX-License-Identifier: MIT

import PluginProgram

PluginProcess.main(MQTT.description, settings: MQTTSettings.Values()) { MQTT($0).handle }
