// SPDX-License-Identifier: MIT
//
// The plugin interface of popoverd, version 1.1. It needs nothing but this file.
//
// A plugin is a shared library named libpopover-NAME.so or popover-NAME.so that exports one
// function, popoverd_plugin_abi_1. The daemon calls it once, copies what it needs, and from then on
// calls the functions of the table it returned. Compile with -fvisibility=hidden.
//
// Rules for both sides
//  - Strings are UTF-8 with a length, never ended by NUL. `bytes` may be NULL: there is no such
//    string. Whoever passes a string owns it; the other side borrows it for the call unless the
//    declaration says otherwise.
//  - No memory changes hands: nothing is ever freed by the side that did not allocate it.
//  - Every function is called on one and the same thread, never while another is running.
//  - Members whose names begin with `reserved` are zero. Zero always means "the usual": a table
//    filled with zeros but for its first members describes the plainest plugin.
//
// Rules for plugins
//  - A plugin runs inside the daemon. It returns at once (the daemon measures: 1 ms is too long; a
//    plugin that takes longer three times in a minute is not asked for a while, and a call that
//    takes 5 s ends the daemon), does no I/O but on the descriptors that it watches, does not
//    throw, longjmp, fork, exit, or touch locale, environment or signals, and leaves no thread
//    behind when `destroy` returns.
//  - It advises. The daemon decides, and takes a wrong answer for none: what holds then is no opinion,
//    unless the administrator has named another fallback.
//  - It is never unmapped. After an update the new library is loaded beside the old one.
//  - It is loaded from a copy in memory, so that a run path of $ORIGIN does not find what lies
//    beside its file. Libraries in the system's folders are found as usual.
//
// Versions
//  - A struct begins with its size as its writer knows it (the descriptor: with its magic, then its
//    size). A reader takes what both know; what is missing counts as zero, what is more is ignored.
//  - A minor version only appends members, bits and numbers. A newer plugin is accepted by an older
//    daemon and the other way round. Numbers and bits that a reader does not know: a question gets
//    ABSTAIN, a bit is ignored, a verdict counts as none, a plugin's kind is refused.
//  - Anything else is a new major version, with a new symbol, popoverd_plugin_abi_2.
//  - Numbers below 0x100 of the kinds of plugins, questions and verdicts belong to behaviours, and
//    policies may use them too. 0x100 and above belong to policies, 0x80000000 and above to
//    experiments, which no released daemon knows.
//  - What is marked "since 1.1" is missing in a table of version 1.0: POPOVER_HOST_HAS asks the
//    host's. A table of the plugin's own always has all that this file declares.

#ifndef POPOVER_PLUGIN_H
#define POPOVER_PLUGIN_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define POPOVER_PLUGIN_MAGIC 0x504F5056u
#define POPOVER_PLUGIN_ABI_MAJOR 1u
#define POPOVER_PLUGIN_ABI_MINOR 1u

#if defined(__GNUC__)
#define POPOVER_PLUGIN_EXPORT __attribute__((visibility("default")))
#else
#define POPOVER_PLUGIN_EXPORT
#endif

// Limits; what exceeds them is refused.
#define POPOVER_NAME_CAPACITY 64
#define POPOVER_VERSION_CAPACITY 32
#define POPOVER_BEHAVIORS_CAPACITY 16
#define POPOVER_MESSAGE_CAPACITY 256
#define POPOVER_BUTTON_CAPACITY 64
#define POPOVER_TOPICS_CAPACITY 64
#define POPOVER_TOPIC_CAPACITY 128
#define POPOVER_ORDER_CAPACITY 16
#define POPOVER_ROLES_CAPACITY 8
#define POPOVER_OPTIONS_CAPACITY 64
#define POPOVER_OPTION_TEXT_CAPACITY 4096
#define POPOVER_TIMERS_CAPACITY 16
#define POPOVER_WATCHES_CAPACITY 16
// Lines that a plugin sends within one call, and bytes of a line and of its state.
#define POPOVER_LINES_CAPACITY 64
#define POPOVER_LINE_CAPACITY 262144
#define POPOVER_STATE_CAPACITY 65536
// In milliseconds.
#define POPOVER_TIMER_LONGEST_MS 86400000
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

