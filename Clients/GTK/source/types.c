/* SPDX-License-Identifier: MIT */

#include "internal.h"

G_DEFINE_BOXED_TYPE(PopoverGtkRect, popover_gtk_rect, popover_gtk_rect_copy, popover_gtk_rect_free)
G_DEFINE_BOXED_TYPE(PopoverGtkPlacement, popover_gtk_placement, popover_gtk_placement_copy,
                    popover_gtk_placement_free)
G_DEFINE_BOXED_TYPE(PopoverGtkAlert, popover_gtk_alert, popover_gtk_alert_copy, popover_gtk_alert_free)
G_DEFINE_QUARK(popover-gtk-error-quark, popover_gtk_error)
G_DEFINE_QUARK(popover-gtk-refusal-quark, popover_gtk_refusal)

/**
 * popover_gtk_rect_new: (constructor)
 * @x: points from the left edge
 * @y: points from the top edge
 * @width: points
 * @height: points
 *
 * Returns: (transfer full): a rectangle
 */
PopoverGtkRect *popover_gtk_rect_new(double x, double y, double width, double height)
{
    PopoverGtkRect *rect = g_new(PopoverGtkRect, 1);
    *rect = (PopoverGtkRect){x, y, width, height};
    return rect;
}

PopoverGtkRect *popover_gtk_rect_copy(const PopoverGtkRect *rect)
{
    return g_memdup2(rect, sizeof *rect);
}

void popover_gtk_rect_free(PopoverGtkRect *rect)
{
    g_free(rect);
}

PopoverGtkRect popover_gtk_rect_from(const struct popover_rect *rect)
{
    return (PopoverGtkRect){rect->x, rect->y, rect->width, rect->height};
}

struct popover_rect popover_gtk_rect_to(const PopoverGtkRect *rect)
{
    return (struct popover_rect){rect->x, rect->y, rect->width, rect->height};
}

gboolean popover_gtk_rect_equal(const PopoverGtkRect *one, const PopoverGtkRect *other)
{
    return one->x == other->x && one->y == other->y && one->width == other->width
        && one->height == other->height;
}

PopoverGtkPlacement *popover_gtk_placement_copy(const PopoverGtkPlacement *placement)
{
    return g_memdup2(placement, sizeof *placement);
}

void popover_gtk_placement_free(PopoverGtkPlacement *placement)
{
    g_free(placement);
}

/* The words are static: a placement may outlive the event that it came with. */
static const char *word(const char *text)
{
    return text[0] ? text : NULL;
}

PopoverGtkPlacement popover_gtk_placement_from(const struct popover_placement *placement)
{
    const struct popover_animation *animation = &placement->animation;
    PopoverGtkPlacement result = {
        .frame = popover_gtk_rect_from(&placement->frame),
        .side = word(popover_side_name(placement->side)),
        .is_sheet = placement->presentation == POPOVER_PRESENTATION_KIND_SHEET,
        .scrolls = placement->scrolls,
        .close_button = placement->close_button,
        .scrim = placement->scrim,
        .animate = animation->animate,
        .duration_ms = animation->animate ? animation->duration_ms : 0,
        .easing = word(popover_easing_name(animation->easing)),
        .has_start = animation->from != NULL,
    };
    if (placement->arrow) {
        result.arrow_x = placement->arrow->x;
        result.arrow_y = placement->arrow->y;
    }
    if (animation->from)
        result.start = popover_gtk_rect_from(animation->from);
    return result;
}

PopoverGtkAlert *popover_gtk_alert_from(const struct popover_event_alert *alert)
{
    PopoverGtkAlert *result = g_new0(PopoverGtkAlert, 1);
    result->id = g_strdup(alert->alert);
    result->app = g_strdup(alert->app);
    result->title = g_strdup(alert->title);
    result->message = g_strdup(alert->message);
    result->severity = g_strdup(popover_severity_name(alert->severity));
    result->button_ids = g_new0(char *, alert->button_count + 1);
    result->button_labels = g_new0(char *, alert->button_count + 1);
    result->button_roles = g_new0(char *, alert->button_count + 1);
    for (size_t i = 0; i < alert->button_count; i++) {
        result->button_ids[i] = g_strdup(alert->buttons[i].id);
        result->button_labels[i] = g_strdup(alert->buttons[i].label);
        result->button_roles[i] = g_strdup(popover_button_role_name(alert->buttons[i].role));
    }
    result->frame = popover_gtk_rect_from(&alert->frame);
    result->timeout_ms = alert->timeout_ms;
    result->scrim = alert->scrim;
    result->duration_ms = alert->animation.animate ? alert->animation.duration_ms : 0;
    return result;
}

PopoverGtkAlert *popover_gtk_alert_copy(const PopoverGtkAlert *alert)
{
    PopoverGtkAlert *copy = g_memdup2(alert, sizeof *alert);
    copy->id = g_strdup(alert->id);
    copy->app = g_strdup(alert->app);
    copy->title = g_strdup(alert->title);
    copy->message = g_strdup(alert->message);
    copy->severity = g_strdup(alert->severity);
    copy->button_ids = g_strdupv(alert->button_ids);
    copy->button_labels = g_strdupv(alert->button_labels);
    copy->button_roles = g_strdupv(alert->button_roles);
    return copy;
}

void popover_gtk_alert_free(PopoverGtkAlert *alert)
{
    if (!alert)
        return;
    g_free(alert->id);
    g_free(alert->app);
    g_free(alert->title);
    g_free(alert->message);
    g_free(alert->severity);
    g_strfreev(alert->button_ids);
    g_strfreev(alert->button_labels);
    g_strfreev(alert->button_roles);
    g_free(alert);
}

GError *popover_gtk_error_from(const struct popover_failure *failure)
{
    const char *message = failure->message ? failure->message : "";
    if (failure->error != POPOVER_ERROR_REFUSED)
        return g_error_new_literal(POPOVER_GTK_ERROR, failure->error, message);
    if (failure->reason == POPOVER_REFUSAL_REASON_CANCELLED)
        return g_error_new_literal(G_IO_ERROR, G_IO_ERROR_CANCELLED, message);
    return g_error_new_literal(POPOVER_GTK_REFUSAL, failure->reason, message);
}

GError *popover_gtk_error_of_code(gint64 code)
{
    switch (code) {
    case POPOVER_ERROR_INVALID_ARGUMENT:
        return g_error_new(POPOVER_GTK_ERROR, (int)code, "an argument is missing, unknown, or not JSON");
    case POPOVER_ERROR_TOO_LONG:
        return g_error_new(POPOVER_GTK_ERROR, (int)code, "the message would exceed limits.message");
    case POPOVER_ERROR_BUSY:
        return g_error_new(POPOVER_GTK_ERROR, (int)code,
                           "too much is waiting for the daemon; try again later");
    case POPOVER_ERROR_NOT_CONNECTED:
        return g_error_new(POPOVER_GTK_ERROR, (int)code,
                           "the client is not connected; wait for the signal ready");
    case POPOVER_ERROR_CLIENT_CLOSED:
        return g_error_new(POPOVER_GTK_ERROR, (int)code, "the client is leaving or has left");
    case POPOVER_ERROR_NO_MEMORY:
        return g_error_new(POPOVER_GTK_ERROR, (int)code, "out of memory");
    default:
        return g_error_new(POPOVER_GTK_ERROR, (int)code, "error %" G_GINT64_FORMAT, code);
    }
}
