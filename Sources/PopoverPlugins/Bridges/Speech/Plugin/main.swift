// SPDX-License-Identifier: MIT

import LibUV
import PluginProgram

do throws(UVError) {
    let process = try PluginProcess(Speech.description, settings: SpeechSettings())
    let speech = Speech(process)
    try process.run(speech.handle)
} catch {
    System.writeStandardError("cannot read the daemon: \(error)\n")
    System.endProcess(with: 1)
}