// Borrowed text; see the rules above for its owner.
typedef struct popover_string {
    const char *bytes;
    uint64_t length;
} popover_string;

// Log levels.
#define POPOVER_LOG_DEBUG 0u
#define POPOVER_LOG_INFO 1u
#define POPOVER_LOG_WARNING 2u
#define POPOVER_LOG_ERROR 3u

// What the host's functions since 1.1 answer.
#define POPOVER_STATUS_DONE 0
// The plugin has not declared the capability, or the configuration does not trust it.
#define POPOVER_STATUS_NOT_TRUSTED 1
// Too long, or too many.
#define POPOVER_STATUS_LIMIT 2
// An argument makes no sense, or there is no such timer or watch.
#define POPOVER_STATUS_INVALID 3
// The system refused it.
#define POPOVER_STATUS_FAILED 4

// Events of a descriptor.
#define POPOVER_READABLE (1u << 0)
#define POPOVER_WRITABLE (1u << 1)
// Only to `descriptor_ready`: it is broken or at its end, and not watched any more.
#define POPOVER_DISCONNECTED (1u << 2)

// Whether the host's table has this function.
#define POPOVER_HOST_HAS(host, function) \
    ((host)->struct_size >= offsetof(popover_host, function) + sizeof((host)->function))

// What the daemon offers. Owned by the daemon, valid from `create` until `destroy` returns; its
// functions may be called only from within a call of the daemon's. None of them is ever NULL.
typedef struct popover_host {
    uint32_t struct_size;
    uint32_t abi_major;
    uint32_t abi_minor;
    uint32_t reserved;
    // Owned by the daemon; the first argument of every function below.
    void *context;
    // Writes a line to the daemon's log. `message` stays the plugin's.
    void (*log)(void *context, uint32_t level, popover_string message);
    // Microseconds on CLOCK_MONOTONIC.
    int64_t (*now)(void *context);
    // A value from the plugin's part of the configuration, else the declared default, `bytes` NULL
    // where there is neither. `key` stays the plugin's; the result is the daemon's and valid until
    // `destroy` returns. How values are written: see popover_option.
    popover_string (*config_get)(void *context, popover_string key);

    // Since 1.1. Each answers with a POPOVER_STATUS_ number. What is asked for within `create`,
    // `self_test` and `import_state` counts once the instance has taken its place.

    // Sends the daemon one line as a client would: a JSON-RPC request or notification, at most
    // POPOVER_LINE_CAPACITY bytes, without its line feed, and POPOVER_LINES_CAPACITY of them within
    // one call of the daemon's. `line` stays the plugin's. The answer to a request comes to
    // `receive`, never before this call has returned. Needs POPOVER_CAPABILITY_REQUESTS.
    int32_t (*send)(void *context, popover_string line);
    // Calls `timer_fired` with `id`, which is the plugin's choice, after `milliseconds`, at most
    // POPOVER_TIMER_LONGEST_MS, and where `repeats` is not 0 again and again, then at least 1. A
    // timer of the same id starts anew. At most POPOVER_TIMERS_CAPACITY at once. Needs
    // POPOVER_CAPABILITY_LOOP, as does what follows.
    int32_t (*start_timer)(
        void *context, uint32_t id, uint32_t milliseconds, uint32_t repeats);
    // It will not fire any more.
    int32_t (*stop_timer)(void *context, uint32_t id);
    // Calls `descriptor_ready` with `id`, which is the plugin's choice, whenever `descriptor` is
    // ready for one of `events`, READABLE, WRITABLE or both. The descriptor stays the plugin's: it
    // is non-blocking, open until it is not watched any more, and watched under one id only. A
    // watch of the same id is replaced. At most POPOVER_WATCHES_CAPACITY at once.
    int32_t (*watch)(void *context, uint32_t id, int32_t descriptor, uint32_t events);
    // It is not watched any more; to be called before the descriptor is closed.
    int32_t (*unwatch)(void *context, uint32_t id);
} popover_host;

