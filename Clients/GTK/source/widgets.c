/* SPDX-License-Identifier: MIT */
/* The widgets whose state is kept, and what it is. */

#include "internal.h"

static gboolean is_secret(GtkWidget *widget)
{
#if GTK_CHECK_VERSION(4, 0, 0)
    if (GTK_IS_PASSWORD_ENTRY(widget))
        return TRUE;
    if (GTK_IS_TEXT(widget))
        return !gtk_text_get_visibility(GTK_TEXT(widget));
#endif
    if (!GTK_IS_ENTRY(widget))
        return FALSE;
    GtkInputPurpose purpose = gtk_entry_get_input_purpose(GTK_ENTRY(widget));
    return !gtk_entry_get_visibility(GTK_ENTRY(widget)) || purpose == GTK_INPUT_PURPOSE_PASSWORD
        || purpose == GTK_INPUT_PURPOSE_PIN;
}

static GtkTextBuffer *buffer_of(GtkWidget *widget)
{
    return gtk_text_view_get_buffer(GTK_TEXT_VIEW(widget));
}

static void set_boolean(GValue *value, gboolean boolean)
{
    g_value_init(value, G_TYPE_BOOLEAN);
    g_value_set_boolean(value, boolean);
}

static void set_double(GValue *value, double number)
{
    g_value_init(value, G_TYPE_DOUBLE);
    g_value_set_double(value, number);
}

static void set_string(GValue *value, char *text)
{
    g_value_init(value, G_TYPE_STRING);
    g_value_take_string(value, text);
}

static gboolean is_check(GtkWidget *widget)
{
#if GTK_CHECK_VERSION(4, 0, 0)
    if (GTK_IS_CHECK_BUTTON(widget))
        return TRUE;
#endif
    return GTK_IS_TOGGLE_BUTTON(widget) || GTK_IS_SWITCH(widget);
}

static gboolean get_choice(GtkWidget *widget, GValue *value)
{
#if GTK_CHECK_VERSION(4, 0, 0)
    if (GTK_IS_DROP_DOWN(widget)) {
        guint selected = gtk_drop_down_get_selected(GTK_DROP_DOWN(widget));
        set_double(value, selected == GTK_INVALID_LIST_POSITION ? -1 : (double)selected);
        return TRUE;
    }
#endif
    if (!GTK_IS_COMBO_BOX(widget))
        return FALSE;
    /* An id is the same in another order of the rows; without one, the row's number has to do. */
    const char *id = gtk_combo_box_get_active_id(GTK_COMBO_BOX(widget));
    if (id)
        set_string(value, g_strdup(id));
    else
        set_double(value, gtk_combo_box_get_active(GTK_COMBO_BOX(widget)));
    return TRUE;
}

/* A widget with a secret has a value that nobody gets: `value` stays unset. */
gboolean popover_gtk_widget_get_value(GtkWidget *widget, GValue *value)
{
    if (GTK_IS_SPIN_BUTTON(widget)) {
        set_double(value, gtk_spin_button_get_value(GTK_SPIN_BUTTON(widget)));
    } else if (GTK_IS_EDITABLE(widget)) {
        if (!is_secret(widget))
            set_string(value, gtk_editable_get_chars(GTK_EDITABLE(widget), 0, -1));
    } else if (GTK_IS_TEXT_VIEW(widget)) {
        GtkTextIter start, end;
        gtk_text_buffer_get_bounds(buffer_of(widget), &start, &end);
        set_string(value, gtk_text_buffer_get_text(buffer_of(widget), &start, &end, TRUE));
    } else if (is_check(widget)) {
        gboolean active;
        g_object_get(widget, "active", &active, NULL);
        set_boolean(value, active);
    } else if (GTK_IS_RANGE(widget)) {
        set_double(value, gtk_range_get_value(GTK_RANGE(widget)));
    } else {
        return get_choice(widget, value);
    }
    return TRUE;
}

static void set_choice(GtkWidget *widget, const GValue *value)
{
    double row = G_VALUE_HOLDS_DOUBLE(value) ? CLAMP(g_value_get_double(value), -1, G_MAXINT) : -1;
#if GTK_CHECK_VERSION(4, 0, 0)
    if (GTK_IS_DROP_DOWN(widget)) {
        gtk_drop_down_set_selected(GTK_DROP_DOWN(widget), row < 0 ? GTK_INVALID_LIST_POSITION : (guint)row);
        return;
    }
#endif
    if (G_VALUE_HOLDS_STRING(value))
        gtk_combo_box_set_active_id(GTK_COMBO_BOX(widget), g_value_get_string(value));
    else
        gtk_combo_box_set_active(GTK_COMBO_BOX(widget), (int)row);
}

static void set_text(GtkEditable *editable, const char *text)
{
    int position = 0;
#if GTK_CHECK_VERSION(4, 0, 0)
    /* Nobody may undo their way to what the person before has typed. */
    gboolean undo = gtk_editable_get_enable_undo(editable);
    gtk_editable_set_enable_undo(editable, FALSE);
#endif
    gtk_editable_delete_text(editable, 0, -1);
    gtk_editable_insert_text(editable, text ? text : "", -1, &position);
    gtk_editable_set_position(editable, -1);
#if GTK_CHECK_VERSION(4, 0, 0)
    gtk_editable_set_enable_undo(editable, undo);
#endif
}

/* A draft may be older than the program: what has another type is left alone. */
void popover_gtk_widget_set_value(GtkWidget *widget, const GValue *value)
{
    gboolean is_text = G_VALUE_HOLDS_STRING(value), is_number = G_VALUE_HOLDS_DOUBLE(value);
    if (GTK_IS_SPIN_BUTTON(widget)) {
        if (is_number)
            gtk_spin_button_set_value(GTK_SPIN_BUTTON(widget), g_value_get_double(value));
    } else if (GTK_IS_EDITABLE(widget)) {
        if (is_text)
            set_text(GTK_EDITABLE(widget), g_value_get_string(value));
    } else if (GTK_IS_TEXT_VIEW(widget)) {
        if (is_text)
            gtk_text_buffer_set_text(buffer_of(widget), g_value_get_string(value), -1);
    } else if (is_check(widget)) {
        if (G_VALUE_HOLDS_BOOLEAN(value))
            g_object_set(widget, "active", g_value_get_boolean(value), NULL);
    } else if (GTK_IS_RANGE(widget)) {
        if (is_number)
            gtk_range_set_value(GTK_RANGE(widget), g_value_get_double(value));
    } else if (is_text || is_number) {
        set_choice(widget, value);
    }
}

/* GTK selects what is in an entry that gets the focus: the next key would replace the draft. */
void popover_gtk_widget_continue(GtkWidget *widget)
{
    if (GTK_IS_EDITABLE(widget))
        gtk_editable_set_position(GTK_EDITABLE(widget), -1);
}

void popover_gtk_widget_each(GtkWidget *widget, void (*visit)(GtkWidget *child, gpointer data),
                             gpointer data)
{
#if GTK_CHECK_VERSION(4, 0, 0)
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child;
         child = gtk_widget_get_next_sibling(child))
        visit(child, data);
#else
    if (GTK_IS_CONTAINER(widget))
        gtk_container_foreach(GTK_CONTAINER(widget), visit, data);
#endif
}

void popover_gtk_view_activate(GtkWidget *source)
{
    if (GTK_IS_BUTTON(source))
        g_signal_emit_by_name(source, "clicked");
    else
        gtk_widget_activate(source);
}
