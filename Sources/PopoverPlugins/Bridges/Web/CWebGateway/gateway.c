// SPDX-License-Identifier: MIT

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

#include "page.h"
#include "peers.h"

// Descriptors of the library itself.
#define OWN_DESCRIPTORS 8
#define HANDSHAKE_SECONDS 5
// A silent page gets a ping, and is disconnected if it does not answer.
#define IDLE_SECONDS 30
#define GONE_SECONDS 45
#define BACKLOG 64
// Connections that are accepted before the daemon's loop goes on; each takes some 50 microseconds.
#define ACCEPTS_PER_TURN 4
// How long no connection is accepted after the system ran out of descriptors.
#define PAUSE_MS 1000

// A process has one of each.
static struct lws_vhost *vhost;
static web_gateway *current;

// Handshakes

static bool copy_header(
    struct lws *socket, enum lws_token_indexes token, char *text, size_t capacity) {
    text[0] = 0;
    if (lws_hdr_total_length(socket, token) == 0) return true;
    return lws_hdr_copy(socket, text, (int)capacity, token) >= 0;
}

static void note_refusal(web_gateway *gateway, web_admission reason, const char *origin) {
    gateway->rules.refused(gateway->rules.context, reason, origin);
}

static bool has_room(const web_gateway *gateway, uint32_t origin) {
    uint32_t pages = 0;
    for (uint32_t index = 0; index < gateway->connection_count; index += 1) {
        const connection *each = &gateway->connections[index];
        if (each->page && each->origin == origin) pages += 1;
    }
    return pages < gateway->origin_limit && gateway->pages < gateway->pages_limit;
}

static web_admission decide_admission(
    web_gateway *gateway, struct lws *socket, char *origin, uint32_t *number) {
    char subprotocols[WEB_TEXT_CAPACITY];
    // A header that does not fit is not a configured one.
    if (!copy_header(socket, WSI_TOKEN_ORIGIN, origin, WEB_TEXT_CAPACITY)) return WEB_WRONG_ORIGIN;
    if (!copy_header(socket, WSI_TOKEN_PROTOCOL, subprotocols, sizeof subprotocols)) {
        return WEB_WRONG_TOKEN;
    }
    const web_rules *rules = &gateway->rules;
    web_admission admission = rules->admit(rules->context, origin, subprotocols, number);
    if (admission != WEB_ADMITTED) return admission;
    return has_room(gateway, *number) ? WEB_ADMITTED : WEB_TOO_MANY_PAGES;
}

static connection *find(web_gateway *gateway, const struct lws *socket) {
    for (uint32_t index = 0; index < gateway->connection_count; index += 1) {
        if (gateway->connections[index].socket == socket) return &gateway->connections[index];
    }
    return NULL;
}

static int admit(web_gateway *gateway, struct lws *socket) {
    connection *found = find(gateway, socket);
    if (!found) return -1;
    char origin[WEB_TEXT_CAPACITY];
    web_admission result = decide_admission(gateway, socket, origin, &found->origin);
    if (result == WEB_ADMITTED) return 0;
    found->is_handshake_over = true;
    note_refusal(gateway, result, origin);
    unsigned status = result == WEB_TOO_MANY_PAGES ? HTTP_STATUS_SERVICE_UNAVAILABLE
                                                   : HTTP_STATUS_FORBIDDEN;
    lws_return_http_status(socket, status, NULL);
    return -1;
}

// There is nothing but the WebSocket, and no other protocol: malformed HTTP/2 ends libwebsockets 4.1.
static int reject(struct lws *socket) {
    lws_return_http_status(socket, HTTP_STATUS_NOT_FOUND, NULL);
    return -1;
}

static void forget(web_gateway *gateway, const struct lws *socket) {
    connection *found = find(gateway, socket);
    if (!found) return;
    gateway->connection_count -= 1;
    connection *end = gateway->connections + gateway->connection_count;
    memmove(found, found + 1, (size_t)(end - found) * sizeof *found);
    if (gateway->is_closing && gateway->connection_count == 0) {
        gateway->rules.closed(gateway->rules.context);
    }
}

static void disconnect(web_gateway *gateway, struct lws *socket) {
    lws_set_timeout(socket, PENDING_TIMEOUT_USER_OK, LWS_TO_KILL_SYNC);
    forget(gateway, socket);
}

