// SPDX-License-Identifier: MIT

#include "parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <wlr/util/log.h>

output *stage_output_of(const stage *stage, const struct wlr_output *raw) {
    output *output;
    wl_list_for_each(output, &stage->outputs, link) if (output->output == raw) return output;
    return NULL;
}

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
    if (!output->output->enabled) return;
    if (is_due(output->scene)) {
        stage_choose_cursor(output->stage);
        draw_output(output->scene, stage_clip_windows(output->stage));
    }
    clock_gettime(CLOCK_MONOTONIC, &now);
    wlr_scene_output_send_frame_done(output->scene, &now);
}

static void changed(struct wl_listener *listener, void *data) {
    struct wlr_output_event_commit *event = data;
    output *output = wl_container_of(listener, output, changed);
    uint32_t shape = WLR_OUTPUT_STATE_MODE | WLR_OUTPUT_STATE_SCALE | WLR_OUTPUT_STATE_TRANSFORM;
    if (committed_fields(event) & shape) stage_add_event(output->stage, STAGE_EVENT_OUTPUTS);
}

static void destroyed(struct wl_listener *listener, void *data) {
    (void)data;
    output *output = wl_container_of(listener, output, destroyed);
    stage_add_event(output->stage, STAGE_EVENT_OUTPUTS);
    stage_leave_output(output->stage, output->output);
    stage_unmap_output(output->stage, output->output);
    drop(output);
}

static void set_power(const output *output, bool is_on) {
    if (!power_output(output->output, is_on) || !is_on) return;
    renew_output(output->scene);
    wlr_output_schedule_frame(output->output);
}

void stage_set_power(stage *stage, bool is_on) {
    stage->is_dark = !is_on;
    output *output;
    wl_list_for_each(output, &stage->outputs, link) set_power(output, is_on);
}

// Turns an output on, with the mode that it prefers or else one that it takes. The log says what to do.
static bool turn_on(struct wlr_output *raw) {
    struct wlr_output_mode *preferred = wlr_output_preferred_mode(raw), *mode;
    if (set_output(raw, preferred, 0, 0, raw->scale, raw->transform)) return true;
    wl_list_for_each(mode, &raw->modes, link) {
        if (mode == preferred || !set_output(raw, mode, 0, 0, raw->scale, raw->transform)) continue;
        wlr_log(
            WLR_ERROR,
            "output %s cannot show %d x %d and shows %d x %d: set width and height in its [[output]] to "
            "choose another size, or try another cable",
            raw->name, preferred->width, preferred->height, mode->width, mode->height);
        return true;
    }
    wlr_log(
        WLR_ERROR,
        "output %s shows nothing, since it takes none of its sizes: try another cable, connector or screen",
        raw->name);
    return false;
}

static void appeared(struct wl_listener *listener, void *data) {
    stage *stage = wl_container_of(listener, stage, new_output);
    struct wlr_output *raw = data;
    if (!wlr_output_init_render(raw, stage->allocator, stage->renderer) || !turn_on(raw)) return;
    output *output = calloc(1, sizeof *output);
    if (!output) return;
    output->stage = stage;
    output->id = ++stage->last_id;
    output->output = raw;
    output->scene = wlr_scene_output_create(stage->scene, raw);
    if (!output->scene) {
        free(output);
        return;
    }
    wl_list_insert(stage->outputs.prev, &output->link);
    stage_listen(&output->frame, frame_signal(output->scene), frame);
    stage_listen(&output->changed, &raw->events.commit, changed);
    stage_listen(&output->destroyed, &raw->events.destroy, destroyed);
    wlr_output_layout_add_auto(stage->layout, raw);
    stage_renew_cursor(stage);
    stage_configure_waiting(stage);
    // Some screens that turn off are unplugged and plugged in again.
    if (stage->is_dark) set_power(output, false);
}

static void laid_out(struct wl_listener *listener, void *data) {
    (void)data;
    stage *stage = wl_container_of(listener, stage, layout_changed);
    if (stage->is_closing) return;
    output *output;
    wl_list_for_each(output, &stage->outputs, link) {
        const struct wlr_output_layout_output *place =
            wlr_output_layout_get(stage->layout, output->output);
        if (place) wlr_scene_output_set_position(output->scene, place->x, place->y);
    }
    stage_renew_cursor(stage);
    stage_add_event(stage, STAGE_EVENT_OUTPUTS);
}

bool stage_open_outputs(stage *stage) {
    stage->layout = wlr_output_layout_create(stage->display);
    stage->scene = wlr_scene_create();
    if (!stage->layout || !stage->scene) return false;
    for (int level = 0; level < STAGE_LEVELS; level++) {
        stage->levels[level] = wlr_scene_tree_create(root_tree(stage->scene));
        if (!stage->levels[level]) return false;
        if (level != STAGE_LEVEL_KEYBOARD) continue;
        stage->drags = wlr_scene_tree_create(root_tree(stage->scene));
        if (!stage->drags) return false;
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
        struct wlr_box box;
        wlr_output_layout_get_box(stage->layout, output->output, &box);
        if (wlr_box_empty(&box)) continue;
        stage_output *found = &outputs[count++];
        *found = (stage_output){
            .id = output->id, .x = box.x, .y = box.y, .width = box.width,
            .height = box.height, .scale = output->output->scale};
        snprintf(found->name, sizeof found->name, "%s", output->output->name);
    }
    return count;
}

// The mode with a size; NULL: it has none.
static struct wlr_output_mode *mode_with(
    const struct wlr_output *output, int32_t width, int32_t height) {
    struct wlr_output_mode *mode;
    wl_list_for_each(mode, &output->modes, link) {
        if (mode->width == width && mode->height == height) return mode;
    }
    return NULL;
}

bool stage_set_output(
    stage *stage, uint32_t id, int32_t width, int32_t height, double scale, int rotation) {
    output *output;
    wl_list_for_each(output, &stage->outputs, link) {
        if (output->id != id) continue;
        // Wayland's transforms are quarters counterclockwise.
        bool is_set = set_output(
            output->output, mode_with(output->output, width, height), width, height, (float)scale,
            (enum wl_output_transform)((4 - rotation % 4) % 4));
        if (stage->is_dark) set_power(output, false);
        return is_set;
    }
    return false;
}
