// SPDX-License-Identifier: MIT

import LibUV
import PluginProgram

ignoreSIGPIPE()
let write = System.claimStandardOutput()
let assistive = Assistive(write: write)
var program = PluginProgram(Assistive.description, settings: AssistiveSettings())
AccessibilityBus.run { bytes in write(program.receive(bytes, assistive.handle)) }
System.endProcess(with: 0)
