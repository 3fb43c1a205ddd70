// SPDX-License-Identifier: MIT

#include "client.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>
#include <wayland-server-protocol.h>

#define GLOBALS_CAPACITY 32
static const struct wl_interface *globals[GLOBALS_CAPACITY];
static int globals_count;
// The smallest that has a key.
static const char keymap[] =
    "xkb_keymap { xkb_keycodes { <A> = 38; }; xkb_types { type \"ONE_LEVEL\" { modifiers = none; }; };"
    " xkb_compat { }; xkb_symbols { key <A> { [ a ] }; }; };";

uint8_t take(input *input) {
    if (input->left == 0) return 0;
    input->left--;
    return *input->bytes++;
}

// MARK: Globals

static bool remember(const struct wl_client *client, const struct wl_global *global, void *data) {
    (void)client, (void)data;
    const struct wl_interface *interface = wl_global_get_interface(global);
    for (int i = 0; i < globals_count; i++)
        if (globals[i] == interface) return true;
    if (globals_count < GLOBALS_CAPACITY) globals[globals_count++] = interface;
    return true;
}

static const struct wl_interface *global_with(const char *name) {
    for (int i = 0; i < globals_count; i++)
        if (strcmp(globals[i]->name, name) == 0) return globals[i];
    return NULL;
}

void client_prepare(struct wl_display *display) {
    wl_display_set_global_filter(display, remember, NULL);
}

// MARK: Objects

object *client_object(client *client, const char *interface, uint8_t choice) {
    int found = 0;
    for (int i = 0; i < client->count; i++)
        found += strcmp(client->objects[i].interface->name, interface) == 0;
    if (found == 0) return NULL;
    int wanted = choice % found;
    for (int i = 0; i < client->count; i++)
        if (strcmp(client->objects[i].interface->name, interface) == 0 && wanted-- == 0)
            return &client->objects[i];
    return NULL;
}

object *client_object_with(client *client, uint32_t id) {
    for (int i = 0; i < client->count; i++)
        if (client->objects[i].id == id) return &client->objects[i];
    return NULL;
}

static object *add(
    client *client, uint32_t id, uint32_t version, const struct wl_interface *interface) {
    if (client->count == OBJECTS_CAPACITY || !interface) return NULL;
    client->objects[client->count] =
        (object){.id = id, .version = version, .interface = interface};
    return &client->objects[client->count++];
}

static void forget(client *client, uint32_t id) {
    object *object = client_object_with(client, id);
    if (object) *object = client->objects[--client->count];
}

static uint32_t new_id(client *client) {
    return client->free_count > 0 ? client->free_ids[--client->free_count] : ++client->last_id;
}

// MARK: Connections

static void end(client *client) {
    close(client->socket);
    client->socket = -1;
    client->count = client->free_count = 0;
    client->received = 0;
}

void client_disconnect(client *client) {
    if (client->socket >= 0) end(client);
}

// Without waiting: a socket that is full belongs to a client that the server is to end.
static void transmit(client *client, const void *bytes, size_t size, int descriptor) {
    struct iovec part = {.iov_base = (void *)bytes, .iov_len = size};
    union {
        struct cmsghdr head;
        char bytes[CMSG_SPACE(sizeof(int))];
    } control = {0};
    struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
    if (descriptor >= 0) {
        message.msg_control = &control;
        message.msg_controllen = sizeof control;
        control.head = (struct cmsghdr){
            .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(sizeof(int))};
        memcpy(CMSG_DATA(&control.head), &descriptor, sizeof descriptor);
    }
    if (sendmsg(client->socket, &message, MSG_DONTWAIT | MSG_NOSIGNAL) != (ssize_t)size) end(client);
}

void client_connect(client *client, struct wl_display *display) {
    int sockets[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, sockets) < 0) abort();
    *client = (struct client){.socket = sockets[0], .last_id = 2};
    if (!wl_client_create(display, sockets[1])) abort();
    add(client, 1, 1, &wl_display_interface);
    add(client, 2, 1, &wl_registry_interface);
    const uint32_t get_registry[] = {1, 12 << 16 | 1, 2};
    transmit(client, get_registry, sizeof get_registry, -1);
}

