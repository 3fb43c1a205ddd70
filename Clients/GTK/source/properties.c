/* SPDX-License-Identifier: MIT */
/* The properties of the widget. */

#include "internal.h"

enum {
    PROP_CLIENT = 1, PROP_SOURCE, PROP_SOURCE_NAME, PROP_ON_DISPLAY, PROP_CONTENT, PROP_BEHAVIOR, PROP_KEY,
    PROP_TITLE, PROP_CONTENT_WIDTH, PROP_CONTENT_HEIGHT, PROP_SIDES, PROP_ALIGN, PROP_IS_MODAL, PROP_MORE,
    PROP_IS_OPEN, PROP_PLACEMENT, PROPS
};
static GParamSpec *properties[PROPS];

static void set_text(char **member, const GValue *value)
{
    g_free(*member);
    *member = g_value_dup_string(value);
}

static void set_property(GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
    PopoverGtkPopover *self = POPOVER_GTK_POPOVER(object);
    switch (id) {
    case PROP_CLIENT: self->client = g_value_dup_object(value); break;
    case PROP_SOURCE: self->source = g_value_get_object(value); break;
    case PROP_SOURCE_NAME:
        if (self->tracker && g_value_get_string(value))
            popover_gtk_tracker_set_name(self->tracker, g_value_get_string(value));
        break;
    case PROP_ON_DISPLAY:
        if (self->tracker)
            popover_gtk_tracker_set_display(self->tracker, g_value_get_string(value));
        break;
    case PROP_CONTENT: popover_gtk_popover_set_content(self, g_value_get_object(value)); break;
    case PROP_BEHAVIOR:
        set_text(&self->behavior, value);
        popover_gtk_access_update(self);
        break;
    case PROP_KEY: set_text(&self->key, value); break;
    case PROP_TITLE:
        set_text(&self->title, value);
        popover_gtk_access_update(self);
        break;
    case PROP_CONTENT_WIDTH:
        self->width = g_value_get_int(value);
        popover_gtk_popover_resize(self);
        break;
    case PROP_CONTENT_HEIGHT:
        self->height = g_value_get_int(value);
        popover_gtk_popover_resize(self);
        break;
    case PROP_SIDES: popover_gtk_popover_set_sides(self, g_value_get_boxed(value)); break;
    case PROP_ALIGN: set_text(&self->align, value); break;
    case PROP_IS_MODAL: self->is_modal = g_value_get_boolean(value); break;
    case PROP_MORE: set_text(&self->more, value); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
    }
}

static void get_property(GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
    PopoverGtkPopover *self = POPOVER_GTK_POPOVER(object);
    PopoverGtkTracker *tracker = self->tracker;
    switch (id) {
    case PROP_CLIENT: g_value_set_object(value, self->client); break;
    case PROP_SOURCE: g_value_set_object(value, self->source); break;
    case PROP_SOURCE_NAME:
        g_value_set_string(value, tracker ? popover_gtk_tracker_name(tracker) : NULL);
        break;
    case PROP_ON_DISPLAY:
        g_value_set_string(value, tracker ? popover_gtk_tracker_display(tracker) : NULL);
        break;
    case PROP_CONTENT: g_value_set_object(value, self->content); break;
    case PROP_BEHAVIOR: g_value_set_string(value, self->behavior); break;
    case PROP_KEY: g_value_set_string(value, self->key); break;
    case PROP_TITLE: g_value_set_string(value, self->title); break;
    case PROP_CONTENT_WIDTH: g_value_set_int(value, self->width); break;
    case PROP_CONTENT_HEIGHT: g_value_set_int(value, self->height); break;
    case PROP_SIDES: g_value_set_boxed(value, self->sides); break;
    case PROP_ALIGN: g_value_set_string(value, self->align); break;
    case PROP_IS_MODAL: g_value_set_boolean(value, self->is_modal); break;
    case PROP_MORE: g_value_set_string(value, self->more); break;
    case PROP_IS_OPEN: g_value_set_boolean(value, popover_gtk_popover_get_is_open(self)); break;
    case PROP_PLACEMENT: g_value_set_boxed(value, popover_gtk_popover_get_placement(self)); break;
    default: G_OBJECT_WARN_INVALID_PROPERTY_ID(object, id, pspec);
    }
}

