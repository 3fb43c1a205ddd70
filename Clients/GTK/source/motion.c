/* SPDX-License-Identifier: MIT */
/* How a popover appears, moves and disappears, as the daemon says. */

#include "internal.h"

#include <string.h>

void popover_gtk_motion_begin(PopoverGtkMotion *self, const PopoverGtkRect *from,
                              const PopoverGtkRect *to, double duration_ms, const char *easing)
{
    *self = (PopoverGtkMotion){
        .from = from ? *from : *to,
        .to = *to,
        .began = g_get_monotonic_time(),
        .duration_ms = duration_ms,
        .easing = easing,
        /* Otherwise it appears out of a point, or disappears: by its opacity. */
        .is_move = from && from->width > 0 && from->height > 0,
    };
}

double popover_gtk_motion_share(const PopoverGtkMotion *self)
{
    double passed = (double)(g_get_monotonic_time() - self->began) / 1000;
    if (passed >= self->duration_ms)
        return 1;
    double part = passed / self->duration_ms;
    if (!g_strcmp0(self->easing, "ease-out"))
        return 1 - (1 - part) * (1 - part);
    if (!g_strcmp0(self->easing, "ease-in"))
        return part * part;
    if (!g_strcmp0(self->easing, "ease-in-out"))
        return part * part * (3 - 2 * part);
    return part;
}

static double between(double from, double to, double share)
{
    return from + share * (to - from);
}

PopoverGtkRect popover_gtk_motion_frame(const PopoverGtkMotion *self)
{
    if (!self->is_move)
        return self->to;
    double share = popover_gtk_motion_share(self);
    return (PopoverGtkRect){
        between(self->from.x, self->to.x, share), between(self->from.y, self->to.y, share),
        between(self->from.width, self->to.width, share),
        between(self->from.height, self->to.height, share)};
}
