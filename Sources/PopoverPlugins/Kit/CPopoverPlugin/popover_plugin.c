// SPDX-License-Identifier: MIT
//
// Pins the layout of each version on 64-bit machines: a plugin that was built once has to load for
// as long as the major version lives. Later minor versions append lines here and change none.

#include "popover_plugin.h"

#include <stddef.h>

#if UINTPTR_MAX == UINT64_MAX
#define PINNED(type, member, place) \
    _Static_assert(offsetof(type, member) == (place), #type "." #member " has moved")

PINNED(popover_host, context, 16);
PINNED(popover_host, log, 24);
PINNED(popover_host, now, 32);
PINNED(popover_host, config_get, 40);
PINNED(popover_host, config_text, 48);

PINNED(popover_behavior, flags, 4);
PINNED(popover_behavior, name, 8);
PINNED(popover_behavior, questions, 24);
PINNED(popover_behavior, outside_tap_disposition, 28);
PINNED(popover_behavior, compact_adaptation, 32);
PINNED(popover_behavior, sides, 40);
PINNED(popover_behavior, minimum_width, 56);
PINNED(popover_behavior, maximum_width, 64);

PINNED(popover_question, kind, 4);
PINNED(popover_question, flags, 8);
PINNED(popover_question, behavior, 16);
PINNED(popover_question, app, 32);
PINNED(popover_question, display, 48);
PINNED(popover_question, popover, 64);
PINNED(popover_question, key, 80);
PINNED(popover_question, title, 96);
PINNED(popover_question, choice, 112);
PINNED(popover_question, display_width, 128);
PINNED(popover_question, height, 152);
PINNED(popover_question, reason, 160);
PINNED(popover_question, standing, 164);
PINNED(popover_question, alert, 168);
PINNED(popover_question, severity, 184);
PINNED(popover_question, held_ms, 192);
PINNED(popover_question, idle_ms, 200);
PINNED(popover_question, language, 208);

PINNED(popover_verdict, kind, 4);
PINNED(popover_verdict, reason, 8);
PINNED(popover_verdict, disposition, 12);
PINNED(popover_verdict, sides, 16);
PINNED(popover_verdict, minimum_width, 32);
PINNED(popover_verdict, message_length, 48);
PINNED(popover_verdict, message, 56);
PINNED(popover_verdict, rank, 312);
PINNED(popover_verdict, then, 316);
PINNED(popover_verdict, hold_ms, 320);
PINNED(popover_verdict, timeout_ms, 328);
PINNED(popover_verdict, behavior_length, 336);
PINNED(popover_verdict, title_length, 340);
PINNED(popover_verdict, button_length, 344);
PINNED(popover_verdict, behavior, 352);
PINNED(popover_verdict, title, 416);
PINNED(popover_verdict, button, 672);

PINNED(popover_option, type, 4);
PINNED(popover_option, name, 8);
PINNED(popover_option, default_value, 24);
PINNED(popover_option, description, 40);

PINNED(popover_plugin, struct_size, 4);
PINNED(popover_plugin, abi_major, 8);
PINNED(popover_plugin, abi_minor, 12);
PINNED(popover_plugin, kind, 16);
PINNED(popover_plugin, behavior_count, 20);
PINNED(popover_plugin, name, 24);
PINNED(popover_plugin, version, 40);
PINNED(popover_plugin, behaviors, 56);
PINNED(popover_plugin, context, 64);
PINNED(popover_plugin, create, 72);
PINNED(popover_plugin, destroy, 80);
PINNED(popover_plugin, self_test, 88);
PINNED(popover_plugin, answer, 96);
PINNED(popover_plugin, hooks, 104);
PINNED(popover_plugin, before_count, 108);
PINNED(popover_plugin, after_count, 112);
PINNED(popover_plugin, option_count, 116);
PINNED(popover_plugin, idle_ms, 120);
PINNED(popover_plugin, before, 128);
PINNED(popover_plugin, after, 136);
PINNED(popover_plugin, options, 144);
PINNED(popover_plugin, export_state, 152);
PINNED(popover_plugin, import_state, 160);

// 2.1
PINNED(popover_plugin, fallback, 168);
#endif
