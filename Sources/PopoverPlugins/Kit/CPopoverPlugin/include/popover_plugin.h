// SPDX-License-Identifier: MIT
//
// The plugin interface of popoverd, version 2.0. A plugin needs nothing but this file.
//
// A plugin is a shared library named libpopover-NAME.so or popover-NAME.so. It exports one function,
// popoverd_plugin_abi_2, which returns the plugin's table. The daemon calls it once, copies the
// table, and from then on calls the functions in it. Compile with -fvisibility=hidden.
//
// Such a plugin answers questions from the facts in them, from its options and from what it
// remembers. What waits, has timers or descriptors, receives events or sends requests is a program.
//
// Rules for both sides
//  - Strings are UTF-8 with a length and no terminating NUL. `bytes` NULL means that there is no
//    string. The side that passes a string owns it; the other side borrows it until the call
//    returns, unless the declaration says otherwise.
//  - Each side frees only the memory that it allocated.
//  - All functions are called on one thread, one at a time.
//  - Members whose names begin with `reserved` are zero. Zero always means "the default". A table
//    with nothing but its mandatory first members describes the plainest plugin.
//
// Rules for plugins
//  - A plugin runs inside the daemon and must return at once. A call that takes more than 1 ms is
//    slow; a plugin with three slow calls in a minute is suspended for a while. A call that takes
//    5 s ends the daemon.
//  - A plugin does no I/O. It does not throw, longjmp, fork or exit, and does not touch locale,
//    environment or signals. When `destroy` returns, no thread of the plugin is left.
//  - A plugin advises; the daemon decides. An invalid answer counts as ABSTAIN. At OPEN the plugin
//    or the administrator may choose that it refuses the open.
//  - A library is never unmapped. An update is loaded beside the old library.
//  - A library is loaded from a copy in memory, so a run path of $ORIGIN does not find files beside
//    it. Libraries in the system's folders are found as usual.
//
// Versions
//  - A struct begins with its size as the writer knows it (the descriptor: with its magic, then its
//    size). The reader uses the members that both know: missing members count as zero, additional
//    members are ignored.
//  - A minor version only appends members, bits and numbers. An older daemon accepts a newer plugin,
//    and the other way round. Unknown values: a question gets ABSTAIN, a bit is ignored, a verdict
//    counts as invalid, a plugin of an unknown kind is refused.
//  - Any other change is a new major version with a new symbol, popoverd_plugin_abi_3.
//  - Numbers below 0x100 of plugin kinds, questions and verdicts are for behaviors, and policies may
//    use them too. Numbers from 0x100 are for policies. Numbers from 0x80000000 are for experiments;
//    no released daemon uses them.

#ifndef POPOVER_PLUGIN_H
#define POPOVER_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define POPOVER_PLUGIN_MAGIC 0x504F5056u
#define POPOVER_PLUGIN_ABI_MAJOR 2u
#define POPOVER_PLUGIN_ABI_MINOR 1u

#if defined(__GNUC__)
#define POPOVER_PLUGIN_EXPORT __attribute__((visibility("default")))
#else
#define POPOVER_PLUGIN_EXPORT
#endif

// Limits. A table that exceeds one is refused; capacities of text are in bytes.
#define POPOVER_NAME_CAPACITY 64
#define POPOVER_VERSION_CAPACITY 32
#define POPOVER_BEHAVIORS_CAPACITY 16
#define POPOVER_MESSAGE_CAPACITY 256
#define POPOVER_BUTTON_CAPACITY 64
#define POPOVER_ORDER_CAPACITY 16
#define POPOVER_OPTIONS_CAPACITY 64
#define POPOVER_OPTION_TEXT_CAPACITY 4096
#define POPOVER_STATE_CAPACITY 65536
// In milliseconds.
#define POPOVER_IDLE_SHORTEST_MS 1000
#define POPOVER_IDLE_LONGEST_MS 86400000
#define POPOVER_HOLD_LONGEST_MS 60000
#define POPOVER_WARNING_SHORTEST_MS 1000
#define POPOVER_WARNING_LONGEST_MS 600000
#define POPOVER_RANK_LOWEST (-1000)
#define POPOVER_RANK_HIGHEST 1000
// In points.
#define POPOVER_WIDTH_LOWEST 1.0
#define POPOVER_WIDTH_HIGHEST 16384.0

// Borrowed text. See the rules above for ownership.
typedef struct popover_string {
    const char *bytes;
    uint64_t length;
} popover_string;

// Log levels.
#define POPOVER_LOG_DEBUG 0u
#define POPOVER_LOG_INFO 1u
#define POPOVER_LOG_WARNING 2u
#define POPOVER_LOG_ERROR 3u

