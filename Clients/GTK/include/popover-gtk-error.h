/* SPDX-License-Identifier: MIT */
/* Written by protocol/generate; changes here are lost. docs/reference/protocol.md explains the words. */

#pragma once

#include <glib.h>

G_BEGIN_DECLS
#pragma GCC visibility push(default)

#define POPOVER_GTK_ERROR (popover_gtk_error_quark())
#define POPOVER_GTK_REFUSAL (popover_gtk_refusal_quark())

/**
 * PopoverGtkError:
 * @POPOVER_GTK_ERROR_NO_MEMORY: The library could not allocate memory.
 * @POPOVER_GTK_ERROR_INVALID_ARGUMENT: An argument is missing, unknown, or not JSON.
 * @POPOVER_GTK_ERROR_TOO_LONG: The message would exceed `limits.message`.
 * @POPOVER_GTK_ERROR_BUSY: Too much is waiting for the daemon; try again later.
 * @POPOVER_GTK_ERROR_NOT_CONNECTED: The client is not connected; wait for #PopoverGtkClient::ready.
 * @POPOVER_GTK_ERROR_CONNECTION_LOST: The connection ended before the response.
 * @POPOVER_GTK_ERROR_CLIENT_CLOSED: The client is leaving or has left.
 * @POPOVER_GTK_ERROR_TIMED_OUT: No response came in time; the request was canceled.
 * @POPOVER_GTK_ERROR_PROTOCOL_MISMATCH: The daemon speaks another protocol, or sent an invalid line.
 * @POPOVER_GTK_ERROR_NO_DAEMON: The socket cannot be connected to.
 * @POPOVER_GTK_ERROR_NO_ACCESS: The socket exists, but this user may not connect.
 * @POPOVER_GTK_ERROR_NOT_JSON: Not JSON.
 * @POPOVER_GTK_ERROR_NOT_A_REQUEST: Not a request; a batch; a second hello.
 * @POPOVER_GTK_ERROR_UNKNOWN_METHOD: No such method.
 * @POPOVER_GTK_ERROR_BAD_PARAMETER: Bad params.
 * @POPOVER_GTK_ERROR_FAILED: An administrator's order failed.
 * @POPOVER_GTK_ERROR_UNKNOWN_ID: An unknown or ended id.
 * @POPOVER_GTK_ERROR_NOT_PERMITTED: Not permitted; another's popover or alert.
 * @POPOVER_GTK_ERROR_OVER_LIMIT: Over a limit.
 * @POPOVER_GTK_ERROR_SHUTTING_DOWN: The daemon is shutting down (drafts, closes, choices and answers
 *   still work, and so do canceling, `status` and `shutdown`).
 *
 * Why something failed, other than by a refusal; the codes are those of the protocol.
 */
typedef enum {
    POPOVER_GTK_ERROR_NO_MEMORY = -1,
    POPOVER_GTK_ERROR_INVALID_ARGUMENT = -2,
    POPOVER_GTK_ERROR_TOO_LONG = -3,
    POPOVER_GTK_ERROR_BUSY = -4,
    POPOVER_GTK_ERROR_NOT_CONNECTED = -5,
    POPOVER_GTK_ERROR_CONNECTION_LOST = -6,
    POPOVER_GTK_ERROR_CLIENT_CLOSED = -7,
    POPOVER_GTK_ERROR_TIMED_OUT = -8,
    POPOVER_GTK_ERROR_PROTOCOL_MISMATCH = -9,
    POPOVER_GTK_ERROR_NO_DAEMON = -10,
    POPOVER_GTK_ERROR_NO_ACCESS = -11,
    POPOVER_GTK_ERROR_NOT_JSON = -32700,
    POPOVER_GTK_ERROR_NOT_A_REQUEST = -32600,
    POPOVER_GTK_ERROR_UNKNOWN_METHOD = -32601,
    POPOVER_GTK_ERROR_BAD_PARAMETER = -32602,
    POPOVER_GTK_ERROR_FAILED = -32603,
    POPOVER_GTK_ERROR_UNKNOWN_ID = 2,
    POPOVER_GTK_ERROR_NOT_PERMITTED = 3,
    POPOVER_GTK_ERROR_OVER_LIMIT = 4,
    POPOVER_GTK_ERROR_SHUTTING_DOWN = 5,
} PopoverGtkError;

