/* SPDX-License-Identifier: MIT */
/* What assistive technology hears, by ATK. */

#include "internal.h"

static AtkObject *accessible(gpointer widget)
{
    return gtk_widget_get_accessible(GTK_WIDGET(widget));
}

static gboolean is_text(const char *text)
{
    return text && *text;
}

/* ---- Controls ---- */

char *popover_gtk_access_label(GtkWidget *widget)
{
    AtkObject *object = accessible(widget);
    const char *name = atk_object_get_name(object);
    if (is_text(name))
        return g_strdup(name);
    g_autoptr(AtkRelationSet) relations = atk_object_ref_relation_set(object);
    AtkRelation *relation = atk_relation_set_get_relation_by_type(relations, ATK_RELATION_LABELLED_BY);
    GPtrArray *labels = relation ? atk_relation_get_target(relation) : NULL;
    name = labels && labels->len ? atk_object_get_name(labels->pdata[0]) : NULL;
    return is_text(name) ? g_strdup(name) : gtk_widget_get_tooltip_text(widget);
}

char *popover_gtk_access_help(GtkWidget *widget)
{
    const char *description = atk_object_get_description(accessible(widget));
    return is_text(description) ? g_strdup(description) : gtk_widget_get_tooltip_text(widget);
}

/* ---- Popovers ---- */

static AtkRole role_of(PopoverGtkPopover *self)
{
    switch (popover_gtk_access_kind(self)) {
    case POPOVER_GTK_ACCESS_MENU: return ATK_ROLE_MENU;
    case POPOVER_GTK_ACCESS_TOOLTIP: return ATK_ROLE_TOOL_TIP;
    default: return ATK_ROLE_DIALOG;
    }
}

void popover_gtk_access_begin(PopoverGtkPopover *self)
{
    AtkObject *object = accessible(self);
    self->access_role = (int)atk_object_get_role(object);
    atk_object_add_relationship(object, ATK_RELATION_POPUP_FOR, accessible(self->source));
    atk_object_add_relationship(accessible(self->source), ATK_RELATION_CONTROLLER_FOR, object);
    popover_gtk_access_update(self);
}

void popover_gtk_access_update(PopoverGtkPopover *self)
{
    if (!self->tracker)
        return;
    AtkObject *object = accessible(self);
    AtkRole role = role_of(self);
    /* What the program has set stays. */
    if ((int)atk_object_get_role(object) == self->access_role) {
        atk_object_set_role(object, role);
        self->access_role = (int)role;
    }
    const char *now = atk_object_get_name(object);
    gboolean is_own = is_text(now) && g_strcmp0(now, self->access_name);
    if (is_own)
        return;
    char *name = is_text(self->title) ? g_strdup(self->title) : popover_gtk_access_label(self->source);
    /* Without one, people would hear the window's title, which is its mark. */
    if (!name)
        name = g_strdup("");
    if (g_strcmp0(now, name))
        atk_object_set_name(object, name);
    g_free(self->access_name);
    self->access_name = name;
}

/* ATK's relations end with what they are about. */
void popover_gtk_access_end(PopoverGtkPopover *self)
{
    (void)self;
}

/* A control of ATK has no state of its own to say so. */
void popover_gtk_access_set_open(PopoverGtkPopover *self, gboolean is_open)
{
    (void)self;
    (void)is_open;
}

enum popover_source_role popover_gtk_access_role(GtkWidget *widget)
{
    switch (atk_object_get_role(accessible(widget))) {
    case ATK_ROLE_LINK: return POPOVER_SOURCE_ROLE_LINK;
    case ATK_ROLE_CHECK_BOX: return POPOVER_SOURCE_ROLE_CHECKBOX;
    case ATK_ROLE_RADIO_BUTTON: return POPOVER_SOURCE_ROLE_RADIO;
    case ATK_ROLE_TOGGLE_BUTTON:
        return GTK_IS_SWITCH(widget) ? POPOVER_SOURCE_ROLE_SWITCH : POPOVER_SOURCE_ROLE_BUTTON;
    case ATK_ROLE_PAGE_TAB: return POPOVER_SOURCE_ROLE_TAB;
    case ATK_ROLE_ENTRY:
    case ATK_ROLE_TEXT:
    case ATK_ROLE_PASSWORD_TEXT:
    case ATK_ROLE_SPIN_BUTTON: return POPOVER_SOURCE_ROLE_FIELD;
    case ATK_ROLE_COMBO_BOX:
    case ATK_ROLE_MENU: return POPOVER_SOURCE_ROLE_MENU;
    case ATK_ROLE_LIST_ITEM: return POPOVER_SOURCE_ROLE_LIST_ITEM;
    default: return POPOVER_SOURCE_ROLE_BUTTON;
    }
}