static void bind_global(client *client, const uint8_t *body, size_t size) {
    uint32_t words[2], version;
    memcpy(words, body, sizeof words);
    size_t padded = (words[1] + 3) / 4 * 4;
    if (8 + padded + 4 > size) abort();
    memcpy(&version, body + 8 + padded, sizeof version);
    const struct wl_interface *interface = global_with((const char *)body + 8);
    if (!interface || client->count == OBJECTS_CAPACITY) return;
    const object *added = add(client, new_id(client), version, interface);
    uint8_t message[256];
    uint32_t head[] = {2, (uint32_t)(8 + 4 + 4 + padded + 8) << 16, words[0], words[1]};
    uint32_t tail[] = {version, added->id};
    memcpy(message, head, sizeof head);
    memcpy(message + sizeof head, body + 8, padded);
    memcpy(message + sizeof head + padded, tail, sizeof tail);
    transmit(client, message, sizeof head + padded + sizeof tail, -1);
}

static void handle(client *client, uint32_t id, uint32_t opcode, const uint8_t *body, size_t size) {
    object *object = client_object_with(client, id);
    if (!object) return;
    const struct wl_interface *interface = object->interface;
    if (opcode >= (uint32_t)interface->event_count) abort();
    const struct wl_message *event = &interface->events[opcode];
    uint32_t first = 0;
    if (size >= 4) memcpy(&first, body, 4);
    if (interface == &wl_registry_interface && opcode == 0) return bind_global(client, body, size);
    if (interface == &wl_display_interface) {
        if (opcode == 0) return end(client);
        forget(client, first);
        if (client->free_count < OBJECTS_CAPACITY) client->free_ids[client->free_count++] = first;
        return;
    }
    const char *signature = event->signature;
    while (*signature >= '0' && *signature <= '9') signature++;
    if (*signature == 'u') client->serial = object->serial = first;
    if (*signature == 'n') add(client, first, object->version, event->types[0]);
}

