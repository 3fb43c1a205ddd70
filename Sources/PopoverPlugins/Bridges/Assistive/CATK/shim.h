// SPDX-License-Identifier: MIT
#ifndef CATK_SHIM_H
#define CATK_SHIM_H

#include <atk/atk.h>

#endif