// The functions that the daemon offers. Owned by the daemon, valid from `create` until `destroy`
// returns. Call them only while the daemon is calling the plugin. None of them is NULL.
typedef struct popover_host {
    uint32_t struct_size;
    uint32_t abi_major;
    uint32_t abi_minor;
    uint32_t reserved;
    // Owned by the daemon. Pass it as the first argument of every function below.
    void *context;
    // Writes a line to the daemon's log. `message` remains the plugin's.
    void (*log)(void *context, uint32_t level, popover_string message);
    // Returns CLOCK_MONOTONIC in microseconds.
    int64_t (*now)(void *context);
    // Returns the value of an option from the plugin's configuration, or else its declared default,
    // or else a string with `bytes` NULL. `key` remains the plugin's. The result belongs to the
    // daemon and is valid until `destroy` returns. For the spelling of values see popover_option.
    popover_string (*config_get)(void *context, popover_string key);

    // Returns the text of an option of type TEXT for people who read `language`, a BCP 47 tag such as
    // that of an IDLE question: that of the language, else of the language without its last subtags,
    // else of English, else the first. `bytes` NULL: the language is unknown, as for `config_get`,
    // whose rules apply otherwise.
    popover_string (*config_text)(void *context, popover_string key, popover_string language);
} popover_host;

// Sides of the source on which a popover may sit.
#define POPOVER_SIDE_NONE 0u
#define POPOVER_SIDE_TOP 1u
#define POPOVER_SIDE_BOTTOM 2u
#define POPOVER_SIDE_LEFT 3u
#define POPOVER_SIDE_RIGHT 4u
#define POPOVER_SIDE_COUNT 4

// What happens to the draft.
#define POPOVER_DISPOSITION_DEFAULT 0u
#define POPOVER_DISPOSITION_SAVE 1u
#define POPOVER_DISPOSITION_DISCARD 2u

// How a behavior adapts to a compact display.
#define POPOVER_COMPACT_DEFAULT 0u
#define POPOVER_COMPACT_SHEET 1u
#define POPOVER_COMPACT_REFUSE 2u

// Flags of a behavior.
#define POPOVER_BEHAVIOR_CHOICE_CLOSES (1u << 0)
#define POPOVER_BEHAVIOR_OUTSIDE_TAP_STAYS (1u << 1)
#define POPOVER_BEHAVIOR_DETACHABLE (1u << 2)
#define POPOVER_BEHAVIOR_AVOIDS_SCROLLING (1u << 3)
#define POPOVER_BEHAVIOR_NEEDS_TITLE (1u << 4)
#define POPOVER_BEHAVIOR_PORTRAIT_ONLY (1u << 5)
// Short help, which takes no place and ends by itself.
#define POPOVER_BEHAVIOR_HINT (1u << 6)

// Kinds of questions. Bit K - 1 of a behavior's `questions` asks for question K.
#define POPOVER_QUESTION_OPEN 1u
#define POPOVER_QUESTION_CHOICE 2u
#define POPOVER_QUESTION_OUTSIDE_TAP 3u
#define POPOVER_QUESTION_DETACH 4u
#define POPOVER_QUESTION_DISPOSITION 5u

// Kinds of questions for policies only. Bit K - 1 of a policy's `hooks` asks for question K; for
// questions from 0x100 it is bit K - 0x100 + 16.
#define POPOVER_QUESTION_ALERT 0x100u
#define POPOVER_QUESTION_IDLE 0x101u

#define POPOVER_ASKS_OPEN (1u << 0)
#define POPOVER_ASKS_CHOICE (1u << 1)
#define POPOVER_ASKS_OUTSIDE_TAP (1u << 2)
#define POPOVER_ASKS_DETACH (1u << 3)
#define POPOVER_ASKS_DISPOSITION (1u << 4)
#define POPOVER_ASKS_ALERT (1u << 16)
#define POPOVER_ASKS_IDLE (1u << 17)

// What counts at OPEN without an answer of a policy.
#define POPOVER_FALLBACK_ABSTAIN 0u
// For a policy that protects: nothing opens.
#define POPOVER_FALLBACK_REFUSE 1u

