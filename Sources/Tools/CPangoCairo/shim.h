// SPDX-License-Identifier: MIT
#ifndef CPANGOCAIRO_SHIM_H
#define CPANGOCAIRO_SHIM_H

#include <cairo.h>
#include <cairo-svg.h>
#include <pango/pangocairo.h>

#endif
