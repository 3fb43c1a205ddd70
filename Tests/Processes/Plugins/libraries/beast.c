// SPDX-License-Identifier: MIT
//
// A policy that is asked about opens. Macros say what is wrong with it: NAME, and any of BEHAVIOR (the
// name of one that a choice closes, or whose flags are FLAGS), ENTRY, MAGIC, SIZE, MAJOR (what its
// descriptor says), CONSTRUCTOR, CREATE, SELF_TEST, EXPORT_STATE, IMPORT_STATE (what it does there) and
// ANSWER (what it does with a victim's question).

#include "misbehavior.h"

#ifndef VERSION
#define VERSION "1.0.0"
#endif
#ifndef ENTRY
#define ENTRY popoverd_plugin_abi_2
#endif
#ifndef MAGIC
#define MAGIC POPOVER_PLUGIN_MAGIC
#endif
#ifndef SIZE
#define SIZE sizeof(popover_plugin)
#endif
#ifndef MAJOR
#define MAJOR POPOVER_PLUGIN_ABI_MAJOR
#endif
#ifndef FLAGS
#define FLAGS POPOVER_BEHAVIOR_CHOICE_CLOSES
#endif
#ifndef CREATE
#define CREATE
#endif
#ifndef SELF_TEST
#define SELF_TEST
#endif
#ifndef EXPORT_STATE
#define EXPORT_STATE
#endif
#ifndef IMPORT_STATE
#define IMPORT_STATE
#endif
#ifndef ANSWER
#define ANSWER
#endif

#define TEXT(literal) {literal, sizeof(literal) - 1}

#ifdef CONSTRUCTOR
__attribute__((constructor)) static void construct(void) { CONSTRUCTOR; }
#endif

static int32_t create(const void *context, const popover_host *host, void **instance) {
    (void)context, (void)host, (void)instance;
    CREATE;
    return 0;
}

static int32_t self_test(void *instance) {
    (void)instance;
    SELF_TEST;
    return 0;
}

static void answer(void *instance, const popover_question *question, popover_verdict *verdict) {
    (void)instance, (void)verdict;
    if (!is_victim(question)) return;
    ANSWER;
}

static int32_t export_state(
    void *instance, void *buffer, uint64_t capacity, uint64_t *length) {
    (void)instance, (void)capacity;
    memcpy(buffer, VERSION, sizeof(VERSION));
    *length = sizeof(VERSION);
    EXPORT_STATE;
    return 0;
}

static int32_t import_state(void *instance, const void *bytes, uint64_t length) {
    (void)instance, (void)bytes, (void)length;
    IMPORT_STATE;
    return 0;
}

#ifdef BEHAVIOR
static const popover_behavior behavior = {
    .struct_size = sizeof(popover_behavior),
    .name = TEXT(BEHAVIOR),
    .flags = FLAGS,
};
static const popover_behavior *const behaviors[] = {&behavior};
#endif

static const popover_plugin plugin = {
    .magic = MAGIC,
    .struct_size = SIZE,
    .abi_major = MAJOR,
    .abi_minor = POPOVER_PLUGIN_ABI_MINOR,
    .kind = POPOVER_PLUGIN_POLICY,
    .name = TEXT(NAME),
    .version = TEXT(VERSION),
#ifdef BEHAVIOR
    .behavior_count = 1,
    .behaviors = behaviors,
#endif
    .create = create,
    .self_test = self_test,
    .answer = answer,
    .hooks = POPOVER_ASKS_OPEN,
    .export_state = export_state,
    .import_state = import_state,
#ifdef FALLBACK
    .fallback = FALLBACK,
#endif
};

POPOVER_PLUGIN_EXPORT const popover_plugin *ENTRY(void) { return &plugin; }
