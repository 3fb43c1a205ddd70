// SPDX-License-Identifier: MIT

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "page.h"

// And what the library has for itself.
#define OWN_DESCRIPTORS 8
#define HANDSHAKE_SECONDS 5
// A page that says nothing for so long is asked whether it is there, and goes if it does not say.
#define IDLE_SECONDS 30
#define GONE_SECONDS 45
#define BACKLOG 64
// How long nobody is accepted after the system had no descriptor for it.
#define PAUSE_MS 1000
// As many turns of the loop as it takes for what has been closed to be over, and for what has come
// from the daemon to be read.
#define CLOSING_TURNS 4
// As many as pages get to take what it has said last, of which a turn hands each of them a line.
#define FAREWELL_TURNS 256

// libwebsockets cannot give back what it has on a loop of others, and would unload code that the
// loop still has to call. So there is one of each, which rests while there is no gateway.
static uv_loop_t loop;
static bool is_loop_made;
static struct lws_context *context;
static struct lws_vhost *vhost;
static web_gateway *current;

// Who comes

static bool copy_header(
    struct lws *socket, enum lws_token_indexes token, char *text, size_t capacity) {
    text[0] = 0;
    if (lws_hdr_total_length(socket, token) == 0) return true;
    return lws_hdr_copy(socket, text, (int)capacity, token) >= 0;
}

static int admit(web_gateway *gateway, struct lws *socket) {
    char origin[WEB_TEXT_CAPACITY], subprotocols[WEB_TEXT_CAPACITY];
    unsigned status = 0;
    if (!copy_header(socket, WSI_TOKEN_ORIGIN, origin, sizeof origin)
        || !copy_header(socket, WSI_TOKEN_PROTOCOL, subprotocols, sizeof subprotocols)
        || !gateway->rules.admit(gateway->rules.context, origin, subprotocols)) {
        status = HTTP_STATUS_FORBIDDEN;
    } else if (gateway->pages >= gateway->pages_limit) {
        status = HTTP_STATUS_SERVICE_UNAVAILABLE;
    }
    if (status == 0) return 0;
    lws_return_http_status(socket, status, NULL);
    return -1;
}

static connection *find(web_gateway *gateway, const struct lws *socket) {
    for (uint32_t index = 0; index < gateway->connection_count; index += 1) {
        if (gateway->connections[index].socket == socket) return &gateway->connections[index];
    }
    return NULL;
}

static void forget(web_gateway *gateway, const struct lws *socket) {
    connection *found = find(gateway, socket);
    if (!found) return;
    gateway->connection_count -= 1;
    *found = gateway->connections[gateway->connection_count];
}

static int open_page(web_gateway *gateway, struct lws *socket, page **page) {
    connection *found = find(gateway, socket);
    *page = found ? page_open(gateway, socket) : NULL;
    if (!*page) return -1;
    found->page = *page;
    return 0;
}

static void close_page(web_gateway *gateway, struct lws *socket, page **page) {
    connection *found = find(gateway, socket);
    if (found) found->page = NULL;
    if (*page) page_close(*page);
    *page = NULL;
}

static int happened(
    struct lws *socket, enum lws_callback_reasons reason, void *user, void *bytes, size_t length) {
    web_gateway *gateway = current;
    if (!gateway) return lws_callback_http_dummy(socket, reason, user, bytes, length);
    page **page = user;
    switch (reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return admit(gateway, socket);
    case LWS_CALLBACK_ESTABLISHED: return open_page(gateway, socket, page);
    case LWS_CALLBACK_RECEIVE:
        if (!*page) return -1;
        return page_receive(
            *page, bytes, length, lws_is_first_fragment(socket),
            lws_is_final_fragment(socket) && lws_remaining_packet_payload(socket) == 0);
    case LWS_CALLBACK_SERVER_WRITEABLE: return *page ? page_write(*page) : -1;
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        if (*page) (*page)->has_heard_end = true;
        return 0;
    case LWS_CALLBACK_CLOSED: close_page(gateway, socket, page); return 0;
    case LWS_CALLBACK_WSI_DESTROY: forget(gateway, socket); return 0;
    default: return lws_callback_http_dummy(socket, reason, user, bytes, length);
    }
}

// The first one is taken by whoever names none: it has to be ours.
static const struct lws_protocols protocols[] = {
    {
        .name = WEB_SUBPROTOCOL,
        .callback = happened,
        .per_session_data_size = sizeof(page *),
        .rx_buffer_size = PAGE_CHUNK,
    },
    {0},
};

static const lws_retry_bo_t idle_policy = {
    .secs_since_valid_ping = IDLE_SECONDS,
    .secs_since_valid_hangup = GONE_SECONDS,
};

bool gateway_start_library(void) {
    if (vhost) return true;
    if (!is_loop_made && uv_loop_init(&loop) < 0) return false;
    is_loop_made = true;
    if (!context) {
        // It would write to the standard error of the process.
        lws_set_log_level(0, NULL);
        void *loops[] = {&loop};
        struct lws_context_creation_info info = {
            .port = CONTEXT_PORT_NO_LISTEN,
            .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
            .foreign_loops = loops,
            .fd_limit_per_thread = WEB_PAGES_CAPACITY + PAGE_HANDSHAKES + OWN_DESCRIPTORS,
            .gid = -1,
            .uid = -1,
        };
        context = lws_create_context(&info);
    }
    if (!context) return false;
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .options = LWS_SERVER_OPTION_VALIDATE_UTF8,
        .protocols = protocols,
        .timeout_secs = HANDSHAKE_SECONDS,
        .keepalive_timeout = HANDSHAKE_SECONDS,
        .retry_and_idle_policy = &idle_policy,
        .vhost_name = "pages",
    };
    vhost = lws_create_vhost(context, &info);
    return vhost != NULL;
}

