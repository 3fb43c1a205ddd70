// SPDX-License-Identifier: MIT
//
// A TCP socket knows no user of its peer, but the kernel's table of sockets
// does: it is asked for one entry, so that the answer takes equally long however many there are.

#include <linux/inet_diag.h>
#include <linux/netlink.h>
#include <linux/sock_diag.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <sys/socket.h>

#include "include/peers.h"

int peers_open(void) {
    return socket(AF_NETLINK, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, NETLINK_SOCK_DIAG);
}

static bool send_request(
    int peers, const struct sockaddr_in *own, const struct sockaddr_in *peer) {
    struct {
        struct nlmsghdr header;
        struct inet_diag_req_v2 body;
    } request = {
        .header = {
            .nlmsg_len = sizeof request,
            .nlmsg_type = SOCK_DIAG_BY_FAMILY,
            .nlmsg_flags = NLM_F_REQUEST,
        },
        .body = {
            .sdiag_family = AF_INET,
            .sdiag_protocol = IPPROTO_TCP,
            .idiag_states = 1u << TCP_ESTABLISHED,
            .id = {
                // The peer's socket, as the peer sees it.
                .idiag_sport = peer->sin_port,
                .idiag_dport = own->sin_port,
                .idiag_src = {peer->sin_addr.s_addr},
                .idiag_dst = {own->sin_addr.s_addr},
                .idiag_cookie = {INET_DIAG_NOCOOKIE, INET_DIAG_NOCOOKIE},
            },
        },
    };
    return send(peers, &request, sizeof request, MSG_DONTWAIT) == (ssize_t)sizeof request;
}

bool peer_user(int peers, int descriptor, uint32_t *user) {
    struct sockaddr_in own, peer;
    socklen_t own_size = sizeof own, peer_size = sizeof peer;
    if (getsockname(descriptor, (struct sockaddr *)&own, &own_size) < 0
        || getpeername(descriptor, (struct sockaddr *)&peer, &peer_size) < 0
        || !send_request(peers, &own, &peer)) {
        return false;
    }
    // The kernel has answered by now.
    _Alignas(struct nlmsghdr) uint8_t answer[1024];
    ssize_t count = recv(peers, answer, sizeof answer, MSG_DONTWAIT);
    struct nlmsghdr header;
    struct inet_diag_msg body;
    if (count < (ssize_t)(NLMSG_HDRLEN + sizeof body)) return false;
    memcpy(&header, answer, sizeof header);
    memcpy(&body, answer + NLMSG_HDRLEN, sizeof body);
    // A socket that its program has closed would seem to be root's.
    if (header.nlmsg_type != SOCK_DIAG_BY_FAMILY || body.idiag_state != TCP_ESTABLISHED
        || body.idiag_inode == 0 || body.id.idiag_sport != peer.sin_port) {
        return false;
    }
    *user = body.idiag_uid;
    return true;
}
