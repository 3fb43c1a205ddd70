// SPDX-License-Identifier: MIT

#include "parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void drop(output *output) {
    wl_list_remove(&output->frame.link);
    wl_list_remove(&output->changed.link);
    wl_list_remove(&output->destroyed.link);
    wl_list_remove(&output->link);
    free(output);
}

// Draws only what has changed: an idle stage draws nothing.
static void frame(struct wl_listener *listener, void *data) {
    (void)data;
    output *output = wl_container_of(listener, output, frame);
    struct timespec now;
    // A headless output ticks all the time.
    bool is_damaged = pixman_region32_not_empty(&output->scene->damage->current);
    if (is_damaged || output->output->needs_frame) wlr_scene_output_commit(output->scene);
    clock_gettime(CLOCK_MONOTONIC, &now);
    wlr_scene_output_send_frame_done(output->scene, &now);
}

static void changed(struct wl_listener *listener, void *data) {
    struct wlr_output_event_commit *event = data;
    output *output = wl_container_of(listener, output, changed);
    uint32_t shape = WLR_OUTPUT_STATE_MODE | WLR_OUTPUT_STATE_SCALE | WLR_OUTPUT_STATE_TRANSFORM;
    if (event->committed & shape) stage_add_event(output->stage, STAGE_EVENT_OUTPUTS);
}

static void destroyed(struct wl_listener *listener, void *data) {
    (void)data;
    output *output = wl_container_of(listener, output, destroyed);
    stage_add_event(output->stage, STAGE_EVENT_OUTPUTS);
    drop(output);
}

static void appeared(struct wl_listener *listener, void *data) {
    stage *stage = wl_container_of(listener, stage, new_output);
    struct wlr_output *raw = data;
    if (!wlr_output_init_render(raw, stage->allocator, stage->renderer)) return;
    struct wlr_output_mode *mode = wlr_output_preferred_mode(raw);
    if (mode) wlr_output_set_mode(raw, mode);
    wlr_output_enable(raw, true);
    if (!wlr_output_commit(raw)) return;
    output *output = calloc(1, sizeof *output);
    if (!output) return;
    output->stage = stage;
    output->id = ++stage->last_id;
    output->output = raw;
    wl_list_insert(stage->outputs.prev, &output->link);
    wlr_output_layout_add_auto(stage->layout, raw);
    output->scene = wlr_scene_get_scene_output(stage->scene, raw);
    stage_listen(&output->frame, &output->scene->damage->events.frame, frame);
    stage_listen(&output->changed, &raw->events.commit, changed);
    stage_listen(&output->destroyed, &raw->events.destroy, destroyed);
    if (stage->cursors) wlr_xcursor_manager_load(stage->cursors, raw->scale);
    stage_add_event(stage, STAGE_EVENT_OUTPUTS);
}

static void laid_out(struct wl_listener *listener, void *data) {
    (void)data;
    stage *stage = wl_container_of(listener, stage, layout_changed);
    if (!stage->is_closing) stage_add_event(stage, STAGE_EVENT_OUTPUTS);
}

bool stage_open_outputs(stage *stage) {
    stage->layout = wlr_output_layout_create();
    stage->scene = wlr_scene_create();
    if (!stage->layout || !stage->scene) return false;
    if (!wlr_scene_attach_output_layout(stage->scene, stage->layout)) return false;
    for (int level = 0; level < STAGE_LEVELS; level++) {
        stage->levels[level] = wlr_scene_tree_create(&stage->scene->node);
        if (!stage->levels[level]) return false;
    }
    stage_listen(&stage->new_output, &stage->backend->events.new_output, appeared);
    stage_listen(&stage->layout_changed, &stage->layout->events.change, laid_out);
    return true;
}

int stage_outputs(const stage *stage, stage_output *outputs) {
    int count = 0;
    output *output;
    wl_list_for_each(output, &stage->outputs, link) {
        if (count == STAGE_OUTPUTS_CAPACITY) break;
        struct wlr_box *box = wlr_output_layout_get_box(stage->layout, output->output);
        if (!box) continue;
        stage_output *found = &outputs[count++];
        *found = (stage_output){
            .id = output->id, .x = box->x, .y = box->y, .width = box->width,
            .height = box->height, .scale = output->output->scale};
        snprintf(found->name, sizeof found->name, "%s", output->output->name);
    }
    return count;
}

// One of its modes, or any size if it has none.
static void set_size(struct wlr_output *output, int32_t width, int32_t height) {
    struct wlr_output_mode *mode;
    wl_list_for_each(mode, &output->modes, link) {
        if (mode->width == width && mode->height == height)
            return wlr_output_set_mode(output, mode);
    }
    wlr_output_set_custom_mode(output, width, height, 0);
}

bool stage_set_output(
    stage *stage, uint32_t id, int32_t width, int32_t height, double scale, int rotation) {
    output *output;
    wl_list_for_each(output, &stage->outputs, link) {
        if (output->id != id) continue;
        if (width > 0 && height > 0) set_size(output->output, width, height);
        // Wayland's transforms are quarters counterclockwise.
        wlr_output_set_transform(output->output, (enum wl_output_transform)((4 - rotation % 4) % 4));
        wlr_output_set_scale(output->output, (float)scale);
        if (stage->cursors) wlr_xcursor_manager_load(stage->cursors, (float)scale);
        return wlr_output_commit(output->output);
    }
    return false;
}
