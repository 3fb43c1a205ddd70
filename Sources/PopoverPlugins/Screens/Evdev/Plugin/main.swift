// SPDX-License-Identifier: MIT

import PluginProgram

PluginProcess.main(Evdev.description, settings: EvdevSettings()) { Evdev($0).handle }
