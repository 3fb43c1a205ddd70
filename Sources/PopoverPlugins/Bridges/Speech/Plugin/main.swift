// SPDX-License-Identifier: MIT

import LibUV
import PluginProgram

ignoreSIGPIPE()
let write = System.claimStandardOutput()
do throws(UVError) {
    let loop = try Loop()
    let speech = Speech(loop)
    var program = PluginProgram(Speech.description, settings: SpeechSettings())
    let input = try PipeConnection(loop, adopting: 0)
    input.onBytes = { bytes in
        var copy: [UInt8] = []
        copy.append(copying: bytes)
        write(program.receive(copy[...], speech.handle))
    }
    input.onEnd = { loop.stop() }
    input.onFailure = { _ in loop.stop() }
    try input.startReading()
    loop.run()
} catch {
    System.writeStandardError("cannot read the daemon: \(error)\n")
    System.endProcess(with: 1)
}
System.endProcess(with: 0)
