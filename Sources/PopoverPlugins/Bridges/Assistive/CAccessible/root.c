// SPDX-License-Identifier: MIT

#include "window.h"

struct _PopoverRoot {
    AtkObject parent;
    GPtrArray *windows;
};

G_DEFINE_TYPE(PopoverRoot, popover_root, ATK_TYPE_OBJECT)

static int get_n_children(AtkObject *object) { return (int)POPOVER_ROOT(object)->windows->len; }

static AtkObject *ref_child(AtkObject *object, int index) {
    GPtrArray *windows = POPOVER_ROOT(object)->windows;
    return index < 0 || index >= (int)windows->len ? NULL : g_object_ref(windows->pdata[index]);
}

static void finalize(GObject *object) {
    g_ptr_array_unref(POPOVER_ROOT(object)->windows);
    G_OBJECT_CLASS(popover_root_parent_class)->finalize(object);
}

static void popover_root_class_init(PopoverRootClass *class) {
    ATK_OBJECT_CLASS(class)->get_n_children = get_n_children;
    ATK_OBJECT_CLASS(class)->ref_child = ref_child;
    G_OBJECT_CLASS(class)->finalize = finalize;
}

static void popover_root_init(PopoverRoot *root) {
    root->windows = g_ptr_array_new_with_free_func(g_object_unref);
}

PopoverRoot *popover_root_new(const char *name) {
    PopoverRoot *root = g_object_new(popover_root_get_type(), NULL);
    ATK_OBJECT(root)->role = ATK_ROLE_APPLICATION;
    atk_object_set_name(ATK_OBJECT(root), name);
    return root;
}

PopoverWindow *popover_root_find(PopoverRoot *root, const char *identifier) {
    for (guint index = 0; index < root->windows->len; index++) {
        PopoverWindow *window = root->windows->pdata[index];
        if (g_strcmp0(popover_window_identifier(window), identifier) == 0) return window;
    }
    return NULL;
}

void popover_root_add(PopoverRoot *root, PopoverWindow *window) {
    atk_object_set_parent(ATK_OBJECT(window), ATK_OBJECT(root));
    g_ptr_array_add(root->windows, window);
    g_signal_emit_by_name(root, "children-changed::add", root->windows->len - 1, window);
}

void popover_root_remove(PopoverRoot *root, PopoverWindow *window) {
    guint index;
    if (!g_ptr_array_find(root->windows, window, &index)) return;
    g_object_ref(window);
    g_ptr_array_remove_index(root->windows, index);
    g_signal_emit_by_name(root, "children-changed::remove", index, window);
    g_object_unref(window);
}
