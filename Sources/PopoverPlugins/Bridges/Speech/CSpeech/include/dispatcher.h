// SPDX-License-Identifier: MIT
//
// Speech Dispatcher, through its own library.

#ifndef DISPATCHER_H
#define DISPATCHER_H

#include <speech-dispatcher/libspeechd.h>

#endif
