// SPDX-License-Identifier: MIT
//
// A display server with a finger, or a mouse, and a window that fills it. Whatever goes wrong ends
// the process with a word about it.

#ifndef SCREEN_H
#define SCREEN_H

#include <stdbool.h>

struct screen;

// `finger` is what the finger needs beside the display; empty: nothing.
struct screen *screen_open(const char *display, const char *finger, int width, int height);

// Asks for a press and its release at once; they have been sent when this returns.
void screen_tap(struct screen *screen, int x, int y);

// Waits until the window has a press.
void screen_await(struct screen *screen);

// Returns when the server has carried out what it was asked for.
void screen_settle(struct screen *screen);

// Whether the window has had a press since it was asked the last time.
bool screen_was_pressed(struct screen *screen);

void fail(const char *what);

#endif
