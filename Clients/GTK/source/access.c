/* SPDX-License-Identifier: MIT */
/* What assistive technology hears of popovers and their controls, in both versions of GTK. */

#include "internal.h"

PopoverGtkAccessKind popover_gtk_access_kind(PopoverGtkPopover *self)
{
    if (!g_strcmp0(self->behavior, "menu") || !g_strcmp0(self->behavior, "action-sheet"))
        return POPOVER_GTK_ACCESS_MENU;
    return g_strcmp0(self->behavior, "hint") ? POPOVER_GTK_ACCESS_DIALOG : POPOVER_GTK_ACCESS_TOOLTIP;
}
