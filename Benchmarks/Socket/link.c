// SPDX-License-Identifier: MIT

#include "link.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { PATIENCE_SECONDS = 30 };

bool links_block;

void fail(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
    exit(1);
}

static int connect_unix(const char *path) {
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(path) >= sizeof(address.sun_path)) fail("path too long: %s", path);
    memcpy(address.sun_path, path, strlen(path) + 1);
    int descriptor = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (connect(descriptor, (struct sockaddr *)&address, sizeof(address)) != 0) {
        fail("%s: %s", path, strerror(errno));
    }
    return descriptor;
}

static int connect_port(int port) {
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons((uint16_t)port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0), yes = 1;
    if (connect(descriptor, (struct sockaddr *)&address, sizeof(address)) != 0) {
        fail("port %d: %s", port, strerror(errno));
    }
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
    return descriptor;
}

link_t *link_open(const server_t *server, const char *address) {
    static int count;
    link_t *link = malloc(sizeof(*link));
    if (link == NULL) fail("out of memory");
    link->descriptor = address[0] == '/' ? connect_unix(address) : connect_port(atoi(address));
    link->number = count++;
    link->serial = 0;
    link->used = link->taken = 0;
    struct timeval patience = {.tv_sec = PATIENCE_SECONDS};
    setsockopt(link->descriptor, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof(patience));
    link->loop = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN};
    if (epoll_ctl(link->loop, EPOLL_CTL_ADD, link->descriptor, &event) != 0) fail("cannot poll");
    server->greet(link);
    return link;
}

void link_close(link_t *link) {
    close(link->descriptor);
    close(link->loop);
    free(link);
}

void link_send(link_t *link, const char *data, size_t length) {
    while (length > 0) {
        ssize_t sent = send(link->descriptor, data, length, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR) continue;
        if (sent <= 0) fail("cannot send: %s", strerror(errno));
        data += sent;
        length -= (size_t)sent;
    }
}

void link_fill(link_t *link) {
    if (link->taken > 0) {
        memmove(link->data, link->data + link->taken, link->used - link->taken);
        link->used -= link->taken;
        link->taken = 0;
    }
    ssize_t length;
    do length = recv(link->descriptor, link->data + link->used, LINK_ROOM - link->used, 0);
    while (length < 0 && errno == EINTR);
    if (length == 0) fail("the server closed the connection: %.*s", (int)link->used, link->data);
    if (length < 0) fail("cannot receive: %s", strerror(errno));
    link->used += (size_t)length;
}

void link_drain(const server_t *server, link_t *link) {
    message_kind kind;
    size_t length;
    for (;;) {
        while (link_next(server, link, &length, &kind)) continue;
        memmove(link->data, link->data + link->taken, link->used - link->taken);
        link->used -= link->taken;
        link->taken = 0;
        ssize_t more = recv(
            link->descriptor, link->data + link->used, LINK_ROOM - link->used, MSG_DONTWAIT);
        if (more <= 0) return;
        link->used += (size_t)more;
    }
}

const char *link_next(const server_t *server, link_t *link, size_t *length, message_kind *kind) {
    const char *message = link->data + link->taken;
    *length = server->first(message, link->used - link->taken, kind);
    if (*length == 0) return NULL;
    link->taken += *length;
    return message;
}

static void await_bytes(link_t *link) {
    struct epoll_event event;
    int ready;
    do ready = epoll_wait(link->loop, &event, 1, PATIENCE_SECONDS * 1000);
    while (ready < 0 && errno == EINTR);
    if (ready != 1) fail("the server sends nothing");
}

const char *link_read(const server_t *server, link_t *link, size_t *length, message_kind *kind) {
    const char *message;
    while ((message = link_next(server, link, length, kind)) == NULL) {
        if (!links_block) await_bytes(link);
        link_fill(link);
    }
    return message;
}

const char *link_await(const server_t *server, link_t *link, message_kind wanted, size_t *length) {
    message_kind kind;
    const char *message;
    do message = link_read(server, link, length, &kind);
    while (kind != wanted);
    return message;
}
