// SPDX-License-Identifier: MIT
//
// Protocols that wlroots has from 0.18 on: idle notifications.
// On 0.15 programs do without them.

#include "parts.h"

#if WLR_VERSION_NUM >= (18 << 8)

#include <wlr/types/wlr_idle_notify_v1.h>

void stage_report_use(stage *stage) {
    wlr_idle_notifier_v1_notify_activity(stage->idle_notifier, stage->seat);
}

void stage_keep_awake(stage *stage, bool is_kept) {
    wlr_idle_notifier_v1_set_inhibited(stage->idle_notifier, is_kept);
}

bool stage_open_newer(stage *stage) {
    stage->idle_notifier = wlr_idle_notifier_v1_create(stage->display);
    return stage->idle_notifier != NULL;
}

#else

void stage_report_use(stage *stage) { (void)stage; }

void stage_keep_awake(stage *stage, bool is_kept) { (void)stage, (void)is_kept; }

bool stage_open_newer(stage *stage) {
    (void)stage;
    return true;
}

#endif
