// SPDX-License-Identifier: MIT
#ifndef CCAIRO_SHIM_H
#define CCAIRO_SHIM_H

#include <cairo.h>
#include <cairo-svg.h>

#endif
