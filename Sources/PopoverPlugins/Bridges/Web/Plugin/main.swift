// SPDX-License-Identifier: MIT

import PluginProgram

PluginProcess.main(Web.description, settings: WebSettings()) { Web($0).handle }
