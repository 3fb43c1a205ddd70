// SPDX-License-Identifier: MIT

#include "window.h"

struct _PopoverWindow {
    AtkObject parent;
    char *identifier;
    AtkRectangle extents;
    bool is_modal, is_active, is_showing, is_gone;
};

static void implement_component(AtkComponentIface *component);
static void implement_window(AtkWindowIface *window) { (void)window; }

G_DEFINE_TYPE_WITH_CODE(
    PopoverWindow, popover_window, ATK_TYPE_OBJECT,
    G_IMPLEMENT_INTERFACE(ATK_TYPE_COMPONENT, implement_component)
    G_IMPLEMENT_INTERFACE(ATK_TYPE_WINDOW, implement_window))

static const AtkRole roles[] = {
    [ACCESSIBLE_DIALOG] = ATK_ROLE_DIALOG,     [ACCESSIBLE_MENU] = ATK_ROLE_MENU,
    [ACCESSIBLE_TOOL_TIP] = ATK_ROLE_TOOL_TIP, [ACCESSIBLE_WINDOW] = ATK_ROLE_WINDOW,
    [ACCESSIBLE_ALERT] = ATK_ROLE_ALERT,
};

static void get_extents(
    AtkComponent *component, int *x, int *y, int *width, int *height, AtkCoordType type) {
    AtkRectangle extents = POPOVER_WINDOW(component)->extents;
    bool is_relative = type != ATK_XY_SCREEN;
    *x = is_relative ? 0 : extents.x;
    *y = is_relative ? 0 : extents.y;
    *width = extents.width;
    *height = extents.height;
}

static void implement_component(AtkComponentIface *component) { component->get_extents = get_extents; }

static AtkStateSet *ref_state_set(AtkObject *object) {
    PopoverWindow *window = POPOVER_WINDOW(object);
    AtkStateSet *states = ATK_OBJECT_CLASS(popover_window_parent_class)->ref_state_set(object);
    if (window->is_gone) atk_state_set_add_state(states, ATK_STATE_DEFUNCT);
    if (window->is_gone) return states;
    atk_state_set_add_state(states, ATK_STATE_ENABLED);
    atk_state_set_add_state(states, ATK_STATE_SENSITIVE);
    if (window->is_showing) atk_state_set_add_state(states, ATK_STATE_SHOWING);
    if (window->is_showing) atk_state_set_add_state(states, ATK_STATE_VISIBLE);
    if (window->is_modal) atk_state_set_add_state(states, ATK_STATE_MODAL);
    if (window->is_active) atk_state_set_add_state(states, ATK_STATE_ACTIVE);
    return states;
}

static int index_in_parent(AtkObject *object) {
    AtkObject *root = atk_object_get_parent(object);
    int count = root == NULL ? 0 : atk_object_get_n_accessible_children(root);
    for (int index = 0; index < count; index++) {
        AtkObject *child = atk_object_ref_accessible_child(root, index);
        g_object_unref(child);
        if (child == object) return index;
    }
    return -1;
}

static void finalize(GObject *object) {
    g_free(POPOVER_WINDOW(object)->identifier);
    G_OBJECT_CLASS(popover_window_parent_class)->finalize(object);
}

static void popover_window_class_init(PopoverWindowClass *class) {
    ATK_OBJECT_CLASS(class)->ref_state_set = ref_state_set;
    ATK_OBJECT_CLASS(class)->get_index_in_parent = index_in_parent;
    G_OBJECT_CLASS(class)->finalize = finalize;
}

static void popover_window_init(PopoverWindow *window) { (void)window; }

// Returns whether its place has changed.
static bool describe(PopoverWindow *window, const accessible_window *description) {
    AtkObject *object = ATK_OBJECT(window);
    AtkRectangle extents = {
        description->x, description->y, description->width, description->height};
    bool has_moved = memcmp(&extents, &window->extents, sizeof extents) != 0;
    window->extents = extents;
    window->is_modal = description->is_modal;
    if (g_strcmp0(object->name, description->name) != 0) atk_object_set_name(object, description->name);
    if (g_strcmp0(object->description, description->description) != 0)
        atk_object_set_description(object, description->description);
    return has_moved;
}

PopoverWindow *popover_window_new(const accessible_window *description) {
    PopoverWindow *window = g_object_new(popover_window_get_type(), NULL);
    window->identifier = g_strdup(description->identifier);
    // Set directly: nobody has to be notified.
    ATK_OBJECT(window)->role = roles[description->role];
    describe(window, description);
    return window;
}

const char *popover_window_identifier(PopoverWindow *window) { return window->identifier; }

static void set_active(PopoverWindow *window, bool is_active) {
    if (window->is_active == is_active) return;
    window->is_active = is_active;
    g_signal_emit_by_name(window, is_active ? "activate" : "deactivate");
    atk_object_notify_state_change(ATK_OBJECT(window), ATK_STATE_ACTIVE, is_active);
}

void popover_window_change(PopoverWindow *window, const accessible_window *description) {
    if (describe(window, description)) g_signal_emit_by_name(window, "bounds-changed", &window->extents);
    set_active(window, description->is_active);
}

void popover_window_show(PopoverWindow *window, bool is_active) {
    window->is_showing = true;
    g_signal_emit_by_name(window, "create");
    atk_object_notify_state_change(ATK_OBJECT(window), ATK_STATE_SHOWING, TRUE);
    atk_object_notify_state_change(ATK_OBJECT(window), ATK_STATE_VISIBLE, TRUE);
    set_active(window, is_active);
}

void popover_window_hide(PopoverWindow *window) {
    set_active(window, false);
    window->is_showing = false;
    atk_object_notify_state_change(ATK_OBJECT(window), ATK_STATE_SHOWING, FALSE);
    g_signal_emit_by_name(window, "destroy");
    window->is_gone = true;
    atk_object_notify_state_change(ATK_OBJECT(window), ATK_STATE_DEFUNCT, TRUE);
}