#define READABLE (G_PARAM_READABLE | G_PARAM_STATIC_STRINGS)
#define WRITABLE (G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS)
#define CONSTRUCTED (WRITABLE | G_PARAM_CONSTRUCT_ONLY)

static void text(guint id, const char *name, const char *value)
{
    properties[id] = g_param_spec_string(name, NULL, NULL, value, WRITABLE);
}

void popover_gtk_popover_install_properties(GObjectClass *klass)
{
    klass->set_property = set_property;
    klass->get_property = get_property;
    /**
     * PopoverGtkPopover:client:
     *
     * The client that asks the daemon.
     */
    properties[PROP_CLIENT] =
        g_param_spec_object("client", NULL, NULL, POPOVER_GTK_TYPE_CLIENT, CONSTRUCTED);
    /**
     * PopoverGtkPopover:source:
     *
     * The control that opens it. The arrow points at it, and it owns the popover.
     */
    properties[PROP_SOURCE] = g_param_spec_object("source", NULL, NULL, GTK_TYPE_WIDGET, CONSTRUCTED);
    /**
     * PopoverGtkPopover:source-name:
     *
     * The name of the source at the daemon; by default that of the widget.
     */
    text(PROP_SOURCE_NAME, "source-name", NULL);
    /**
     * PopoverGtkPopover:on-display:
     *
     * The display of the window, if there are several.
     */
    text(PROP_ON_DISPLAY, "on-display", NULL);
    /**
     * PopoverGtkPopover:content:
     *
     * The widget that it shows.
     */
    properties[PROP_CONTENT] = g_param_spec_object("content", NULL, NULL, GTK_TYPE_WIDGET, WRITABLE);
    /**
     * PopoverGtkPopover:behavior:
     *
     * `menu`, `inspector`, `task` …; %NULL: the daemon's default.
     */
    text(PROP_BEHAVIOR, "behavior", NULL);
    /**
     * PopoverGtkPopover:key:
     *
     * Names the draft to preserve.
     */
    text(PROP_KEY, "key", NULL);
    /**
     * PopoverGtkPopover:title:
     *
     * Its title, also for people who hear it.
     */
    text(PROP_TITLE, "title", NULL);
    /**
     * PopoverGtkPopover:content-width:
     *
     * The wanted width in points; 0 is that of the content.
     */
    properties[PROP_CONTENT_WIDTH] =
        g_param_spec_int("content-width", NULL, NULL, 0, G_MAXINT, 0, WRITABLE);
    /**
     * PopoverGtkPopover:content-height:
     *
     * The wanted height in points; 0 is that of the content.
     */
    properties[PROP_CONTENT_HEIGHT] =
        g_param_spec_int("content-height", NULL, NULL, 0, G_MAXINT, 0, WRITABLE);
    /**
     * PopoverGtkPopover:sides:
     *
     * The sides of the source on which it may sit, best first.
     */
    properties[PROP_SIDES] = g_param_spec_boxed("sides", NULL, NULL, G_TYPE_STRV, WRITABLE);
    /**
     * PopoverGtkPopover:align:
     *
     * Where along the source it sits: `start`, `center` or `end`.
     */
    text(PROP_ALIGN, "align", NULL);
    /**
     * PopoverGtkPopover:is-modal:
     *
     * Whether a tap outside leaves it open.
     */
    properties[PROP_IS_MODAL] = g_param_spec_boolean("is-modal", NULL, NULL, FALSE, WRITABLE);
    /**
     * PopoverGtkPopover:more:
     *
     * Further params of `popover.open`, a JSON object; its members win.
     */
    text(PROP_MORE, "more", NULL);
    /**
     * PopoverGtkPopover:is-open:
     *
     * Whether it is on the screen.
     */
    properties[PROP_IS_OPEN] = g_param_spec_boolean("is-open", NULL, NULL, FALSE, READABLE);
    /**
     * PopoverGtkPopover:placement:
     *
     * Where and how it is on its display.
     */
    properties[PROP_PLACEMENT] =
        g_param_spec_boxed("placement", NULL, NULL, POPOVER_GTK_TYPE_PLACEMENT, READABLE);
    g_object_class_install_properties(klass, PROPS, properties);
}