static int open_page(web_gateway *gateway, struct lws *socket, page **page) {
    connection *found = find(gateway, socket);
    *page = found ? page_open(gateway, socket, found->origin) : NULL;
    if (!*page) return -1;
    found->is_handshake_over = true;
    found->page = *page;
    return 0;
}

static void close_page(web_gateway *gateway, struct lws *socket, page **page) {
    connection *found = find(gateway, socket);
    if (found) found->page = NULL;
    if (*page) page_close(*page);
    *page = NULL;
}

static int on_event(
    struct lws *socket, enum lws_callback_reasons reason, void *user, void *bytes, size_t length) {
    web_gateway *gateway = current;
    if (!gateway) return 0;
    page **page = user;
    switch (reason) {
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
        return strcasecmp(bytes, "websocket") == 0 ? 0 : reject(socket);
    case LWS_CALLBACK_HTTP: return reject(socket);
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION: return admit(gateway, socket);
    case LWS_CALLBACK_ESTABLISHED: return open_page(gateway, socket, page);
    case LWS_CALLBACK_RECEIVE:
        if (!*page) return -1;
        return page_receive(
            *page, bytes, length, lws_is_first_fragment(socket),
            lws_is_final_fragment(socket) && lws_remaining_packet_payload(socket) == 0);
    case LWS_CALLBACK_SERVER_WRITEABLE: return *page ? page_write(*page) : -1;
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        if (*page) (*page)->has_received_close = true;
        return 0;
    case LWS_CALLBACK_CLOSED: close_page(gateway, socket, page); return 0;
    case LWS_CALLBACK_WSI_DESTROY: forget(gateway, socket); return 0;
    default: return 0;
    }
}

// A page that names no subprotocol gets the first one, which has to be ours.
static const struct lws_protocols protocols[] = {
    {
        .name = WEB_SUBPROTOCOL,
        .callback = on_event,
        .per_session_data_size = sizeof(page *),
        .rx_buffer_size = PAGE_CHUNK,
    },
    {0},
};

static const lws_retry_bo_t idle_policy = {
    .secs_since_valid_ping = IDLE_SECONDS,
    .secs_since_valid_hangup = GONE_SECONDS,
};

static bool start_library(uv_loop_t *loop) {
    if (vhost) return true;
    // Its log would go to the standard error of the process.
    lws_set_log_level(0, NULL);
    void *loops[] = {loop};
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS,
        .foreign_loops = loops,
        .fd_limit_per_thread = CONNECTIONS_CAPACITY + OWN_DESCRIPTORS,
        .gid = -1,
        .uid = -1,
    };
    struct lws_context *context = lws_create_context(&info);
    if (!context) return false;
    struct lws_context_creation_info pages = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .options = LWS_SERVER_OPTION_VALIDATE_UTF8,
        .protocols = protocols,
        .timeout_secs = HANDSHAKE_SECONDS,
        .keepalive_timeout = HANDSHAKE_SECONDS,
        .retry_and_idle_policy = &idle_policy,
        .vhost_name = "pages",
    };
    vhost = lws_create_vhost(context, &pages);
    return vhost != NULL;
}

// Listening

static void accept_some(uv_poll_t *poll, int status, int events);

static void listen_again(uv_timer_t *timer) {
    web_gateway *gateway = timer->data;
    uv_poll_start(&gateway->listener, UV_READABLE, accept_some);
}

static bool is_welcome(const web_gateway *gateway, int descriptor) {
    uint32_t user;
    if (!peer_user(gateway->peers, descriptor, &user)) return false;
    if (user == 0 || user == geteuid()) return true;
    for (uint32_t index = 0; index < gateway->user_count; index += 1) {
        if (gateway->users[index] == user) return true;
    }
    return false;
}

// Makes room for one more handshake. Connected pages have places of their own.
static void make_way(web_gateway *gateway) {
    uint32_t handshakes = 0;
    struct lws *oldest = NULL;
    for (uint32_t index = gateway->connection_count; index-- > 0;) {
        if (gateway->connections[index].is_handshake_over) continue;
        handshakes += 1;
        oldest = gateway->connections[index].socket;
    }
    if (handshakes < PAGE_HANDSHAKES) return;
    note_refusal(gateway, WEB_TOO_MANY_HANDSHAKES, "");
    disconnect(gateway, oldest);
}

