// SPDX-License-Identifier: MIT
//
// A client of Wayland in the server's own process, as bytes on a socket. It knows the protocols from the
// server itself, so that it can send every request of every object.

#ifndef CLIENT_H
#define CLIENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <wayland-server-core.h>

// Further objects are not made.
#define OBJECTS_CAPACITY 192

typedef struct object {
    uint32_t id, version;
    const struct wl_interface *interface;
    // Of the latest event that has one.
    uint32_t serial;
} object;

typedef struct client {
    // -1: it is not connected.
    int socket;
    uint32_t last_id;
    // Ids that the server has given back, the latest last.
    uint32_t free_ids[OBJECTS_CAPACITY];
    int free_count;
    object objects[OBJECTS_CAPACITY];
    int count;
    // What every request with a serial may name.
    uint32_t serial;
    uint8_t inbox[8192];
    size_t received;
} client;

// The input of the fuzzer; 0 where it has ended.
typedef struct input {
    const uint8_t *bytes;
    size_t left;
} input;
uint8_t take(input *input);

// Has the display's globals remembered; once.
void client_prepare(struct wl_display *display);
void client_connect(client *client, struct wl_display *display);
void client_disconnect(client *client);
// Reads what the server has sent.
void client_read(client *client);

// An object of an interface, chosen by a byte; NULL: there is none.
object *client_object(client *client, const char *interface, uint8_t choice);
// NULL: there is none.
object *client_object_with(client *client, uint32_t id);
// Sends a request by its name. Arguments that are objects follow, the others come from the input. Returns the new object, if there is one.
object *client_call(client *client, object *target, const char *request, input *input, ...);
// Sends a request whose arguments are all from the input.
void client_send(client *client, object *target, uint8_t opcode, input *input);

#endif
