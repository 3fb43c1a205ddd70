// SPDX-License-Identifier: MIT

/// One plugin in C whose macros turn it into each animal of the zoo.
let fixture = """
    #include "popover_plugin.h"
    #include <stddef.h>
    #include <string.h>

    #ifndef NAME
    #define NAME "good"
    #endif
    #ifndef BEHAVIOR
    #define BEHAVIOR NAME
    #endif
    #ifndef MAGIC
    #define MAGIC POPOVER_PLUGIN_MAGIC
    #endif
    #ifndef MAJOR
    #define MAJOR POPOVER_PLUGIN_ABI_MAJOR
    #endif
    #ifndef MINOR
    #define MINOR POPOVER_PLUGIN_ABI_MINOR
    #endif
    #ifndef SIZE
    #define SIZE sizeof(popover_plugin)
    #endif
    #ifndef KIND
    #define KIND POPOVER_PLUGIN_BEHAVIORS
    #endif
    #ifndef COUNT
    #define COUNT 1
    #endif
    #ifndef FLAGS
    #define FLAGS 0
    #endif
    #ifndef BEHAVIOR_SIZE
    #define BEHAVIOR_SIZE sizeof(popover_behavior)
    #endif
    #ifndef SIDES
    #define SIDES {0}
    #endif
    #ifndef WIDTHS
    #define WIDTHS 0, 0
    #endif
    #ifndef START
    #define START 0
    #endif
    #ifndef TEST
    #define TEST 0
    #endif
    #ifndef ANSWER
    #define ANSWER
    #endif
    #ifndef HOOKS
    #define HOOKS 0
    #endif
    #ifndef IDLE
    #define IDLE 0
    #endif
    #ifndef CREATE
    #define CREATE
    #endif
    #ifndef EXPORT
    #define EXPORT return 1
    #endif
    #ifndef IMPORT
    #define IMPORT return 0
    #endif

    #define TEXT(literal) {literal, sizeof(literal) - 1}
    #define LIST(list) (uint32_t)(sizeof(list) / sizeof *list)
    #define OPTION(name, type) {sizeof(popover_option), type, TEXT(name), {NULL, 0}, {NULL, 0}}
    #define OPTION_OR(name, type, value) \\
        {sizeof(popover_option), type, TEXT(name), TEXT(value), TEXT("Told to people.")}

    /* Of the instance that is called: those of one file share it. */
    static const popover_host *host;

    static void say(const char *line) {
        popover_string text = {line, strlen(line)};
        host->log(host->context, POPOVER_LOG_INFO, text);
    }

    static void say_string(popover_string text) {
        if (!text.bytes) {
            text.bytes = "(none)";
            text.length = 6;
        }
        host->log(host->context, POPOVER_LOG_DEBUG, text);
    }

    static int32_t create(const void *context, const popover_host *table, void **instance) {
        (void)context;
        host = table;
        *instance = (void *)table;
        say("create");
        CREATE;
        return START;
    }

    static void destroy(void *instance) {
        host = (const popover_host *)instance;
        say("destroy");
    }

    static int32_t self_test(void *instance) {
        (void)instance;
        return TEST;
    }

    static void answer(void *instance, const popover_question *question, popover_verdict *verdict) {
        host = (const popover_host *)instance;
        (void)question;
        (void)say_string;
        (void)verdict;
        ANSWER;
    }

    static int32_t export_state(
        void *instance, void *buffer, uint64_t capacity, uint64_t *length) {
        host = (const popover_host *)instance;
        (void)buffer, (void)capacity, (void)length;
        EXPORT;
    }

    static int32_t import_state(void *instance, const void *bytes, uint64_t length) {
        host = (const popover_host *)instance;
        (void)bytes, (void)length;
        IMPORT;
    }

    #ifdef BEFORE
    static const popover_string before[] = BEFORE;
    #endif
    #ifdef AFTER
    static const popover_string after[] = AFTER;
    #endif
    #ifdef OPTIONS
    static const popover_option option_list[] = OPTIONS;
    static const popover_option *const options[] = {
        &option_list[0], &option_list[LIST(option_list) - 1]
    };
    #endif

    #ifdef UNRESOLVED
    void nobody_defines_this(void);
    #endif

    static const popover_behavior behavior = {
        BEHAVIOR_SIZE, FLAGS, TEXT(BEHAVIOR),
    #ifdef QUIET
        0,
    #else
        POPOVER_ASKS_OPEN | POPOVER_ASKS_CHOICE | POPOVER_ASKS_OUTSIDE_TAP | POPOVER_ASKS_DETACH,
    #endif
        0, 0, 0, SIDES, WIDTHS
    };
    static const popover_behavior *const behaviors[] = {&behavior, &behavior};

    /* A descriptor of a later minor version: this one's members and one more. */
    static const struct {
        popover_plugin plugin;
        void (*later)(void);
    } table = {
        {
            MAGIC, (uint32_t)(SIZE), MAJOR, MINOR, KIND, COUNT, TEXT(NAME), TEXT("2.1"), behaviors, NULL,
    #ifdef NULL_FUNCTIONS
            NULL, NULL, NULL, NULL
    #else
            create, destroy, self_test, answer,
            .hooks = HOOKS, .idle_ms = IDLE,
            .export_state = export_state, .import_state = import_state,
    #ifdef BEFORE
            .before = before, .before_count = LIST(before),
    #endif
    #ifdef AFTER
            .after = after, .after_count = LIST(after),
    #endif
    #ifdef FALLBACK
            .fallback = FALLBACK,
    #endif
    #ifdef OPTIONS
            .options = options, .option_count = LIST(option_list),
    #endif
    #endif
        },
        NULL
    };

    #ifndef NO_SYMBOL
    const popover_plugin *popoverd_plugin_abi_2(void) {
    #ifdef NULL_FUNCTIONS
        (void)create, (void)destroy, (void)self_test, (void)answer;
        (void)export_state, (void)import_state;
    #endif
    #ifdef UNRESOLVED
        nobody_defines_this();
    #endif
    #ifdef NO_TABLE
        return NULL;
    #else
        return &table.plugin;
    #endif
    }
    #endif
    """
