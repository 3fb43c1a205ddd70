// SPDX-License-Identifier: MIT

import LibUV
import PluginProgram

do throws(UVError) {
    let process = try PluginProcess(Evdev.description, settings: EvdevSettings())
    let evdev = Evdev(process)
    try process.run(evdev.handle)
} catch {
    System.writeStandardError("cannot read the daemon: \(error)\n")
    System.endProcess(with: 1)
}