// A behavior and its default answers, which apply where it is not asked or abstains. Owned by the
// plugin, like everything it points to. Constant, and valid until the process ends.
typedef struct popover_behavior {
    uint32_t struct_size;
    // POPOVER_BEHAVIOR_ bits.
    uint32_t flags;
    // 1 to POPOVER_NAME_CAPACITY of a-z 0-9 '-'. Unique among the behaviors of a daemon.
    popover_string name;
    // POPOVER_ASKS_ bits.
    uint32_t questions;
    // A POPOVER_DISPOSITION_ number: what happens to the draft when a tap or key outside closes
    // the popover.
    uint32_t outside_tap_disposition;
    // A POPOVER_COMPACT_ number.
    uint32_t compact_adaptation;
    uint32_t reserved;
    // Preferred sides, best first, without repetition, filled up with NONE. All NONE: the default.
    uint32_t sides[POPOVER_SIDE_COUNT];
    // In points, from POPOVER_WIDTH_LOWEST to POPOVER_WIDTH_HIGHEST, minimum <= maximum. Both 0: the
    // default widths.
    double minimum_width;
    double maximum_width;
} popover_behavior;

// Flags of a question.
// The popover is modal.
#define POPOVER_FACT_MODAL (1u << 0)
// OPEN: the display is compact.
#define POPOVER_FACT_COMPACT (1u << 1)
// OUTSIDE_TAP: it was a key, not a tap.
#define POPOVER_FACT_KEY (1u << 2)
// IDLE: the display has a popover, a panel, a view or a stored draft; otherwise it has a session, which
// began with a touch or key, and nothing else.
#define POPOVER_FACT_OCCUPIED (1u << 3)
// The plugin is asked as a policy. Otherwise it is asked as the provider of the behavior.
#define POPOVER_FACT_POLICY (1u << 4)

// Why a popover closes.
#define POPOVER_CLOSE_CHOICE 1u
#define POPOVER_CLOSE_DONE 2u
#define POPOVER_CLOSE_CANCEL 3u
#define POPOVER_CLOSE_OUTSIDE_TAP 4u
#define POPOVER_CLOSE_SOURCE_TAP 5u
#define POPOVER_CLOSE_KEY 6u
#define POPOVER_CLOSE_REPLACED 7u
#define POPOVER_CLOSE_DISPLAY_CHANGED 8u
#define POPOVER_CLOSE_SOURCE_GONE 9u
#define POPOVER_CLOSE_DETACHED 10u
#define POPOVER_CLOSE_VIEW_PRESENTED 11u
#define POPOVER_CLOSE_SESSION_ENDED 12u
#define POPOVER_CLOSE_ADMINISTRATOR 13u
#define POPOVER_CLOSE_IDLE 14u
#define POPOVER_CLOSE_CLIENT_GONE 15u
#define POPOVER_CLOSE_SHUTDOWN 16u

// Severities of alerts.
#define POPOVER_SEVERITY_INFO 1u
#define POPOVER_SEVERITY_WARNING 2u
#define POPOVER_SEVERITY_CRITICAL 3u

// A question and its facts. Owned by the daemon and borrowed for the call, like everything it points
// to. It never contains a draft. Members that do not apply to its kind are zero.
typedef struct popover_question {
    uint32_t struct_size;
    // A POPOVER_QUESTION_ number.
    uint32_t kind;
    // POPOVER_FACT_ bits.
    uint32_t flags;
    uint32_t reserved;
    // All but ALERT and IDLE: the popover's behavior.
    popover_string behavior;
    // All but IDLE: the app name of the client.
    popover_string app;
    popover_string display;
    // CHOICE, OUTSIDE_TAP, DETACH, DISPOSITION: the popover's id, such as "p1".
    popover_string popover;
    // The key and the title of the popover or alert; NULL if the client gave none.
    popover_string key;
    popover_string title;
    // CHOICE: the choice that the client sent, as compact JSON.
    popover_string choice;
    // OPEN: the size of the display and the requested size of the popover, in points.
    double display_width;
    double display_height;
    double width;
    double height;
    // DISPOSITION: a POPOVER_CLOSE_ number, or 0 for a reason that this version does not
    // know; then the POPOVER_DISPOSITION_ number that applies if every plugin abstains.
    uint32_t reason;
    uint32_t standing;
    // ALERT: the alert's id, such as "a1", and a POPOVER_SEVERITY_ number.
    popover_string alert;
    uint32_t severity;
    uint32_t reserved_severity;
    // ALERT: how long plugins have held it so far, in milliseconds.
    int64_t held_ms;
    // IDLE: time since the last touch or key on the display, in milliseconds.
    int64_t idle_ms;
    // IDLE: the language in which people read there, as a BCP 47 tag; NULL if it is unknown.
    popover_string language;
} popover_question;

