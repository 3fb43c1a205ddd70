// SPDX-License-Identifier: MIT

#ifndef POPOVER_CSODIUM_SHIM_H
#define POPOVER_CSODIUM_SHIM_H

#include <sodium.h>

#endif
