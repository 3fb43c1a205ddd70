// SPDX-License-Identifier: MIT
//
// What the two halves of the stage, its surfaces and its people, share.

#ifndef STAGE_H
#define STAGE_H

#include <stdbool.h>
#include <wayland-server.h>

#define OUTPUTS_CAPACITY 16

struct stage_output {
    struct wl_global *global;
    char name[32];
    int width, height;
    struct wl_resource *resource, *layer, *surface;
};

extern struct stage_output outputs[OUTPUTS_CAPACITY];

void say(const char *word, const char *name, const char *more);

// The request of that name, of every interface.
void destroy(struct wl_client *client, struct wl_resource *resource);

// A resource's data is a pointer to it, which is forgotten when it goes.
void forget(struct wl_resource *resource);

// Offers what surfaces need, but for one interface.
void offer_surfaces(struct wl_display *display, const char *missing);

#endif