// Sides of the source on which a popover may sit.
#define POPOVER_SIDE_NONE 0u
#define POPOVER_SIDE_TOP 1u
#define POPOVER_SIDE_BOTTOM 2u
#define POPOVER_SIDE_LEFT 3u
#define POPOVER_SIDE_RIGHT 4u
#define POPOVER_SIDE_COUNT 4

// What becomes of unfinished work.
#define POPOVER_DISPOSITION_DEFAULT 0u
#define POPOVER_DISPOSITION_SAVE 1u
#define POPOVER_DISPOSITION_DISCARD 2u

// What a behaviour becomes on a compact display.
#define POPOVER_COMPACT_DEFAULT 0u
#define POPOVER_COMPACT_SHEET 1u
#define POPOVER_COMPACT_REFUSE 2u

// Flags of a behaviour.
#define POPOVER_BEHAVIOR_CHOICE_CLOSES (1u << 0)
#define POPOVER_BEHAVIOR_OUTSIDE_TAP_STAYS (1u << 1)
#define POPOVER_BEHAVIOR_DETACHABLE (1u << 2)
#define POPOVER_BEHAVIOR_AVOIDS_SCROLLING (1u << 3)
#define POPOVER_BEHAVIOR_NEEDS_TITLE (1u << 4)
#define POPOVER_BEHAVIOR_PORTRAIT_ONLY (1u << 5)

// Kinds of questions. A behaviour wants to be asked question K when bit K - 1 of its `questions`
// is set.
#define POPOVER_QUESTION_OPEN 1u
#define POPOVER_QUESTION_CHOICE 2u
#define POPOVER_QUESTION_OUTSIDE_TAP 3u
#define POPOVER_QUESTION_DETACH 4u
// Since 1.1.
#define POPOVER_QUESTION_DISPOSITION 5u

// Kinds of questions to policies alone, since 1.1. A policy wants to be asked question K when bit
// K - 1 of its `hooks` is set, or from 0x100 on bit K - 0x100 + 16.
#define POPOVER_QUESTION_ALERT 0x100u
#define POPOVER_QUESTION_IDLE 0x101u

#define POPOVER_ASKS_OPEN (1u << 0)
#define POPOVER_ASKS_CHOICE (1u << 1)
#define POPOVER_ASKS_OUTSIDE_TAP (1u << 2)
#define POPOVER_ASKS_DETACH (1u << 3)
#define POPOVER_ASKS_DISPOSITION (1u << 4)
#define POPOVER_ASKS_ALERT (1u << 16)
#define POPOVER_ASKS_IDLE (1u << 17)

// The standing answers of a behaviour: what holds where it is not asked or does not answer. Owned
// by the plugin, as is all it points to; constant, valid as long as the process.
typedef struct popover_behavior {
    uint32_t struct_size;
    // POPOVER_BEHAVIOR_ bits.
    uint32_t flags;
    // 1 to POPOVER_NAME_CAPACITY of a-z 0-9 '-'; no two behaviours of a daemon share one.
    popover_string name;
    // POPOVER_ASKS_ bits.
    uint32_t questions;
    // What becomes of unfinished work when a tap or a key outside closes it.
    uint32_t outside_tap_disposition;
    // A POPOVER_COMPACT_ number.
    uint32_t compact_adaptation;
    uint32_t reserved;
    // Best first, no side twice, NONE after the last; all NONE: the usual order.
    uint32_t sides[POPOVER_SIDE_COUNT];
    // In points, POPOVER_WIDTH_LOWEST to POPOVER_WIDTH_HIGHEST, the minimum not above the maximum;
    // both 0: the usual widths.
    double minimum_width;
    double maximum_width;
} popover_behavior;

// Flags of a question.
// The popover is modal.
#define POPOVER_FACT_MODAL (1u << 0)
// OPEN: the display is compact.
#define POPOVER_FACT_COMPACT (1u << 1)
// OUTSIDE_TAP: it was a key.
#define POPOVER_FACT_KEY (1u << 2)
// IDLE: a popover, a panel, a view or a kept draft is there. Since 1.1, as is what follows.
#define POPOVER_FACT_OCCUPIED (1u << 3)
// The plugin is asked as a policy, about everybody's; else as the provider of the behaviour.
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