// Whether the other end has closed the connection already.
static bool is_gone(int descriptor) {
    struct pollfd watched = {.fd = descriptor, .events = POLLRDHUP};
    return poll(&watched, 1, 0) > 0;
}

static void adopt(web_gateway *gateway, int descriptor) {
    if (!is_welcome(gateway, descriptor)) {
        if (!is_gone(descriptor)) note_refusal(gateway, WEB_WRONG_USER, "");
        close(descriptor);
        return;
    }
    make_way(gateway);
    if (gateway->connection_count == CONNECTIONS_CAPACITY) {
        close(descriptor);
        return note_refusal(gateway, WEB_TOO_MANY_HANDSHAKES, "");
    }
    // Lines are short, and pages wait for each of them.
    int one = 1;
    setsockopt(descriptor, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    // On failure it closes the descriptor.
    struct lws *socket = lws_adopt_socket_vhost(vhost, descriptor);
    if (!socket) return;
    gateway->connections[gateway->connection_count] = (connection){.socket = socket};
    gateway->connection_count += 1;
}

static void accept_some(uv_poll_t *poll, int status, int events) {
    (void)status;
    (void)events;
    web_gateway *gateway = poll->data;
    for (int count = 0; count < ACCEPTS_PER_TURN; count += 1) {
        int descriptor = accept4(
            gateway->descriptor, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC);
        if (descriptor < 0) {
            if (errno == EAGAIN || errno == EINTR || errno == ECONNABORTED) return;
            uv_poll_stop(poll);
            uv_timer_start(&gateway->pause, listen_again, PAUSE_MS, 0);
            return;
        }
        adopt(gateway, descriptor);
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
    // Earlier connections in TIME_WAIT do not block the port.
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

web_gateway *web_gateway_open(void *loop, const web_settings *settings, char *error) {
    web_gateway *gateway = NULL;
    int descriptor = -1, peers = -1;
    const char *reason = NULL;
    if (current) {
        reason = "a gateway is already open";
    } else if (!start_library(loop)) {
        reason = "libwebsockets does not start; its libuv event library may be missing";
    } else if ((peers = peers_open()) < 0) {
        reason = "the users of connections cannot be found: AF_NETLINK is not allowed";
    } else if ((descriptor = listen_on(settings->port)) < 0) {
        reason = strerror(errno);
    } else if (!(gateway = calloc(1, sizeof *gateway))
               || uv_poll_init(loop, &gateway->listener, descriptor) < 0) {
        reason = "out of memory";
        close(descriptor);
        free(gateway);
    }
    if (reason) {
        snprintf(error, WEB_ERROR_CAPACITY, "%s", reason);
        if (peers >= 0) close(peers);
        return NULL;
    }
    uv_timer_init(loop, &gateway->pause);
    gateway->loop = loop;
    gateway->descriptor = descriptor;
    gateway->peers = peers;
    gateway->listener.data = gateway;
    gateway->pause.data = gateway;
    snprintf(gateway->socket, sizeof gateway->socket, "%s", settings->socket);
    gateway->rules = settings->rules;
    gateway->pages_limit = settings->pages;
    gateway->origin_limit = settings->pages_of_origin;
    gateway->message_limit = settings->message;
    memcpy(gateway->users, settings->users, sizeof gateway->users);
    gateway->user_count = settings->user_count;
    uv_poll_start(&gateway->listener, UV_READABLE, accept_some);
    current = gateway;
    return gateway;
}

void web_gateway_close(web_gateway *gateway) {
    uv_close((uv_handle_t *)&gateway->listener, NULL);
    uv_close((uv_handle_t *)&gateway->pause, NULL);
    close(gateway->descriptor);
    close(gateway->peers);
    for (uint32_t index = gateway->connection_count; index-- > 0;) {
        connection found = gateway->connections[index];
        if (found.page) {
            page_finish(found.page);
        } else {
            disconnect(gateway, found.socket);
        }
    }
    gateway->is_closing = true;
    if (gateway->connection_count == 0) gateway->rules.closed(gateway->rules.context);
}
