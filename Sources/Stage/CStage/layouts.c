// SPDX-License-Identifier: MIT
//
// The layouts of keyboards.

#include "parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wlr/interfaces/wlr_keyboard.h>
#include <xkbcommon/xkbcommon.h>

// Keeps the first error, which is the cause of the others.
static void note_error(
    struct xkb_context *context, enum xkb_log_level level, const char *format, va_list arguments) {
    char *error = xkb_context_get_user_data(context);
    if (level > XKB_LOG_LEVEL_ERROR || error[0] != 0) return;
    vsnprintf(error, STAGE_ERROR_CAPACITY, format, arguments);
    error[strcspn(error, "\n")] = 0;
}

static struct xkb_keymap *new_keymap(const struct xkb_rule_names *names, char *error) {
    error[0] = 0;
    struct xkb_context *context = xkb_context_new(XKB_CONTEXT_NO_FLAGS);
    if (!context) return NULL;
    xkb_context_set_user_data(context, error);
    xkb_context_set_log_fn(context, note_error);
    struct xkb_keymap *keymap = xkb_keymap_new_from_names(context, names, XKB_KEYMAP_COMPILE_NO_FLAGS);
    xkb_context_unref(context);
    return keymap;
}

// Notes the first option without which the keymap is the same. Unknown ones are no error of xkbcommon's.
static void note_option(const struct xkb_rule_names *names, struct xkb_keymap *keymap, char *note) {
    char *whole = xkb_keymap_get_as_string(keymap, XKB_KEYMAP_FORMAT_TEXT_V1);
    for (const char *option = names->options, *next; whole && *option && !*note; option = next) {
        size_t before = (size_t)(option - names->options), length = strcspn(option, ",");
        next = option[length] ? option + length + 1 : option + length;
        char others[strlen(names->options) + 1], ignored[STAGE_ERROR_CAPACITY];
        snprintf(others, sizeof others, "%.*s%s", (int)before, names->options, next);
        struct xkb_rule_names fewer = *names;
        // An empty text selects xkbcommon's options, one with a comma none.
        fewer.options = *others ? others : ",";
        struct xkb_keymap *rest = new_keymap(&fewer, ignored);
        char *text = rest ? xkb_keymap_get_as_string(rest, XKB_KEYMAP_FORMAT_TEXT_V1) : NULL;
        if (text && strcmp(text, whole) == 0)
            snprintf(note, STAGE_ERROR_CAPACITY, "the option \"%.*s\" changes nothing", (int)length, option);
        free(text);
        xkb_keymap_unref(rest);
    }
    free(whole);
}

static layout *layout_named(const stage *stage, const char *device) {
    layout *layout;
    wl_list_for_each(layout, &stage->layouts, link)
        if (strcmp(layout->device, device) == 0) return layout;
    return NULL;
}

void stage_lay_out_keys(const stage *stage, struct wlr_keyboard *keyboard, const char *device) {
    const layout *layout = layout_named(stage, device ? device : "");
    if (!layout) layout = layout_named(stage, "");
    wlr_keyboard_set_repeat_info(keyboard, 25, 600);
    if (!layout) return;
    if (keyboard->keymap != layout->keymap) wlr_keyboard_set_keymap(keyboard, layout->keymap);
    xkb_mod_index_t index = xkb_keymap_mod_get_index(layout->keymap, XKB_MOD_NAME_NUM);
    if (!layout->locks_numbers || index == XKB_MOD_INVALID) return;
    const struct wlr_keyboard_modifiers *now = &keyboard->modifiers;
    wlr_keyboard_notify_modifiers(
        keyboard, now->depressed, now->latched, now->locked | 1u << index, now->group);
}

bool stage_set_layout(
    stage *stage, const char *device, const char *name, const char *variant, const char *options,
    bool locks_numbers, char *error) {
    const struct xkb_rule_names names = {.layout = name, .variant = variant, .options = options};
    struct xkb_keymap *keymap = new_keymap(&names, error);
    if (!keymap) return false;
    error[0] = 0;
    if (!stage) {
        note_option(&names, keymap, error);
        xkb_keymap_unref(keymap);
        return true;
    }
    layout *layout = layout_named(stage, device);
    if (!layout) {
        layout = calloc(1, sizeof *layout);
        if (!layout) {
            xkb_keymap_unref(keymap);
            return false;
        }
        snprintf(layout->device, sizeof layout->device, "%s", device);
        wl_list_insert(&stage->layouts, &layout->link);
    }
    xkb_keymap_unref(layout->keymap);
    layout->keymap = keymap;
    layout->locks_numbers = locks_numbers;
    stage_lay_out_keys(stage, &stage->typed->keyboard, "");
    stage_lay_out_keys(stage, &stage->composed->keyboard, "");
    keyboard *keyboard;
    wl_list_for_each(keyboard, &stage->keyboards, link) {
        if (!keyboard->client)
            stage_lay_out_keys(
                stage, wlr_keyboard_from_input_device(keyboard->device), keyboard->device->name);
    }
    return true;
}

void stage_forget_layouts(stage *stage) {
    layout *layout, *next;
    wl_list_for_each_safe(layout, next, &stage->layouts, link) {
        wl_list_remove(&layout->link);
        xkb_keymap_unref(layout->keymap);
        free(layout);
    }
}