// How much an alert matters.
#define POPOVER_SEVERITY_INFO 1u
#define POPOVER_SEVERITY_WARNING 2u
#define POPOVER_SEVERITY_CRITICAL 3u

// A question and the facts to judge it by. Owned by the daemon, borrowed for the call, as is all it
// points to. It never holds a person's work. Members that its kind does not mention are zero.
typedef struct popover_question {
    uint32_t struct_size;
    // A POPOVER_QUESTION_ number.
    uint32_t kind;
    // POPOVER_FACT_ bits.
    uint32_t flags;
    uint32_t reserved;
    // All but ALERT and IDLE: the behaviour of the popover.
    popover_string behavior;
    // All but IDLE: the client's application.
    popover_string app;
    popover_string display;
    // CHOICE, OUTSIDE_TAP, DETACH, DISPOSITION: the popover, as in "p1".
    popover_string popover;
    // The key of its work and its title, or an alert's; NULL where the client gave none.
    popover_string key;
    popover_string title;
    // CHOICE: the choice that the client sent, compact JSON.
    popover_string choice;
    // OPEN: the size of the display and the size that the client wants, in points.
    double display_width;
    double display_height;
    double width;
    double height;
    // Since 1.1. DISPOSITION: why it closes, a POPOVER_CLOSE_ number, 0 for a reason that only
    // later versions know, and what becomes of its work where nobody has another opinion.
    uint32_t reason;
    uint32_t standing;
    // ALERT: the alert, as in "a1", and a POPOVER_SEVERITY_ number.
    popover_string alert;
    uint32_t severity;
    uint32_t reserved_severity;
    // ALERT: how long it has been held back so far, in milliseconds.
    int64_t held_ms;
    // IDLE: since the last touch or key there, in milliseconds.
    int64_t idle_ms;
} popover_question;

// Verdicts, and the questions that they answer.
// Any: no opinion, the standing answer holds.
#define POPOVER_VERDICT_ABSTAIN 0u
// OPEN: it may open, with `sides` and widths in place of the standing ones where they are given.
#define POPOVER_VERDICT_ADMIT 1u
// OPEN: it may not, with `reason` and `message`.
#define POPOVER_VERDICT_REFUSE 2u
// CHOICE, OUTSIDE_TAP: it closes, with `disposition`. DISPOSITION: with this `disposition`, which
// must be SAVE or DISCARD. IDLE: what is there closes and is saved.
#define POPOVER_VERDICT_CLOSE 3u
// CHOICE, OUTSIDE_TAP: it stays open.
#define POPOVER_VERDICT_STAY 4u
// DETACH: it may be detached.
#define POPOVER_VERDICT_DETACH 5u
// DETACH: it may not.
#define POPOVER_VERDICT_KEEP 6u
// Since 1.1, as is what follows. OPEN: it may, as `behavior` instead.
#define POPOVER_VERDICT_REPLACE 7u
// ALERT: it is presented when its turn comes, of equal severity the lowest `rank` first.
#define POPOVER_VERDICT_PRESENT 0x100u
// ALERT: not now; the question is put again after `hold_ms`.
#define POPOVER_VERDICT_HOLD 0x101u
// IDLE: people are warned by an alert of `title`, `message` and one `button`; any touch or key
// takes it back, and `timeout_ms` later `then` is done.
#define POPOVER_VERDICT_WARN 0x102u
// IDLE: the session ends there: everything closes and its work is erased.
#define POPOVER_VERDICT_END_SESSION 0x103u

// What follows a warning.
#define POPOVER_THEN_CLOSE 1u
#define POPOVER_THEN_END_SESSION 2u

// Reasons of a refusal.
#define POPOVER_REASON_POLICY 0u
#define POPOVER_REASON_NOT_FOR_WARNINGS 1u

