// SPDX-License-Identifier: MIT
//
// A behavior of its own, `confirm`: a question that a tap beside it does not answer.
//
// It needs a title, sits above its source where it can, stays at a choice that only changes the
// question ({"more": true}), and is put away by a key, with what was typed.

#include <popover_plugin.h>
#include <string.h>

#define TEXT(literal) {literal, sizeof(literal) - 1}

static const popover_behavior confirm = {
    .struct_size = sizeof(popover_behavior),
    .flags = POPOVER_BEHAVIOR_CHOICE_CLOSES,
    .name = TEXT("confirm"),
    .questions = POPOVER_ASKS_OPEN | POPOVER_ASKS_CHOICE | POPOVER_ASKS_OUTSIDE_TAP
        | POPOVER_ASKS_DETACH,
    .sides = {POPOVER_SIDE_TOP, POPOVER_SIDE_BOTTOM},
    .minimum_width = 320,
    .maximum_width = 400,
};

static const popover_behavior *const behaviors[] = {&confirm};

static void refuse(popover_verdict *verdict, const char *message) {
    verdict->kind = POPOVER_VERDICT_REFUSE;
    verdict->message_length = (uint32_t)strlen(message);
    memcpy(verdict->message, message, verdict->message_length);
}

// The daemon writes compact JSON, whose members keep no spaces between them.
static int asks_for_more(popover_string choice) {
    static const char more[] = "\"more\":true";
    for (uint64_t at = 0; at + sizeof(more) - 1 <= choice.length; at++) {
        if (memcmp(choice.bytes + at, more, sizeof(more) - 1) == 0) return 1;
    }
    return 0;
}

static void answer(void *instance, const popover_question *question, popover_verdict *verdict) {
    (void)instance;
    switch (question->kind) {
    case POPOVER_QUESTION_OPEN:
        if (question->title.length == 0) refuse(verdict, "a confirmation needs a title");
        else verdict->kind = POPOVER_VERDICT_ADMIT;
        break;
    case POPOVER_QUESTION_CHOICE:
        verdict->kind =
            asks_for_more(question->choice) ? POPOVER_VERDICT_STAY : POPOVER_VERDICT_CLOSE;
        break;
    case POPOVER_QUESTION_OUTSIDE_TAP:
        if (question->flags & POPOVER_FACT_KEY) {
            verdict->kind = POPOVER_VERDICT_CLOSE;
            verdict->disposition = POPOVER_DISPOSITION_DISCARD;
        } else {
            verdict->kind = POPOVER_VERDICT_STAY;
        }
        break;
    case POPOVER_QUESTION_DETACH:
        verdict->kind = POPOVER_VERDICT_KEEP;
        break;
    }
}

static const popover_plugin plugin = {
    .magic = POPOVER_PLUGIN_MAGIC,
    .struct_size = sizeof(popover_plugin),
    .abi_major = POPOVER_PLUGIN_ABI_MAJOR,
    .abi_minor = POPOVER_PLUGIN_ABI_MINOR,
    .kind = POPOVER_PLUGIN_BEHAVIORS,
    .behavior_count = 1,
    .name = TEXT("confirm"),
    .version = TEXT("1.0.0"),
    .behaviors = behaviors,
    .answer = answer,
};

POPOVER_PLUGIN_EXPORT const popover_plugin *popoverd_plugin_abi_2(void) { return &plugin; }
