// SPDX-License-Identifier: MIT

import PluginProgram

PluginProcess.main(Speech.description, settings: SpeechSettings()) { Speech($0).handle }
