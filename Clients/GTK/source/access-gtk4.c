/* SPDX-License-Identifier: MIT */
/* What assistive technology hears, by GtkAccessible. */

#include "internal.h"

/* GTK tells what the program has set only by the functions for its tests. */
static char *property_text(GtkWidget *widget, GtkAccessibleProperty property)
{
    if (!gtk_test_accessible_has_property(GTK_ACCESSIBLE(widget), property))
        return NULL;
    return gtk_test_accessible_check_property(GTK_ACCESSIBLE(widget), property, "");
}

/* ---- Controls ---- */

static const char *label_in(GtkWidget *widget)
{
    if (GTK_IS_LABEL(widget))
        return gtk_label_get_text(GTK_LABEL(widget));
    const char *text = NULL;
    for (GtkWidget *child = gtk_widget_get_first_child(widget); child && !(text && *text);
         child = gtk_widget_get_next_sibling(child))
        text = label_in(child);
    return text;
}

char *popover_gtk_access_label(GtkWidget *widget)
{
    char *own = property_text(widget, GTK_ACCESSIBLE_PROPERTY_LABEL);
    if (own)
        return own;
    g_autoptr(GList) labels = gtk_widget_list_mnemonic_labels(widget);
    const char *text = label_in(labels ? labels->data : widget);
    return text && *text ? g_strdup(text) : g_strdup(gtk_widget_get_tooltip_text(widget));
}

char *popover_gtk_access_help(GtkWidget *widget)
{
    char *own = property_text(widget, GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
    return own ? own : g_strdup(gtk_widget_get_tooltip_text(widget));
}

/* ---- Popovers ---- */

static GtkAccessibleRole role_of(PopoverGtkPopover *self)
{
    switch (popover_gtk_access_kind(self)) {
    case POPOVER_GTK_ACCESS_MENU: return GTK_ACCESSIBLE_ROLE_MENU;
    case POPOVER_GTK_ACCESS_TOOLTIP: return GTK_ACCESSIBLE_ROLE_TOOLTIP;
    default: return GTK_ACCESSIBLE_ROLE_DIALOG;
    }
}

void popover_gtk_access_begin(PopoverGtkPopover *self)
{
    GtkAccessible *source = GTK_ACCESSIBLE(self->source);
    self->access_role = (int)gtk_accessible_get_accessible_role(GTK_ACCESSIBLE(self));
    /* Otherwise its first appearance is no change. */
    gtk_accessible_update_state(GTK_ACCESSIBLE(self), GTK_ACCESSIBLE_STATE_HIDDEN, TRUE, -1);
    if (!gtk_test_accessible_has_property(source, GTK_ACCESSIBLE_PROPERTY_HAS_POPUP))
        gtk_accessible_update_property(source, GTK_ACCESSIBLE_PROPERTY_HAS_POPUP, TRUE, -1);
    self->is_controlled = !gtk_test_accessible_has_relation(source, GTK_ACCESSIBLE_RELATION_CONTROLS);
    self->expands_source = !gtk_test_accessible_has_state(source, GTK_ACCESSIBLE_STATE_EXPANDED);
    popover_gtk_access_set_open(self, FALSE);
    popover_gtk_access_update(self);
}

void popover_gtk_access_update(PopoverGtkPopover *self)
{
    if (!self->tracker)
        return;
    GtkAccessible *accessible = GTK_ACCESSIBLE(self);
    GtkAccessibleRole role = role_of(self);
    /* What the program has set stays; and GTK changes no role while the popover is in a window. */
    if ((int)gtk_accessible_get_accessible_role(accessible) == self->access_role
        && !gtk_widget_get_root(GTK_WIDGET(self))) {
        g_object_set(self, "accessible-role", role, NULL);
        self->access_role = (int)role;
    }
    gtk_accessible_update_property(accessible, GTK_ACCESSIBLE_PROPERTY_MODAL, self->is_modal, -1);
    g_autofree char *now = property_text(GTK_WIDGET(self), GTK_ACCESSIBLE_PROPERTY_LABEL);
    if (now && *now && g_strcmp0(now, self->access_name))
        return;
    char *name = self->title && *self->title ? g_strdup(self->title)
                                             : popover_gtk_access_label(self->source);
    if (name && *name && g_strcmp0(now, name))
        gtk_accessible_update_property(accessible, GTK_ACCESSIBLE_PROPERTY_LABEL, name, -1);
    g_free(self->access_name);
    self->access_name = name;
}

void popover_gtk_access_end(PopoverGtkPopover *self)
{
    popover_gtk_access_set_open(self, FALSE);
}

void popover_gtk_access_set_open(PopoverGtkPopover *self, gboolean is_open)
{
    GtkAccessible *source = GTK_ACCESSIBLE(self->source);
    if (!source)
        return;
    /* GTK has to know the popover's window and role before it is announced. */
    if (self->is_controlled && is_open)
        gtk_accessible_update_relation(source, GTK_ACCESSIBLE_RELATION_CONTROLS, self, NULL, -1);
    else if (self->is_controlled)
        gtk_accessible_reset_relation(source, GTK_ACCESSIBLE_RELATION_CONTROLS);
    if (self->expands_source)
        gtk_accessible_update_state(source, GTK_ACCESSIBLE_STATE_EXPANDED, is_open, -1);
}

enum popover_source_role popover_gtk_access_role(GtkWidget *widget)
{
    switch (gtk_accessible_get_accessible_role(GTK_ACCESSIBLE(widget))) {
    case GTK_ACCESSIBLE_ROLE_LINK: return POPOVER_SOURCE_ROLE_LINK;
    case GTK_ACCESSIBLE_ROLE_CHECKBOX: return POPOVER_SOURCE_ROLE_CHECKBOX;
    case GTK_ACCESSIBLE_ROLE_RADIO: return POPOVER_SOURCE_ROLE_RADIO;
    case GTK_ACCESSIBLE_ROLE_SWITCH: return POPOVER_SOURCE_ROLE_SWITCH;
    case GTK_ACCESSIBLE_ROLE_TAB: return POPOVER_SOURCE_ROLE_TAB;
    case GTK_ACCESSIBLE_ROLE_TEXT_BOX:
    case GTK_ACCESSIBLE_ROLE_SEARCH_BOX:
    case GTK_ACCESSIBLE_ROLE_SPIN_BUTTON: return POPOVER_SOURCE_ROLE_FIELD;
    case GTK_ACCESSIBLE_ROLE_COMBO_BOX:
    case GTK_ACCESSIBLE_ROLE_MENU: return POPOVER_SOURCE_ROLE_MENU;
    case GTK_ACCESSIBLE_ROLE_LIST_ITEM: return POPOVER_SOURCE_ROLE_LIST_ITEM;
    default: return POPOVER_SOURCE_ROLE_BUTTON;
    }
}
