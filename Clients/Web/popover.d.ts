// SPDX-License-Identifier: MIT
// The API of popover.js. Other files, loaded after it, add to this: popover-bus.js `Page.subscribe`,
// popover-waits.js `Page.alert` and `signal`. Lengths are in CSS pixels from the top left of the
// viewport. They equal points of the display if its scale is the window's devicePixelRatio.

export interface Point { x: number; y: number }
export interface Size { width: number; height: number }
export interface Rect extends Point, Size {}
export type Side = "top" | "bottom" | "left" | "right";

/** Why a request failed; docs/reference/protocol.md lists codes and reasons. */
export interface Failure extends Error {
  /** 0: not connected to the daemon; wait for the event `ready`. */
  code: number;
  reason?: string;
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
  roles?: string[];
  /** The display of the window; by default `main`, or else the first one. */
  display?: string;
  /** The top left of the viewport on the display; by default from the browser. */
  origin?: () => Point;
  /** Answers requests of the daemon other than popover.willClose, such as alert.present. */
  answer?: (method: string, params: any) => unknown;
}

export interface OpenOptions {
  behavior: string;
  size: Size;
  /** The element to show; in the browser's top layer if it has the attribute `popover`. */
  element: HTMLElement;
  /** An element with the attribute `data-popover-source`, or its value; required without an anchor. */
  source?: string | Element;
  anchor?: Element | Rect;
  /** Key of the draft; without it nothing is saved. popover-forms.js saves fields. */
  key?: string;
  sides?: Side[];
  minimum?: Size;
  modal?: boolean;
  title?: string;
  help?: string;
  buttons?: unknown[];
  avoid?: (Element | Rect)[];
  /** Elements that can be used while the popover is open. */
  passthrough?: (Element | Rect)[];
  waitMs?: number;
  /** With popover-waits.js: cancels the open while it waits. */
  signal?: AbortSignal;
  /** Returns the draft within `deadlineMs`; popover-forms.js then ignores the fields. */
  willClose?: (params: { reason: string; disposition: "save" | "discard"; deadlineMs: number }) =>
    { draft?: unknown; saved?: true } | void | Promise<{ draft?: unknown; saved?: true } | void>;
  /** Restores the draft of an earlier `willClose`. */
  restore?: (content: any) => void;
  [other: string]: unknown;
}

export interface End {
  /** A reason of docs/reference/protocol.md, or `connection-lost`. */
  reason: string;
  draft?: "saved" | "kept" | "discarded" | "none";
  returnFocus?: boolean;
  unresponsive?: boolean;
}

/** Fires `nudge` when someone taps outside a popover that stays. */
export interface Popover extends EventTarget {
  readonly popover: string;
  readonly element: HTMLElement;
  readonly frame: Rect;
  /** The tip of the arrow; null for a sheet. */
  readonly arrow: Point | null;
  readonly side: Side | null;
  readonly presentation: "popover" | "sheet";
  readonly scrolls: boolean;
  readonly draft?: { content: any; revision: number; savedAt: number; reason: string };
  readonly advice: { rule: string; message: string }[];
  readonly closed: Promise<End>;
  update(changes: Partial<OpenOptions>): Promise<void>;
  /** Resolves to true if the choice closes the popover. */
  choose(choice: unknown): Promise<boolean>;
  close(outcome?: "done" | "cancel"): Promise<void>;
}

/**
 * Fires `ready` after each connect, `lost` after each disconnect, and each notification of the daemon
 * under its own name, with `detail`. It reconnects by itself.
 */
export interface Page extends EventTarget {
  /** The first response to hello; rejects if the daemon refuses the page permanently. */
  readonly ready: Promise<any>;
  open(options: OpenOptions): Promise<Popover>;
  /** Calls any method that the gateway permits; `signal` needs popover-waits.js. */
  request(method: string, params?: object, details?: { signal?: AbortSignal }): Promise<any>;
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

export interface Alert {
  title: string;
  message?: string;
  /** By default `warning`. */
  severity?: "info" | "warning" | "critical";
  /** A string is the label and the id of a button. */
  buttons: (string | { id: string; label: string; role?: "default" | "cancel" | "destructive" })[];
  /** By default `shell`; `self` asks this page to show it, through `answer`. */
  renderer?: "self" | "shell";
  [other: string]: unknown;
}

/**
 * An event. Lost events are reported by the topic `bus.gap`: its data has the numbers `from` and `to`;
 * `to` is null after a restart of the daemon.
 */
export interface BusEvent { topic: string; data: any; sequence?: number; time?: number }

/** For one reader. Continues after a reconnect; leaving a `for await` ends it. */
export interface Subscription extends AsyncIterableIterator<BusEvent> {
  /** The scene at the start, or at the last reconnect. */
  readonly snapshot: any;
}

/** `Popoverd.connect` for importers of the package. */
export function connect(options: ConnectOptions): Page;

declare global {
  const Popoverd: { connect(options: ConnectOptions): Page };
}
