// SPDX-License-Identifier: MIT
//
// A display server with a finger or mouse, and a window that fills it. Errors end the process with a
// message.

#ifndef SCREEN_H
#define SCREEN_H

#include <stdbool.h>

struct screen;

// `finger`: the address of the finger, if it is not part of the display; may be empty.
struct screen *screen_open(const char *display, const char *finger, int width, int height);

// Sends a press and its release.
void screen_tap(struct screen *screen, int x, int y);

// Waits for a press in the window.
void screen_await(struct screen *screen);

// Waits until the server has processed all requests.
void screen_settle(struct screen *screen);

// Whether the window had a press since the last call.
bool screen_was_pressed(struct screen *screen);

void fail(const char *what);

#endif
