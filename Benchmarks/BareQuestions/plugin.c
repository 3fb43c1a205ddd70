// SPDX-License-Identifier: MIT

#include "bare_questions.h"

#include <dlfcn.h>
#include <popover_plugin.h>

#define TEXT(literal) {literal, sizeof(literal) - 1}

static const popover_plugin *plugin;
static popover_verdict verdict = {.struct_size = sizeof(popover_verdict)};

static const popover_question outside_tap = {
    .struct_size = sizeof(popover_question),
    .kind = POPOVER_QUESTION_OUTSIDE_TAP,
    .behavior = TEXT("confirm"),
    .app = TEXT("shop"),
    .display = TEXT("main"),
    .popover = TEXT("p100000"),
    .key = TEXT("order-4711"),
    .title = TEXT("Pay now?"),
};

static const popover_question open_popover = {
    .struct_size = sizeof(popover_question),
    .kind = POPOVER_QUESTION_OPEN,
    .behavior = TEXT("confirm"),
    .app = TEXT("shop"),
    .display = TEXT("main"),
    .key = TEXT("order-4711"),
    .title = TEXT("Pay now?"),
    .display_width = 1920,
    .display_height = 1080,
    .width = 320,
    .height = 200,
};

int32_t bare_plugin_load(const char *path) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library == 0) return -1;
    const popover_plugin *(*describe)(void) =
        (const popover_plugin *(*)(void))dlsym(library, "popoverd_plugin_abi_2");
    if (describe == 0) return -1;
    plugin = describe();
    return 0;
}

uint32_t bare_plugin_ask_outside_tap(void) {
    plugin->answer(0, &outside_tap, &verdict);
    return verdict.kind;
}

uint32_t bare_plugin_ask_open(void) {
    plugin->answer(0, &open_popover, &verdict);
    return verdict.kind;
}
