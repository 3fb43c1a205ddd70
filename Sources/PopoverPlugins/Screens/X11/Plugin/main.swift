// SPDX-License-Identifier: MIT

import PluginProgram

PluginProcess.main(X11.description, settings: X11Settings()) { X11($0).handle }
