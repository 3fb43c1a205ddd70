// SPDX-License-Identifier: MIT

import LibUV
import PluginProgram

do throws(UVError) {
    let process = try PluginProcess(X11.description, settings: X11Settings())
    let x11 = X11(process)
    try process.run(x11.handle)
} catch {
    System.writeStandardError("cannot read the daemon: \(error)\n")
    System.endProcess(with: 1)
}
