// SPDX-License-Identifier: MIT
#include <popover_plugin.h>
#include <string.h>
#include <time.h>

#define TEXT(literal) {literal, sizeof(literal) - 1}

static int is(popover_string text, const char *word) {
    return text.length == strlen(word) && memcmp(text.bytes, word, text.length) == 0;
}

static void answer(void *instance, const popover_question *question, popover_verdict *verdict) {
    (void)instance;
    if (question->kind != POPOVER_QUESTION_OPEN || !is(question->app, "shop")) return;
    time_t now = time(NULL);
    if (localtime(&now)->tm_hour != 12) return;
    verdict->kind = POPOVER_VERDICT_REFUSE;
    strcpy(verdict->message, "the shop is closed at lunch time");
}

static const popover_plugin plugin = {
    .magic = POPOVER_PLUGIN_MAGIC,
    .struct_size = sizeof(popover_plugin),
    .abi_major = POPOVER_PLUGIN_ABI_MAJOR,
    .abi_minor = POPOVER_PLUGIN_ABI_MINOR,
    .kind = POPOVER_PLUGIN_POLICY,
    .name = TEXT("lunch"),
    .version = TEXT("1.0.0"),
    .answer = answer,
    .hooks = POPOVER_ASKS_OPEN,
    .fallback = POPOVER_FALLBACK_REFUSE,
};

POPOVER_PLUGIN_EXPORT const popover_plugin *popoverd_plugin_abi_2(void) { return &plugin; }
