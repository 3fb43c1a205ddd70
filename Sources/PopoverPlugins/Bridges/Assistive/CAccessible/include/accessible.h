// SPDX-License-Identifier: MIT
//
// An application on the accessibility bus: a root with one window each for what is on the displays,
// through ATK and its bridge to AT-SPI. There is one in a process, as ATK has it.

#ifndef ACCESSIBLE_H
#define ACCESSIBLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ACCESSIBLE_DIALOG,
    ACCESSIBLE_MENU,
    ACCESSIBLE_TOOL_TIP,
    ACCESSIBLE_WINDOW,
    ACCESSIBLE_ALERT,
};

// Borrowed for the call, like its texts.
typedef struct accessible_window {
    const char *identifier;
    const char *name;
    const char *description;
    int32_t role;
    // In pixels of its display.
    int32_t x, y, width, height;
    bool is_modal;
    // It has the keyboard.
    bool is_active;
} accessible_window;

// Connects to the accessibility bus of the session whose bus has this address. False: there is none.
bool accessible_connect(const char *name, const char *version, const char *session_bus);

// Adds a window, or changes the one of this identifier.
void accessible_set(const accessible_window *window);
void accessible_remove(const char *identifier);

// Tells listeners words of a window; of the application if there is no such window.
void accessible_announce(const char *identifier, const char *words);

// Gets what has been read; no bytes: nothing more will come. `context` is the caller's.
typedef void accessible_reader(void *context, const uint8_t *bytes, size_t count);

// Serves the bus and reads a descriptor, until `accessible_stop`. False: the bus has gone.
bool accessible_run(int descriptor, accessible_reader *reader, void *context);
void accessible_stop(void);

#endif
