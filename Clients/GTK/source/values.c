/* SPDX-License-Identifier: MIT */
/* The state of named widgets as JSON: `{"passenger": "Ada", "return": true}`. */

#include "internal.h"

#include <jansson.h>

static const char *name_of(GtkWidget *widget)
{
    const char *name = gtk_widget_get_name(widget);
    /* GTK names a widget after its class if nobody else does. */
    return name && g_strcmp0(name, G_OBJECT_TYPE_NAME(widget)) ? name : NULL;
}

static json_t *json_of(const GValue *value)
{
    if (G_VALUE_HOLDS_BOOLEAN(value))
        return json_boolean(g_value_get_boolean(value));
    if (G_VALUE_HOLDS_DOUBLE(value))
        return json_real(g_value_get_double(value));
    if (G_VALUE_HOLDS_STRING(value))
        return json_string(g_value_get_string(value) ? g_value_get_string(value) : "");
    return NULL;
}

static void collect(GtkWidget *widget, gpointer object)
{
    g_auto(GValue) value = G_VALUE_INIT;
    const char *name = name_of(widget);
    if (!popover_gtk_widget_get_value(widget, &value))
        popover_gtk_widget_each(widget, collect, object);
    else if (name && G_IS_VALUE(&value))
        json_object_set_new(object, name, json_of(&value));
}

static char *text_of(json_t *json)
{
    char *text = json_dumps(json, JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(17));
    /* jansson's memory is not GLib's. */
    char *copy = g_strdup(text);
    free(text);
    json_decref(json);
    return copy;
}

char *popover_gtk_values_collect(GtkWidget *content)
{
    json_t *object = json_object();
    if (content)
        collect(content, object);
    return text_of(object);
}

static gboolean read_value(json_t *json, GValue *value)
{
    if (json_is_boolean(json)) {
        g_value_init(value, G_TYPE_BOOLEAN);
        g_value_set_boolean(value, json_is_true(json));
    } else if (json_is_number(json)) {
        g_value_init(value, G_TYPE_DOUBLE);
        g_value_set_double(value, json_number_value(json));
    } else if (json_is_string(json)) {
        g_value_init(value, G_TYPE_STRING);
        g_value_set_string(value, json_string_value(json));
    } else {
        return FALSE;
    }
    return TRUE;
}

static void apply(GtkWidget *widget, gpointer object)
{
    g_auto(GValue) present = G_VALUE_INIT;
    if (!popover_gtk_widget_get_value(widget, &present)) {
        popover_gtk_widget_each(widget, apply, object);
        return;
    }
    const char *name = name_of(widget);
    json_t *json = name ? json_object_get(object, name) : NULL;
    g_auto(GValue) value = G_VALUE_INIT;
    /* A password entry has none. */
    if (G_IS_VALUE(&present) && json && read_value(json, &value))
        popover_gtk_widget_set_value(widget, &value);
}

void popover_gtk_values_apply(GtkWidget *content, const char *json)
{
    json_t *object = json_loads(json, 0, NULL);
    if (content && json_is_object(object))
        apply(content, object);
    json_decref(object);
}

char *popover_gtk_values_merge(const char *values, const char *own)
{
    if (!own)
        return g_strdup(values);
    json_error_t error;
    json_t *added = json_loads(own, JSON_DECODE_ANY, &error);
    if (!added) {
        g_warning("PopoverGtkPopover::save-draft returned no JSON: %s", error.text);
        return g_strdup(values);
    }
    if (!json_is_object(added)) {
        json_decref(added);
        return g_strdup(own);
    }
    json_t *object = json_loads(values, 0, NULL);
    json_object_update(object, added);
    json_decref(added);
    return text_of(object);
}

typedef struct {
    GWeakRef widget;
    GValue value;
} Kept;

static void kept_free(gpointer data)
{
    Kept *kept = data;
    g_weak_ref_clear(&kept->widget);
    g_value_unset(&kept->value);
    g_free(kept);
}

static void keep(GtkWidget *widget, gpointer state)
{
    Kept *kept = g_new0(Kept, 1);
    if (!popover_gtk_widget_get_value(widget, &kept->value)) {
        g_free(kept);
        popover_gtk_widget_each(widget, keep, state);
        return;
    }
    if (!G_IS_VALUE(&kept->value)) {
        g_value_init(&kept->value, G_TYPE_STRING);
        g_value_set_static_string(&kept->value, "");
    }
    g_weak_ref_init(&kept->widget, widget);
    g_ptr_array_add(state, kept);
}

GPtrArray *popover_gtk_state_new(GtkWidget *content)
{
    GPtrArray *state = g_ptr_array_new_with_free_func(kept_free);
    if (content)
        keep(content, state);
    return state;
}

void popover_gtk_state_restore(GPtrArray *state)
{
    for (guint i = 0; i < state->len; i++) {
        Kept *kept = g_ptr_array_index(state, i);
        g_autoptr(GtkWidget) widget = g_weak_ref_get(&kept->widget);
        if (widget)
            popover_gtk_widget_set_value(widget, &kept->value);
    }
}
