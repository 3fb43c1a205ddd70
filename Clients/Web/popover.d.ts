// SPDX-License-Identifier: MIT
// The API of popover.js. Other files, loaded after it, add to this: popover-bus.js `Page.subscribe`,
// popover-waits.js `Page.alert` and `signal`. popover-motion.js adds no names: with it, popovers move as
// their `animate`, `durationMs`, `easing` and `from` say, and `scrim` is drawn. Lengths are in CSS pixels
// from the top left of the viewport. They equal points of the display if its scale is the window's
// devicePixelRatio.
// protocol.d.ts has the types of all messages.

import type {
  AlertRequest, BusEvent, Button, Calls, CloseOutcome, CloseReason, DraftOutcome, Grant, Methods,
  Notifications, OpenRequest, Point, PopoverChanges, Rect, RefusalReason, Role, Scene, Severity,
  Welcome,
} from "./protocol.js";

export * from "./protocol.js";

/** Why a request failed; docs/reference/protocol.md lists codes and reasons. */
export interface Failure extends Error {
  /** 0: not connected to the daemon; wait for the event `ready`. */
  code: number;
  reason?: RefusalReason;
  data: Record<string, unknown>;
}

export interface ConnectOptions {
  /** By default ws://127.0.0.1:7411. */
  url?: string;
  /** The token in the gateway's option `token`, or in its file. */
  token: string;
  /** The application's name: 1 to 64 of a-z 0-9 . _ - */
  app: string;
  /** By default only `app`. */
  roles?: Role[];
  /** The display of the window; by default `main`, or else the first one. */
  display?: string;
  /** The top left of the viewport on the display; by default from the browser. */
  origin?: () => Point;
  /**
   * Answers requests of the daemon other than popover.willClose, such as alert.present. With
   * popover-motion.js, the element with `data-popover-alert` appears when this returns.
   */
  answer?: (...call: Call) => unknown;
}

/** A request of the daemon: its method and its params. */
export type Call = { [C in keyof Calls]: [method: C, params: Calls[C]["params"]] }[keyof Calls];

/** Rectangles, or the elements that have them. */
interface Places {
  anchor?: Element | Rect;
  avoid?: (Element | Rect)[];
  /** Elements that can be used while the popover is open. */
  passthrough?: (Element | Rect)[];
}

/** The params of `popover.open`, with elements in place of rectangles and names. */
export interface OpenOptions extends Omit<OpenRequest, "source" | keyof Places>, Places {
  /** The element to show; in the browser's top layer if it has the attribute `popover`. */
  element: HTMLElement;
  /** An element with the attribute `data-popover-source`, or its value; required without an anchor. */
  source?: string | Element;
  /** With popover-waits.js: cancels the open while it waits. */
  signal?: AbortSignal;
  /** Returns the draft within `deadlineMs`; popover-forms.js then ignores the fields. */
  willClose?: (params: Calls["popover.willClose"]["params"]) => Work | void | Promise<Work | void>;
  /** Restores the draft of an earlier `willClose`. */
  restore?: (content: any) => void;
}

/** What `willClose` returns. */
export type Work = Calls["popover.willClose"]["result"];

export interface Changes extends Omit<PopoverChanges, keyof Places>, Places {}

export interface End {
  reason: CloseReason | "connection-lost";
  draft?: DraftOutcome;
  returnFocus?: boolean;
  unresponsive?: boolean;
}

/** Fires `nudge` when someone taps outside a popover that stays. */
export interface Popover extends EventTarget, Readonly<Grant> {
  readonly element: HTMLElement;
  readonly closed: Promise<End>;
  update(changes: Changes): Promise<void>;
  /** Resolves to true if the choice closes the popover. */
  choose(choice: unknown): Promise<boolean>;
  /** With popover-motion.js, the daemon is told when the element has left the screen. */
  close(outcome?: CloseOutcome): Promise<void>;
}

/** The events of a page. */
export type PageEvents =
  & { ready: CustomEvent<Welcome>; lost: CustomEvent<null> }
  & { [N in keyof Notifications]: CustomEvent<Notifications[N]> };

export type Listener<E> = ((event: E) => void) | { handleEvent(event: E): void };

/** The params of a method, if it has any, and a signal. */
export type Arguments<M extends keyof Methods> = {} extends Methods[M]["params"]
  ? [params?: Methods[M]["params"], details?: { signal?: AbortSignal }]
  : [params: Methods[M]["params"], details?: { signal?: AbortSignal }];

/**
 * Fires `ready` after each connect, `lost` after each disconnect, and each notification of the daemon
 * under its own name, with `detail`. It reconnects by itself.
 */
export interface Page extends EventTarget {
  /** The first response to hello; rejects if the daemon refuses the page permanently. */
  readonly ready: Promise<Welcome>;
  open(options: OpenOptions): Promise<Popover>;
  /** Calls any method that the gateway permits; `signal` needs popover-waits.js. */
  request<M extends keyof Methods>(method: M, ...rest: Arguments<M>): Promise<Methods[M]["result"]>;
  addEventListener<E extends keyof PageEvents>(
    type: E, listener: Listener<PageEvents[E]> | null, options?: boolean | AddEventListenerOptions): void;
  removeEventListener<E extends keyof PageEvents>(
    type: E, listener: Listener<PageEvents[E]> | null, options?: boolean | EventListenerOptions): void;
  /**
   * With popover-waits.js: raises an alert, again after a reconnect, and resolves to the id of the
   * pressed button. `signal` withdraws it.
   */
  alert(alert: Alert, details?: { signal?: AbortSignal }): Promise<string>;
  /**
   * With popover-bus.js: subscribes to topics, in which `*` matches any characters. At most `kept`
   * (1024) events are queued; beyond that the oldest are dropped.
   */
  subscribe(topics: string | string[], details?: { since?: number; kept?: number }):
    Promise<Subscription>;
  /** Disconnects; with popover-forms.js, saves open drafts first. */
  close(): void | Promise<void>;
}

/** The params of `alert.raise`. */
export interface Alert extends Omit<AlertRequest, "severity" | "buttons"> {
  /** By default `warning`. */
  severity?: Severity;
  /** A string is the label and the id of a button. */
  buttons: (string | Button)[];
}

/** For one reader. Continues after a reconnect; leaving a `for await` ends it. */
export interface Subscription extends AsyncIterableIterator<BusEvent> {
  /** The scene at the start, or at the last reconnect. */
  readonly snapshot: Scene;
}

/** `Popoverd.connect` for importers of the package. */
export function connect(options: ConnectOptions): Page;

declare global {
  const Popoverd: { connect(options: ConnectOptions): Page };
}