// Listening

static void accept_some(uv_poll_t *poll, int status, int events);

static void listen_again(uv_timer_t *timer) {
    web_gateway *gateway = timer->data;
    uv_poll_start(&gateway->listener, UV_READABLE, accept_some);
}

static void accept_some(uv_poll_t *poll, int status, int events) {
    (void)status;
    (void)events;
    web_gateway *gateway = poll->data;
    for (int count = 0; count < PAGE_HANDSHAKES; count += 1) {
        int descriptor = accept4(
            gateway->descriptor, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (descriptor < 0) {
            if (errno == EAGAIN || errno == EINTR || errno == ECONNABORTED) return;
            uv_poll_stop(poll);
            uv_timer_start(&gateway->pause, listen_again, PAUSE_MS, 0);
            return;
        }
        uint32_t limit = gateway->pages_limit + PAGE_HANDSHAKES;
        if (gateway->connection_count >= limit) {
            close(descriptor);
            continue;
        }
        // Lines are short, and each is waited for.
        int one = 1;
        setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
        // It closes what it does not take.
        struct lws *socket = lws_adopt_socket_vhost(vhost, descriptor);
        if (!socket) continue;
        gateway->connections[gateway->connection_count] = (connection){socket, NULL};
        gateway->connection_count += 1;
    }
}

static int listen_on(uint16_t port) {
    int descriptor = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (descriptor < 0) return -1;
    struct sockaddr_in address = {
        .sin_family = AF_INET,
        .sin_port = htons(port),
        .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
    };
    // What is left of connections of before does not keep the port.
    int one = 1;
    if (setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one) == 0
        && bind(descriptor, (struct sockaddr *)&address, sizeof address) == 0
        && listen(descriptor, BACKLOG) == 0) {
        return descriptor;
    }
    int reason = errno;
    close(descriptor);
    errno = reason;
    return -1;
}

web_gateway *web_gateway_open(const web_settings *settings, char *error) {
    web_gateway *gateway = NULL;
    int descriptor = -1;
    const char *reason = NULL;
    if (current) {
        reason = "there is a gateway already";
    } else if (!gateway_start_library()) {
        reason = "libwebsockets does not start; its part for libuv may be missing";
    } else if ((descriptor = listen_on(settings->port)) < 0) {
        reason = strerror(errno);
    } else if (!(gateway = calloc(1, sizeof *gateway))
               || uv_poll_init(&loop, &gateway->listener, descriptor) < 0) {
        reason = "there is no memory";
        close(descriptor);
        free(gateway);
    }
    if (reason) {
        snprintf(error, WEB_ERROR_CAPACITY, "%s", reason);
        return NULL;
    }
    uv_timer_init(&loop, &gateway->pause);
    gateway->loop = &loop;
    gateway->descriptor = descriptor;
    gateway->listener.data = gateway;
    gateway->pause.data = gateway;
    snprintf(gateway->socket, sizeof gateway->socket, "%s", settings->socket);
    gateway->rules = settings->rules;
    gateway->pages_limit = settings->pages;
    gateway->message_limit = settings->message;
    judging_open(gateway);
    uv_poll_start(&gateway->listener, UV_READABLE, accept_some);
    current = gateway;
    return gateway;
}

int web_gateway_descriptor(const web_gateway *gateway) { return uv_backend_fd(gateway->loop); }

int web_gateway_run(web_gateway *gateway) {
    uv_run(gateway->loop, UV_RUN_NOWAIT);
    return uv_backend_timeout(gateway->loop);
}

uint32_t web_gateway_take_lost(web_gateway *gateway) {
    uint32_t lost = gateway->lost;
    gateway->lost = 0;
    return lost;
}

// A daemon that ends has said so to each page's connection, which nobody may have read yet.
static void pass_on(web_gateway *gateway) {
    for (int turn = 0; turn < CLOSING_TURNS; turn += 1) uv_run(gateway->loop, UV_RUN_NOWAIT);
    for (int turn = 0; turn < FAREWELL_TURNS; turn += 1) {
        uint32_t waiting = 0;
        for (uint32_t index = 0; index < gateway->connection_count; index += 1) {
            page *page = gateway->connections[index].page;
            if (page && page_waits(page)) waiting += 1;
        }
        if (waiting == 0) return;
        uv_run(gateway->loop, UV_RUN_NOWAIT);
    }
}

void web_gateway_close(web_gateway *gateway) {
    uv_close((uv_handle_t *)&gateway->listener, NULL);
    uv_close((uv_handle_t *)&gateway->pause, NULL);
    close(gateway->descriptor);
    pass_on(gateway);
    while (gateway->connection_count > 0) {
        connection last = gateway->connections[gateway->connection_count - 1];
        if (last.page) {
            page_say_end(last.page, LWS_CLOSE_STATUS_GOINGAWAY, "the gateway closes");
        }
        lws_set_timeout(last.socket, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_SYNC);
        forget(gateway, last.socket);
    }
    judging_close(gateway);
    // None of that waits for a peer.
    for (int turn = 0; turn < CLOSING_TURNS; turn += 1) uv_run(gateway->loop, UV_RUN_NOWAIT);
    current = NULL;
    free(gateway);
}
