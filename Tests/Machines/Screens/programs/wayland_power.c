// SPDX-License-Identifier: MIT
//
// Preloaded into a headless compositor on wlroots 0.15, it turns outputs off and on, which those of the newer
// versions can by themselves.

#define _GNU_SOURCE
#include <dlfcn.h>

#include <wayland-server-core.h>
#include <wlr/interfaces/wlr_output.h>
#include <wlr/types/wlr_output.h>
#include <wlr/version.h>

#if WLR_VERSION_NUM < (18 << 8)

bool wlr_output_commit(struct wlr_output *output) {
    bool (*commit)(struct wlr_output *) = dlsym(RTLD_NEXT, "wlr_output_commit");
    if (!(output->pending.committed & WLR_OUTPUT_STATE_ENABLED)) return commit(output);
    bool is_enabled = output->pending.enabled;
    output->pending.committed &= ~(uint32_t)WLR_OUTPUT_STATE_ENABLED;
    wlr_output_update_enabled(output, is_enabled);
    return output->pending.committed ? commit(output) : true;
}

#endif
