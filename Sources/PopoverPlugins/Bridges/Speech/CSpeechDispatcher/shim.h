// SPDX-License-Identifier: MIT
#ifndef CSPEECHDISPATCHER_SHIM_H
#define CSPEECHDISPATCHER_SHIM_H

#include <libspeechd.h>

#endif