static void receive(client *client) {
    struct iovec part = {
        .iov_base = client->inbox + client->received,
        .iov_len = sizeof client->inbox - client->received};
    union {
        struct cmsghdr head;
        char bytes[CMSG_SPACE(28 * sizeof(int))];
    } control;
    struct msghdr message = {
        .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control,
        .msg_controllen = sizeof control};
    ssize_t size = recvmsg(client->socket, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);
    if (size < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (size <= 0) return end(client);
    client->received += (size_t)size;
    for (struct cmsghdr *head = CMSG_FIRSTHDR(&message); head; head = CMSG_NXTHDR(&message, head)) {
        size_t count = (head->cmsg_len - CMSG_LEN(0)) / sizeof(int);
        for (size_t i = 0; i < count; i++) {
            int descriptor;
            memcpy(&descriptor, CMSG_DATA(head) + i * sizeof descriptor, sizeof descriptor);
            close(descriptor);
        }
    }
}

void client_read(client *client) {
    size_t before;
    do {
        if (client->socket < 0) return;
        before = client->received;
        receive(client);
        size_t start = 0;
        while (client->socket >= 0 && client->received - start >= 8) {
            uint32_t head[2];
            memcpy(head, client->inbox + start, sizeof head);
            size_t size = head[1] >> 16;
            if (client->received - start < size) break;
            handle(client, head[0], head[1] & 0xffff, client->inbox + start + 8, size - 8);
            start += size;
        }
        if (client->socket < 0) return;
        client->received -= start;
        memmove(client->inbox, client->inbox + start, client->received);
        before = start;
    } while (before > 0);
}

// MARK: Requests

static int file(uint8_t choice) {
    int descriptor = memfd_create("fuzz", MFD_CLOEXEC);
    if (descriptor < 0) abort();
    switch (choice % 4) {
    case 0:
        if (write(descriptor, keymap, sizeof keymap) < 0) abort();
        break;
    case 1:
        if (write(descriptor, "xkb_keymap {", 13) < 0) abort();
        break;
    case 2: break;
    default:
        if (ftruncate(descriptor, 1 << 16) < 0) abort();
    }
    return descriptor;
}

static uint32_t number(client *client, const object *target, const char *request, input *input) {
    static const uint32_t numbers[] = {
        0, 1, 2, 3, 4, 8, 16, 64, 256, 1024, 4096, 1 << 16, UINT32_MAX, 1u << 31, INT32_MAX, 272};
    if (strcmp(request, "ack_configure") == 0) return target->serial;
    uint8_t choice = take(input);
    if (choice < 32) return client->serial;
    return choice < 96 ? numbers[choice % 16] : choice % 32;
}

static size_t text(uint8_t *bytes, uint8_t choice) {
    static const char *texts[] = {"", "popover:p1", "alert:a1", "shop"};
    const char *text = texts[choice % 4];
    uint32_t size = (uint32_t)strlen(text) + 1;
    memcpy(bytes, &size, 4);
    memset(bytes + 4, 0, 16);
    memcpy(bytes + 4, text, size);
    return 4 + (size + 3) / 4 * 4;
}

// Objects that are wanted come from the list, or from the input if there is none.
static object *request(
    client *client, object *target, const struct wl_message *message, int opcode, input *input,
    va_list *wanted) {
    uint8_t bytes[512];
    size_t size = 8;
    int descriptor = -1, argument = 0;
    const char *signature = message->signature;
    uint32_t target_id = target->id, version = target->version;
    if (*signature >= '0' && *signature <= '9') {
        if ((uint32_t)atoi(signature) > version) return NULL;
        while (*signature >= '0' && *signature <= '9') signature++;
    }
    const struct wl_interface *made = NULL;
    uint32_t made_id = 0;
    bool is_nullable = false;
    for (; *signature; signature++) {
        uint32_t word = 0;
        if (*signature == '?') {
            is_nullable = true;
            continue;
        }
        if (size + 64 > sizeof bytes) abort();
        const struct wl_interface *type = message->types[argument++];
        switch (*signature) {
        case 'i':
        case 'u': word = number(client, target, message->name, input); break;
        case 'f': word = (uint32_t)take(input) << 8; break;
        case 's': size += text(bytes + size, take(input)); break;
        case 'a':
            memcpy(bytes + size, &word, 4);
            size += 4;
            break;
        case 'h':
            if (descriptor >= 0) abort();
            descriptor = file(take(input));
            break;
        case 'o': {
            object *chosen = wanted ? va_arg(*wanted, object *) : NULL;
            uint8_t choice = wanted ? 0 : take(input);
            if (!wanted && type && !(is_nullable && choice % 8 == 0))
                chosen = client_object(client, type->name, choice / 8);
            if (!chosen && !is_nullable) goto not_sent;
            word = chosen ? chosen->id : 0;
            break;
        }
        case 'n':
            if (!type || client->count == OBJECTS_CAPACITY) goto not_sent;
            made = type;
            word = made_id = new_id(client);
            break;
        default: abort();
        }
        is_nullable = false;
        if (strchr("iufon", *signature)) {
            memcpy(bytes + size, &word, 4);
            size += 4;
        }
    }
    uint32_t head[] = {target_id, (uint32_t)size << 16 | (uint32_t)opcode};
    memcpy(bytes, head, sizeof head);
    transmit(client, bytes, size, descriptor);
    if (descriptor >= 0) close(descriptor);
    if (client->socket < 0) return NULL;
    bool is_end = strcmp(message->name, "destroy") == 0 || strcmp(message->name, "release") == 0;
    // What is used after that ends the connection, which the fuzzer would do all the time.
    if (is_end && strcmp(target->interface->name, "xdg_surface") != 0) forget(client, target_id);
    return made ? add(client, made_id, version, made) : NULL;
not_sent:
    // A new id that is not used has to be the next one.
    if (made_id) client->free_ids[client->free_count++] = made_id;
    if (descriptor >= 0) close(descriptor);
    return NULL;
}

object *client_call(client *client, object *target, const char *name, input *input, ...) {
    if (client->socket < 0 || !target) return NULL;
    for (int opcode = 0; opcode < target->interface->method_count; opcode++) {
        if (strcmp(target->interface->methods[opcode].name, name) != 0) continue;
        va_list wanted;
        va_start(wanted, input);
        object *made =
            request(client, target, &target->interface->methods[opcode], opcode, input, &wanted);
        va_end(wanted);
        return made;
    }
    abort();
}

void client_send(client *client, object *target, uint8_t choice, input *input) {
    if (client->socket < 0 || !target || target->interface->method_count == 0) return;
    // Binding is done when the connection begins.
    if (target->interface == &wl_registry_interface) return;
    int opcode = choice % target->interface->method_count;
    request(client, target, &target->interface->methods[opcode], opcode, input, NULL);
}