// Verdicts, and the questions that they answer.
// Any question: no opinion. The default answer applies.
#define POPOVER_VERDICT_ABSTAIN 0u
// OPEN: it may open. `sides` and widths, where given, replace the behavior's own.
#define POPOVER_VERDICT_ADMIT 1u
// OPEN: it may not open, with `reason` and `message`.
#define POPOVER_VERDICT_REFUSE 2u
// CHOICE, OUTSIDE_TAP: it closes, with `disposition`. DISPOSITION: its draft gets this `disposition`,
// which must be SAVE or DISCARD. IDLE: the popover closes and its draft is saved.
#define POPOVER_VERDICT_CLOSE 3u
// CHOICE, OUTSIDE_TAP: it stays open.
#define POPOVER_VERDICT_STAY 4u
// DETACH: it may be detached.
#define POPOVER_VERDICT_DETACH 5u
// DETACH: it may not be detached.
#define POPOVER_VERDICT_KEEP 6u
// OPEN: it opens as `behavior` instead.
#define POPOVER_VERDICT_REPLACE 7u
// ALERT: it may be presented. Among alerts of the same severity the lowest `rank` comes first.
#define POPOVER_VERDICT_PRESENT 0x100u
// ALERT: not now. The daemon asks again after `hold_ms`.
#define POPOVER_VERDICT_HOLD 0x101u
// IDLE: an alert with `title`, `message` and one `button` warns people. Any touch or key cancels it;
// otherwise `then` happens after `timeout_ms`.
#define POPOVER_VERDICT_WARN 0x102u
// IDLE: the session on the display ends: everything closes and its drafts are erased.
#define POPOVER_VERDICT_END_SESSION 0x103u

// What happens after a warning.
#define POPOVER_THEN_CLOSE 1u
#define POPOVER_THEN_END_SESSION 2u

// Reasons of a refusal.
#define POPOVER_REASON_POLICY 0u
#define POPOVER_REASON_NOT_FOR_WARNINGS 1u

// An answer. Owned by the daemon, borrowed for the call, filled in by the plugin. On entry all
// members but `struct_size` are zero, which means ABSTAIN. Write no member beyond `struct_size`.
typedef struct popover_verdict {
    uint32_t struct_size;
    // A POPOVER_VERDICT_ number.
    uint32_t kind;
    // REFUSE: a POPOVER_REASON_ number.
    uint32_t reason;
    // CLOSE, except at IDLE: a POPOVER_DISPOSITION_ number.
    uint32_t disposition;
    // ADMIT: as in popover_behavior.
    uint32_t sides[POPOVER_SIDE_COUNT];
    // ADMIT: as in popover_behavior.
    double minimum_width;
    double maximum_width;
    // REFUSE: one UTF-8 sentence for client developers; empty: a text for the reason. WARN: text for
    // people in front of the display; empty: none. With length 0, this and the texts below end at
    // their first zero byte.
    uint32_t message_length;
    uint32_t reserved;
    char message[POPOVER_MESSAGE_CAPACITY];
    // PRESENT: POPOVER_RANK_LOWEST to POPOVER_RANK_HIGHEST; the default is 0.
    int32_t rank;
    // WARN: a POPOVER_THEN_ number.
    uint32_t then;
    // HOLD: 1 to POPOVER_HOLD_LONGEST_MS.
    int64_t hold_ms;
    // WARN: POPOVER_WARNING_SHORTEST_MS to POPOVER_WARNING_LONGEST_MS.
    int64_t timeout_ms;
    // REPLACE: the behavior's name. WARN: title and button, neither empty. All UTF-8.
    uint32_t behavior_length;
    uint32_t title_length;
    uint32_t button_length;
    uint32_t reserved_lengths;
    char behavior[POPOVER_NAME_CAPACITY];
    char title[POPOVER_MESSAGE_CAPACITY];
    char button[POPOVER_BUTTON_CAPACITY];
} popover_verdict;

// Kinds of plugins.
#define POPOVER_PLUGIN_BEHAVIORS 1u
// It is asked about all popovers and alerts. It may provide behaviors too. Only this kind has
// `hooks`.
#define POPOVER_PLUGIN_POLICY 0x100u

// Types of options, with the spelling that `config_get` returns.
// The text itself.
#define POPOVER_OPTION_STRING 0u
// Decimal, 64 bits: "-12".
#define POPOVER_OPTION_INTEGER 1u
// Decimal: "0.5".
#define POPOVER_OPTION_NUMBER 2u
// "true" or "false"
#define POPOVER_OPTION_BOOLEAN 3u
// Strings, each followed by a line feed and containing none.
#define POPOVER_OPTION_STRINGS 4u
// Text for people, of which the configuration may have one for each language. `config_get` returns
// the one for an unknown language; see `config_text`.
#define POPOVER_OPTION_TEXT 5u

