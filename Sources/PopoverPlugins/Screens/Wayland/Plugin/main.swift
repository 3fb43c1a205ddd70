// SPDX-License-Identifier: MIT

import PluginProgram

PluginProcess.main(Wayland.description, settings: WaylandSettings()) { Wayland($0).handle }