/**
 * PopoverGtkRefusal:
 * @POPOVER_GTK_REFUSAL_UNKNOWN: A reason that this library does not know.
 * @POPOVER_GTK_REFUSAL_HELLO_FIRST: Hello was not said.
 * @POPOVER_GTK_REFUSAL_MODAL_ACTIVE: A modal popover or a view is presented there.
 * @POPOVER_GTK_REFUSAL_ALERT_ACTIVE: An alert is presented there.
 * @POPOVER_GTK_REFUSAL_POPOVER_ACTIVE: A popover is visible there.
 * @POPOVER_GTK_REFUSAL_SUPERSEDED: A newer one replaced it; the session ended or is ending, or the
 *   display was removed.
 * @POPOVER_GTK_REFUSAL_TIMED_OUT: It timed out.
 * @POPOVER_GTK_REFUSAL_CANCELLED: It was canceled; of alerts: the session ended.
 * @POPOVER_GTK_REFUSAL_TOGGLED: A tap on the same source has just closed its popover.
 * @POPOVER_GTK_REFUSAL_UNSUPPORTED_IDIOM: A `tv` or `watch` has no popovers.
 * @POPOVER_GTK_REFUSAL_NOT_FOR_WARNINGS: Its severity or its behavior says that it is a warning:
 *   raise an alert.
 * @POPOVER_GTK_REFUSAL_UNKNOWN_BEHAVIOR: No loaded plugin provides it.
 * @POPOVER_GTK_REFUSAL_NO_RENDERER: No client can render it; of critical ones: for
 *   `limits.rendererMs`.
 * @POPOVER_GTK_REFUSAL_DETACH_NOT_ALLOWED: The behavior does not allow it, or it is closing.
 * @POPOVER_GTK_REFUSAL_LOCKED: The session is locked; of alerts: it was locked while they waited or
 *   were presented.
 * @POPOVER_GTK_REFUSAL_STALE: It refers to a past state: an older revision, or one that was consumed
 *   or discarded.
 * @POPOVER_GTK_REFUSAL_DOES_NOT_FIT: Not even its minimum fits.
 * @POPOVER_GTK_REFUSAL_PANEL_ACTIVE: A panel has the draft of this key open; `panel` names it.
 * @POPOVER_GTK_REFUSAL_UNASKED: The display requires a fresh gesture of the app.
 * @POPOVER_GTK_REFUSAL_POLICY: The behavior does not allow it, or the configuration refuses it by
 *   advice.
 * @POPOVER_GTK_REFUSAL_KEY_ACTIVE: A popover on another display has the draft of this key open;
 *   `popover` names it.
 * @POPOVER_GTK_REFUSAL_SESSION_ENDED: It belongs to a session that has ended.
 * @POPOVER_GTK_REFUSAL_DISPLACED: A more severe alert takes its place: a limit was reached.
 *
 * Why the rules of the daemon refused a request.
 */
typedef enum {
    POPOVER_GTK_REFUSAL_UNKNOWN = 0,
    POPOVER_GTK_REFUSAL_HELLO_FIRST = 1,
    POPOVER_GTK_REFUSAL_MODAL_ACTIVE = 2,
    POPOVER_GTK_REFUSAL_ALERT_ACTIVE = 3,
    POPOVER_GTK_REFUSAL_POPOVER_ACTIVE = 4,
    POPOVER_GTK_REFUSAL_SUPERSEDED = 5,
    POPOVER_GTK_REFUSAL_TIMED_OUT = 6,
    POPOVER_GTK_REFUSAL_CANCELLED = 7,
    POPOVER_GTK_REFUSAL_TOGGLED = 8,
    POPOVER_GTK_REFUSAL_UNSUPPORTED_IDIOM = 9,
    POPOVER_GTK_REFUSAL_NOT_FOR_WARNINGS = 10,
    POPOVER_GTK_REFUSAL_UNKNOWN_BEHAVIOR = 11,
    POPOVER_GTK_REFUSAL_NO_RENDERER = 12,
    POPOVER_GTK_REFUSAL_DETACH_NOT_ALLOWED = 13,
    POPOVER_GTK_REFUSAL_LOCKED = 14,
    POPOVER_GTK_REFUSAL_STALE = 15,
    POPOVER_GTK_REFUSAL_DOES_NOT_FIT = 16,
    POPOVER_GTK_REFUSAL_PANEL_ACTIVE = 17,
    POPOVER_GTK_REFUSAL_UNASKED = 18,
    POPOVER_GTK_REFUSAL_POLICY = 19,
    POPOVER_GTK_REFUSAL_KEY_ACTIVE = 20,
    POPOVER_GTK_REFUSAL_SESSION_ENDED = 21,
    POPOVER_GTK_REFUSAL_DISPLACED = 22,
} PopoverGtkRefusal;

GQuark popover_gtk_error_quark(void);
GQuark popover_gtk_refusal_quark(void);

#pragma GCC visibility pop
G_END_DECLS