// An option that an administrator may set in the plugin's configuration. An undeclared option, or a
// value of another type, prevents the plugin from loading. Owned by the plugin, like everything it
// points to. Constant, and valid until the process ends.
typedef struct popover_option {
    uint32_t struct_size;
    // A POPOVER_OPTION_ number.
    uint32_t type;
    // 1 to POPOVER_NAME_CAPACITY of a-z A-Z 0-9 '-' '_'.
    popover_string name;
    // Spelled as its type says, at most POPOVER_OPTION_TEXT_CAPACITY bytes; NULL: no default.
    popover_string default_value;
    // One sentence for administrators, at most POPOVER_MESSAGE_CAPACITY bytes; may be NULL.
    popover_string description;
} popover_option;

// A plugin. Owned by the plugin, like everything it points to. Constant, and valid until the process
// ends. The members before `create` are mandatory. Every function may be NULL.
typedef struct popover_plugin {
    // POPOVER_PLUGIN_MAGIC. The first four members keep their offsets in every version.
    uint32_t magic;
    uint32_t struct_size;
    uint32_t abi_major;
    uint32_t abi_minor;
    // A POPOVER_PLUGIN_ number.
    uint32_t kind;
    // Of `behaviors`: 1 to POPOVER_BEHAVIORS_CAPACITY; a policy may have none.
    uint32_t behavior_count;
    // 1 to POPOVER_NAME_CAPACITY of a-z 0-9 '-'. Unique among the plugins of a daemon.
    popover_string name;
    // For people: 1 to POPOVER_VERSION_CAPACITY bytes.
    popover_string version;
    // `behavior_count` pointers.
    const popover_behavior *const *behaviors;
    // Passed to `create`. The plugin's own; may be NULL.
    const void *context;

    // Starts an instance. Returns 0, or any other number if the plugin cannot run here. `host` is the
    // daemon's. The plugin may store a pointer in `*instance`, which is passed to the functions
    // below. A reload starts a second instance before it destroys the first; both share static data
    // if the file has not changed. NULL: nothing to start.
    int32_t (*create)(const void *context, const popover_host *host, void **instance);
    // Ends an instance. It is not used afterwards. NULL: nothing to end.
    void (*destroy)(void *instance);
    // Called once after `create`, before anything else. Returns 0, or any other number if the plugin
    // must not be used; `destroy` follows. NULL: always passes.
    int32_t (*self_test)(void *instance);
    // Answers a question that the behavior or policy asked for. NULL: always abstains.
    void (*answer)(void *instance, const popover_question *question, popover_verdict *verdict);

    // POPOVER_ASKS_ bits: the questions for it as a policy.
    uint32_t hooks;
    // Of the lists below: at most POPOVER_ORDER_CAPACITY each, and POPOVER_OPTIONS_CAPACITY.
    uint32_t before_count;
    uint32_t after_count;
    uint32_t option_count;
    // Time without touch or key on a display until IDLE is asked: POPOVER_IDLE_SHORTEST_MS to
    // POPOVER_IDLE_LONGEST_MS. Mandatory with POPOVER_ASKS_IDLE, else 0.
    int64_t idle_ms;
    // Names of the plugins before and after which its verdicts count. Names of plugins that are not
    // loaded are ignored.
    const popover_string *before;
    const popover_string *after;
    // `option_count` pointers, with unique names.
    const popover_option *const *options;

    // Exports state before a reload. Writes at most `capacity` bytes (POPOVER_STATE_CAPACITY) of any
    // format to `buffer`, which is the daemon's, stores their count in `*length` and returns 0.
    // Returns any other number if there is no state to export. If the reload fails, this instance
    // continues. NULL: no state is exported.
    int32_t (*export_state)(
        void *instance, void *buffer, uint64_t capacity, uint64_t *length);
    // Imports the state of the previous instance in a reload, after `self_test`. The bytes may come
    // from another version of the plugin and are borrowed for the call. Returns 0, or any other
    // number if it cannot continue from them; then `destroy` follows and the previous instance
    // stays. NULL: it starts without state.
    int32_t (*import_state)(void *instance, const void *bytes, uint64_t length);

    // What counts at OPEN without a valid answer in time, unless the administrator has configured it:
    // a POPOVER_FALLBACK_ number. Since 2.1.
    uint32_t fallback;
    // 0.
    uint32_t reserved;
} popover_plugin;

// The only symbol that a plugin exports. Returns the plugin's table, or NULL if it cannot be loaded.
POPOVER_PLUGIN_EXPORT const popover_plugin *popoverd_plugin_abi_2(void);

#ifdef __cplusplus
}
#endif

#endif
