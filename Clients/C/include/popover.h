/* SPDX-License-Identifier: MIT */
/**
 * libpopover: clients of popoverd in C.
 *
 * A client asks popoverd, the daemon, for a place on the screen, draws its popover there, and hands its
 * drafts over when the daemon takes the place back. The library has two layers:
 *
 * - popover-client.h: the client. It does no I/O: it turns calls into bytes and bytes into events.
 * - popover-connection.h: the connection, a client with a socket for any event loop. Most programs use it.
 *
 *     struct popover_options options = { .app = "shop" };
 *     struct popover_connection *connection = popover_connection_new(&options);
 *     struct popover_client *client = popover_connection_client(connection);
 *     const struct popover_event *event;
 *     while ((event = popover_connection_wait(connection)))
 *         handle(client, event);
 *
 * Rules for every function:
 *
 * - Nothing blocks but popover_connection_wait, and nothing calls back. The library has no global state, no threads and no signals.
 *   Different threads may use different clients; one client belongs to one thread at a time.
 * - A function that sends something returns its number, which is above 0 and never reused by this
 *   client, or a negative enum popover_error. The response is an event with that number and with the
 *   `data` of the call. A popover, panel, view, alert or subscription is called by the number of the
 *   call that began it.
 * - Strings are UTF-8. The library copies what it is given, and owns what it returns: the memory of an
 *   event lives until the next call of popover_client_next_event, popover_connection_wait or
 *   popover_client_free.
 * - JSON stands in strings: drafts, choices, the data of events, params and results of any method.
 * - Structs that a program fills begin as `{0}`: a member that is 0 or NULL is absent. The library may
 *   add members to the end of structs and unions that it returns, and values to enumerations. A struct within
 *   another one gets none, unless it is the last member there.
 * - Lengths are points, times are milliseconds, unless a member says otherwise.
 *
 * docs/how-to/client-c.md is the guide, docs/reference/protocol.md the reference of every message.
 */

#ifndef POPOVER_H
#define POPOVER_H

#include "popover-protocol.h"
#include "popover-types.h"
#include "popover-events.h"
#include "popover-client.h"
#include "popover-connection.h"

#endif
