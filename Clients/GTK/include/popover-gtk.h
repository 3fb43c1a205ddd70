/* SPDX-License-Identifier: MIT */
/* Popovers of popoverd in GTK; docs/how-to/client-gtk.md is the guide. */

#pragma once

#include "popover-gtk-client.h"
#include "popover-gtk-error.h"
#include "popover-gtk-popover.h"
#include "popover-gtk-types.h"
