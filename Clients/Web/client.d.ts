// SPDX-License-Identifier: MIT
// The API that pages and Node share. Lengths are in points, of a page in CSS pixels.
// protocol.d.ts has the types of all messages.

import type {
  AlertRequest, Button, Calls, CloseOutcome, CloseReason, DraftOutcome, EventOf, Grant, Methods,
  Notifications, PopoverChanges, RefusalReason, Role, Scene, Severity, TopicPattern, Welcome,
} from "./protocol.js";

export * from "./protocol.js";

/** Why a request failed; docs/reference/protocol.md lists codes and reasons. */
export interface Failure extends Error {
  /** 0: not connected to the daemon; wait for the event `ready`. */
  code: number;
  reason?: RefusalReason;
  data: Record<string, unknown>;
  /** In Node, the system's error if the socket cannot be connected to. */
  cause?: unknown;
}

export interface ClientOptions {
  /** The application's name: 1 to 64 of a-z 0-9 . _ - */
  app: string;
  /** By default only `app`. */
  roles?: Role[];
  /**
   * Answers requests of the daemon other than popover.willClose, such as alert.present; undefined means that
   * there is no such method. A page that animates shows the element with `data-popover-alert` afterwards.
   */
  answer?: (...call: Call) => unknown;
}

/** A request of the daemon: its method and its params. */
export type Call = { [C in keyof Calls]: [method: C, params: Calls[C]["params"]] }[keyof Calls];

/** What `willClose` returns. */
export type Work = Calls["popover.willClose"]["result"];

/** What `willClose` receives. */
export type WillClose = Pick<
  Calls["popover.willClose"]["params"], "disposition" | "deadlineMs"> & { reason: End["reason"] };

/** Callbacks of a popover, and the cancellation of an open that waits. */
export interface Callbacks {
  signal?: AbortSignal;
  /**
   * Returns the draft within `deadlineMs`, which the next popover with the same `key` gets. Also called when
   * the connection is lost, and before `close`; at most once.
   */
  willClose?: (order: WillClose) => Work | void | Promise<Work | void>;
  /** Restores the draft of an earlier `willClose`. */
  restore?: (content: any) => void;
}

export interface End {
  reason: CloseReason | "connection-lost";
  /** After `connection-lost`: `kept`, to be saved after a reconnect, or `none`. */
  draft: DraftOutcome;
  returnFocus: boolean;
  unresponsive?: boolean;
}

export type Listener<E> = ((event: E) => void) | { handleEvent(event: E): void };

/** `nudge`: someone tapped outside a popover that stays. `moved`: `frame` and the rest have changed. */
export interface PopoverEvents {
  nudge: Event;
  moved: Event;
}

export interface Popover<Changes = PopoverChanges>
  extends EventTarget, Readonly<Grant> {
  readonly closed: Promise<End>;
  update(changes: Changes): Promise<void>;
  /**
   * Resolves to true if the choice closes the popover. `label` says it in words, for announcements; in a page
   * by default those on the control that people pressed.
   */
  choose(choice: unknown, label?: string): Promise<boolean>;
  /** The draft is applied (`done`, the default) or dropped (`cancel`). */
  close(outcome?: CloseOutcome): Promise<void>;
  addEventListener<E extends keyof PopoverEvents>(
    type: E, listener: Listener<PopoverEvents[E]> | null, options?: boolean | AddEventListenerOptions): void;
  removeEventListener<E extends keyof PopoverEvents>(
    type: E, listener: Listener<PopoverEvents[E]> | null, options?: boolean | EventListenerOptions): void;
}

/** The events of a client. */
export type ClientEvents =
  & { ready: CustomEvent<Welcome>; lost: CustomEvent<null>; warning: CustomEvent<{ message: string }> }
  & { [N in keyof Notifications]: CustomEvent<Notifications[N]> };

/** The params of a method, if it has any, and a signal. */
export type Arguments<M extends keyof Methods> = {} extends Methods[M]["params"]
  ? [params?: Methods[M]["params"], details?: { signal?: AbortSignal }]
  : [params: Methods[M]["params"], details?: { signal?: AbortSignal }];

/**
 * Fires `ready` after each connect, `lost` after each disconnect and each attempt in vain, `warning` when a
 * draft that it kept cannot be saved and with each new advice of the daemon, which go to the console if there
 * is no listener, and each notification of the daemon under its own name, with `detail`.
 * It reconnects by itself.
 */
export interface BaseClient<Events extends Record<keyof Events, Event> = ClientEvents> extends EventTarget {
  /** The first response to hello; rejects if a retry is useless. */
  readonly ready: Promise<Welcome>;
  /** The latest response to hello. */
  readonly welcome?: Welcome;
  /** Calls a method; a `signal` cancels the request. */
  request<M extends keyof Methods>(method: M, ...rest: Arguments<M>): Promise<Methods[M]["result"]>;
  addEventListener<E extends keyof Events & string>(
    type: E, listener: Listener<Events[E]> | null, options?: boolean | AddEventListenerOptions): void;
  removeEventListener<E extends keyof Events & string>(
    type: E, listener: Listener<Events[E]> | null, options?: boolean | EventListenerOptions): void;
  /**
   * Raises an alert, again after a reconnect, and resolves to the id of the pressed button. A `signal`
   * withdraws it.
   */
  alert(alert: Alert, details?: { signal?: AbortSignal }): Promise<string>;
  /**
   * Subscribes to topics, in which `*` matches any characters. At most `kept` (1024) events are queued;
   * beyond that the oldest are dropped, and a `bus.gap` says so. `since` is the number of the last event that
   * is known.
   */
  subscribe<P extends TopicPattern>(
    topics: P | readonly P[], details?: { since?: number; kept?: number }): Promise<Subscription<EventOf<P>>>;
  /** Saves open drafts, and disconnects for good. */
  close(): Promise<void>;
}

/** The params of `alert.raise`. */
export interface Alert extends Omit<AlertRequest, "severity" | "buttons"> {
  /** By default `warning`. */
  severity?: Severity;
  /** A string is the label and the id of a button. */
  buttons: (string | Button)[];
}

/** For one reader. Continues after a reconnect; leaving a `for await` ends it. */
export interface Subscription<E> extends AsyncIterableIterator<E> {
  /** The scene at the start, or at the last reconnect. */
  readonly snapshot: Scene;
}
