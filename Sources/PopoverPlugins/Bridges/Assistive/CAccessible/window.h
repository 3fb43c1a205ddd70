// SPDX-License-Identifier: MIT

#ifndef WINDOW_H
#define WINDOW_H

#include <atk/atk.h>

#include "accessible.h"

G_DECLARE_FINAL_TYPE(PopoverWindow, popover_window, POPOVER, WINDOW, AtkObject)
G_DECLARE_FINAL_TYPE(PopoverRoot, popover_root, POPOVER, ROOT, AtkObject)

// A window that nobody knows yet.
PopoverWindow *popover_window_new(const accessible_window *description);
const char *popover_window_identifier(PopoverWindow *window);
// Takes over what has changed, and tells listeners.
void popover_window_change(PopoverWindow *window, const accessible_window *description);
// Tells listeners that it is on the screen, or no more.
void popover_window_show(PopoverWindow *window, bool is_active);
void popover_window_hide(PopoverWindow *window);

PopoverRoot *popover_root_new(const char *name);
// NULL: there is none.
PopoverWindow *popover_root_find(PopoverRoot *root, const char *identifier);
// Both tell listeners; the root owns the window in between.
void popover_root_add(PopoverRoot *root, PopoverWindow *window);
void popover_root_remove(PopoverRoot *root, PopoverWindow *window);

#endif
