// SPDX-License-Identifier: MIT
//
// The plugin interface of popoverd, version 1.0. It needs nothing but this file.
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
//  - Members called `reserved` are zero. Zero always means "the usual": a table filled with zeros
//    but for its first members describes the plainest plugin.
//
// Rules for plugins
//  - A plugin runs inside the daemon. It returns at once (the daemon measures: 1 ms is too long),
//    does no I/O, does not throw, longjmp, fork, exit, or touch locale, environment or signals, and
//    leaves no thread behind when `destroy` returns.
//  - It advises. The daemon decides, and takes every wrong answer for POPOVER_VERDICT_ABSTAIN.
//  - It is never unmapped. After an update the new library is loaded beside the old one.
//  - It is loaded from a copy in memory, so that a run path of $ORIGIN does not find what lies
//    beside its file. Libraries in the system's folders are found as usual.
//
// Versions
//  - A struct begins with its size as its writer knows it (the descriptor: with its magic, then its
//    size). A reader takes what both know; what is missing counts as zero, what is more is ignored.
//  - A minor version only appends members, bits and numbers. A newer plugin is accepted by an older
//    daemon and the other way round. Numbers and bits that a reader does not know: a question gets
//    ABSTAIN, a bit is ignored, a verdict counts as ABSTAIN, a plugin's kind is refused.
//  - Anything else is a new major version, with a new symbol, popoverd_plugin_abi_2.
//  - Numbers below 0x100 of the kinds of plugins, questions and verdicts belong to behaviours.
//    0x100 and above are kept for hooks, reactions and notifications, 0x80000000 and above for
//    experiments, which no released daemon knows.

#ifndef POPOVER_PLUGIN_H
#define POPOVER_PLUGIN_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define POPOVER_PLUGIN_MAGIC 0x504F5056u
#define POPOVER_PLUGIN_ABI_MAJOR 1u
#define POPOVER_PLUGIN_ABI_MINOR 0u

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
    // A value from the plugin's part of the configuration, `bytes` NULL where there is none. `key`
    // stays the plugin's; the result is the daemon's and valid until `destroy` returns.
    popover_string (*config_get)(void *context, popover_string key);
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

#define POPOVER_ASKS_OPEN (1u << 0)
#define POPOVER_ASKS_CHOICE (1u << 1)
#define POPOVER_ASKS_OUTSIDE_TAP (1u << 2)
#define POPOVER_ASKS_DETACH (1u << 3)

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

// A question and the facts to judge it by. Owned by the daemon, borrowed for the call, as is all it
// points to. It never holds a person's work. Members that its kind does not mention are zero.
typedef struct popover_question {
    uint32_t struct_size;
    // A POPOVER_QUESTION_ number.
    uint32_t kind;
    // POPOVER_FACT_ bits.
    uint32_t flags;
    uint32_t reserved;
    // The behaviour that is asked.
    popover_string behavior;
    // The client's application.
    popover_string app;
    popover_string display;
    // All but OPEN: the popover, as in "p1".
    popover_string popover;
    // The key of its work and its title; NULL where the client gave none.
    popover_string key;
    popover_string title;
    // CHOICE: the choice that the client sent, compact JSON.
    popover_string choice;
    // OPEN: the size of the display and the size that the client wants, in points.
    double display_width;
    double display_height;
    double width;
    double height;
} popover_question;

// Verdicts, and the questions that they answer.
// Any: no opinion, the standing answer holds.
#define POPOVER_VERDICT_ABSTAIN 0u
// OPEN: it may open, with `sides` and widths in place of the standing ones where they are given.
#define POPOVER_VERDICT_ADMIT 1u
// OPEN: it may not, with `reason` and `message`.
#define POPOVER_VERDICT_REFUSE 2u
// CHOICE, OUTSIDE_TAP: it closes, with `disposition`.
#define POPOVER_VERDICT_CLOSE 3u
// CHOICE, OUTSIDE_TAP: it stays open.
#define POPOVER_VERDICT_STAY 4u
// DETACH: it may be detached.
#define POPOVER_VERDICT_DETACH 5u
// DETACH: it may not.
#define POPOVER_VERDICT_KEEP 6u

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
    // CLOSE: a POPOVER_DISPOSITION_ number.
    uint32_t disposition;
    // ADMIT: as in popover_behavior.
    uint32_t sides[POPOVER_SIDE_COUNT];
    // ADMIT: as in popover_behavior.
    double minimum_width;
    double maximum_width;
    // REFUSE: one sentence for people who write clients, UTF-8; length 0: the reason's own.
    uint32_t message_length;
    uint32_t reserved;
    char message[POPOVER_MESSAGE_CAPACITY];
} popover_verdict;

// Kinds of plugins.
#define POPOVER_PLUGIN_BEHAVIORS 1u

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
    // What else it can do or asks to be trusted with; no bit has a meaning yet.
    uint32_t capabilities;
    // 1 to POPOVER_NAME_CAPACITY of a-z 0-9 '-'; no two plugins of a daemon share one.
    popover_string name;
    // 1 to POPOVER_VERSION_CAPACITY bytes, for people.
    popover_string version;
    // `behavior_count` pointers, 1 to POPOVER_BEHAVIORS_CAPACITY.
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
    // Answers a question of a kind that the behaviour asked for. NULL: abstains from everything.
    void (*answer)(void *instance, const popover_question *question, popover_verdict *verdict);
} popover_plugin;

// The one symbol of a plugin. The result is the plugin's; NULL: it cannot be loaded.
POPOVER_PLUGIN_EXPORT const popover_plugin *popoverd_plugin_abi_1(void);

#ifdef __cplusplus
}
#endif

#endif