// An answer. Owned by the daemon, borrowed for the call and filled in by the plugin. On entry all
// is zero, which is ABSTAIN, but for `struct_size`: the plugin writes no member beyond it.
typedef struct popover_verdict {
    uint32_t struct_size;
    // A POPOVER_VERDICT_ number.
    uint32_t kind;
    // REFUSE: a POPOVER_REASON_ number.
    uint32_t reason;
    // CLOSE, but at IDLE: a POPOVER_DISPOSITION_ number.
    uint32_t disposition;
    // ADMIT: as in popover_behavior.
    uint32_t sides[POPOVER_SIDE_COUNT];
    // ADMIT: as in popover_behavior.
    double minimum_width;
    double maximum_width;
    // REFUSE: one sentence for people who write clients, UTF-8; length 0: the reason's own. WARN:
    // for people in front of the display; length 0: none.
    uint32_t message_length;
    uint32_t reserved;
    char message[POPOVER_MESSAGE_CAPACITY];
    // Since 1.1. PRESENT: POPOVER_RANK_LOWEST to POPOVER_RANK_HIGHEST, 0 is usual.
    int32_t rank;
    // WARN: a POPOVER_THEN_ number.
    uint32_t then;
    // HOLD: 1 to POPOVER_HOLD_LONGEST_MS.
    int64_t hold_ms;
    // WARN: POPOVER_WARNING_SHORTEST_MS to POPOVER_WARNING_LONGEST_MS.
    int64_t timeout_ms;
    // REPLACE: the behaviour's name. WARN: title and button, neither empty. UTF-8.
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
// Since 1.1: it has a say in everybody's popovers and alerts, or is told what happens; it may
// provide behaviours too. Only this kind has `hooks`.
#define POPOVER_PLUGIN_POLICY 0x100u

// What a plugin asks to be trusted with, since 1.1. Where the configuration does not trust it, the
// functions of the host that need it answer POPOVER_STATUS_NOT_TRUSTED.
// It sends requests as a client does.
#define POPOVER_CAPABILITY_REQUESTS (1u << 0)
// It has timers and watches descriptors on the daemon's loop.
#define POPOVER_CAPABILITY_LOOP (1u << 1)

// Types of options, and how a value of each is written, in the configuration's file as usual.
// Text as it is.
#define POPOVER_OPTION_STRING 0u
// "-12": 64 bits, decimal.
#define POPOVER_OPTION_INTEGER 1u
// "0.5"
#define POPOVER_OPTION_NUMBER 2u
// "true" or "false"
#define POPOVER_OPTION_BOOLEAN 3u
// Strings, each ended by a line feed, which none contains.
#define POPOVER_OPTION_STRINGS 4u

// A value that an administrator may give in the plugin's part of the configuration. One that does
// not fit its type, or that nobody declared, keeps the plugin from being loaded. Owned by the
// plugin, as is all it points to; constant, valid as long as the process. Since 1.1.
typedef struct popover_option {
    uint32_t struct_size;
    // A POPOVER_OPTION_ number.
    uint32_t type;
    // 1 to POPOVER_NAME_CAPACITY of a-z A-Z 0-9 '-' '_'.
    popover_string name;
    // Written as its type says, at most POPOVER_OPTION_TEXT_CAPACITY; NULL: there is none.
    popover_string default_value;
    // One sentence for administrators, at most POPOVER_MESSAGE_CAPACITY; may be NULL.
    popover_string description;
} popover_option;

// What a plugin is. Owned by the plugin, as is all it points to; constant, valid as long as the
// process. The members before `create` must be there; each function may be NULL.
typedef struct popover_plugin {
    // POPOVER_PLUGIN_MAGIC. The first four members keep their places in every version to come.
    uint32_t magic;
    uint32_t struct_size;
    uint32_t abi_major;
    uint32_t abi_minor;
    // A POPOVER_PLUGIN_ number.
    uint32_t kind;
    // POPOVER_CAPABILITY_ bits.
    uint32_t capabilities;
    // 1 to POPOVER_NAME_CAPACITY of a-z 0-9 '-'; no two plugins of a daemon share one.
    popover_string name;
    // 1 to POPOVER_VERSION_CAPACITY bytes, for people.
    popover_string version;
    // `behavior_count` pointers, 1 to POPOVER_BEHAVIORS_CAPACITY; a policy may have none.
    const popover_behavior *const *behaviors;
    uint32_t behavior_count;
    uint32_t reserved;
    // The plugin's own, given to `create`; may be NULL.
    const void *context;

    // Starts an instance: 0, or any other number for "I cannot run here". `host` is the daemon's,
    // see there. What is stored in `*instance` is the plugin's and may be NULL; it is given to the
    // functions below. A second instance may start before the first is destroyed: that is how a
    // plugin is reloaded, and where its file is the same its static data are too. NULL: there is
    // nothing to start.
    int32_t (*create)(const void *context, const popover_host *host, void **instance);
    // Ends an instance; nothing is called with it afterwards. NULL: there is nothing to end.
    void (*destroy)(void *instance);
    // Asked once, after `create` and before anything else: 0 when all is well, any other number
    // when the plugin must not be used (`destroy` follows). NULL: all is well.
    int32_t (*self_test)(void *instance);
    // Answers a question of a kind that the behaviour, or the policy, asked for. NULL: abstains
    // from everything.
    void (*answer)(void *instance, const popover_question *question, popover_verdict *verdict);

    // Since 1.1.

    // POPOVER_ASKS_ bits: where it wants to be asked as a policy.
    uint32_t hooks;
    uint32_t topic_count;
    // How long nobody has touched a display before it is asked IDLE: POPOVER_IDLE_SHORTEST_MS to
    // POPOVER_IDLE_LONGEST_MS; needed for that question, else 0.
    int64_t idle_ms;
    // Topics of the bus whose events it receives, "*" for any rest, as a client subscribes: each of
    // at most POPOVER_TOPIC_CAPACITY bytes, at most POPOVER_TOPICS_CAPACITY.
    const popover_string *topics;
    // Names of plugins before and after which its verdicts count; plugins that are not there do not
    // matter. At most POPOVER_ORDER_CAPACITY each.
    const popover_string *before;
    const popover_string *after;
    // Roles under which it sends requests, as in `hello`; at most POPOVER_ROLES_CAPACITY.
    const popover_string *roles;
    // `option_count` pointers, at most POPOVER_OPTIONS_CAPACITY, no name twice.
    const popover_option *const *options;
    uint32_t before_count;
    uint32_t after_count;
    uint32_t role_count;
    uint32_t option_count;

    // Takes a line of JSON-RPC, without its line feed, just as the daemon writes it to a client: an
    // `event` of one of its topics, or the answer to a request that it sent. `line` is the daemon's
    // and borrowed for the call. NULL: it does not care.
    void (*receive)(void *instance, popover_string line);
    // A timer's time has come. NULL: nothing can be started.
    void (*timer_fired)(void *instance, uint32_t id);
    // A watched descriptor is ready for these POPOVER_READABLE, WRITABLE or DISCONNECTED bits; what
    // is not dealt with is told again. NULL: nothing can be watched.
    void (*descriptor_ready)(void *instance, uint32_t id, uint32_t events);
    // Before a reload: writes at most `capacity` bytes, which is POPOVER_STATE_CAPACITY, of the
    // plugin's own format to `buffer`, which is the daemon's, and stores in `*length` how many: 0;
    // any other number when there is nothing to hand over. The instance goes on where the reload
    // fails. NULL: nothing is handed over.
    int32_t (*export_state)(
        void *instance, void *buffer, uint64_t capacity, uint64_t *length);
    // In a reload, after `self_test`: takes what the instance before it exported, maybe of another
    // version, borrowed for the call: 0, or any other number when it cannot go on from there; then
    // `destroy` follows and the old instance stays. NULL: it begins afresh.
    int32_t (*import_state)(void *instance, const void *bytes, uint64_t length);
} popover_plugin;

// The one symbol of a plugin. The result is the plugin's; NULL: it cannot be loaded.
POPOVER_PLUGIN_EXPORT const popover_plugin *popoverd_plugin_abi_1(void);

#ifdef __cplusplus
}
#endif

#endif
