// SPDX-License-Identifier: MIT
//
// Preloaded into a headless compositor on wlroots, it gives outputs the modes $MODES, as "1920x1080! 800x600":
// the first one is preferred, and those with "!" are rejected.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#include <wayland-server-core.h>
#include <wlr/backend.h>
#include <wlr/types/wlr_output.h>
#include <wlr/version.h>

typedef struct mode {
    struct wlr_output_mode mode;
    bool is_rejected;
} mode;

static bool is_rejected(struct wlr_output_mode *base) {
    mode *mode = wl_container_of(base, mode, mode);
    return mode->is_rejected;
}

// A headless output knows sizes alone.
#if WLR_VERSION_NUM >= (18 << 8)

typedef struct wl_event_loop *create_argument;

bool wlr_output_commit_state(struct wlr_output *output, const struct wlr_output_state *state) {
    bool (*commit)(struct wlr_output *, const struct wlr_output_state *) =
        dlsym(RTLD_NEXT, "wlr_output_commit_state");
    struct wlr_output_state sized = *state;
    if (state->committed & WLR_OUTPUT_STATE_MODE && state->mode_type == WLR_OUTPUT_STATE_MODE_FIXED) {
        if (is_rejected(state->mode)) return false;
        wlr_output_state_set_custom_mode(&sized, state->mode->width, state->mode->height, 0);
    }
    return commit(output, &sized);
}

#else

typedef struct wl_display *create_argument;

bool wlr_output_commit(struct wlr_output *output) {
    bool (*commit)(struct wlr_output *) = dlsym(RTLD_NEXT, "wlr_output_commit");
    const struct wlr_output_state *state = &output->pending;
    if (state->committed & WLR_OUTPUT_STATE_MODE && state->mode_type == WLR_OUTPUT_STATE_MODE_FIXED) {
        struct wlr_output_mode *mode = state->mode;
        if (is_rejected(mode)) return false;
        // Clients see no output that has modes and none of them.
        output->current_mode = mode;
        wlr_output_set_custom_mode(output, mode->width, mode->height, 0);
    }
    return commit(output);
}

#endif

static void new_output(struct wl_listener *listener, void *data) {
    (void)listener;
    struct wlr_output *output = data;
    const char *rest = getenv("MODES");
    int width, height, length;
    while (rest && sscanf(rest, " %dx%d%n", &width, &height, &length) == 2) {
        rest += length;
        mode *mode = calloc(1, sizeof *mode);
        mode->mode.width = width;
        mode->mode.height = height;
        mode->mode.preferred = wl_list_empty(&output->modes);
        mode->is_rejected = *rest == '!';
        if (mode->is_rejected) rest++;
        wl_list_insert(output->modes.prev, &mode->mode.link);
    }
}

struct wlr_backend *wlr_headless_backend_create(create_argument argument) {
    struct wlr_backend *(*create)(create_argument) = dlsym(RTLD_NEXT, "wlr_headless_backend_create");
    struct wlr_backend *backend = create(argument);
    static struct wl_listener listener = {.notify = new_output};
    if (backend) wl_signal_add(&backend->events.new_output, &listener);
    return backend;
}
