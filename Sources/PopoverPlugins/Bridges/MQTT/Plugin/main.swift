// SPDX-License-Identifier: MIT

import LibUV
import PluginProgram

do throws(UVError) {
    let process = try PluginProcess(MQTT.description, settings: MQTTSettings.Values())
    let mqtt = MQTT(process)
    try process.run(mqtt.handle)
} catch {
    System.writeStandardError("cannot read the daemon: \(error)\n")
    System.endProcess(with: 1)
}
