// SPDX-License-Identifier: MIT

import LibUV
import PluginProgram

ignoreSIGPIPE()
let write = System.claimStandardOutput()
let assistive = Assistive { write(Array(($0 + "\n").utf8)) }
var program = PluginProgram(Assistive.description, settings: AssistiveSettings())
guard AccessibilityBus.run({ program.receive($0, write, assistive.handle) }) else {
    // The daemon starts it again, after growing pauses.
    System.writeStandardError("the accessibility bus is gone\n")
    System.endProcess(with: 1)
}
System.endProcess(with: 0)
