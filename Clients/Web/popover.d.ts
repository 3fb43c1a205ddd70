// SPDX-License-Identifier: MIT
// What popover.js defines. The other files are loaded after it where they are needed and change none of
// it: popover-bus.js adds `Page.subscribe`, popover-waits.js `Page.alert` and `signal`. Lengths are in
// CSS pixels from the left top of the page's view, which are the display's points where its scale is the
// window's devicePixelRatio.

export interface Point { x: number; y: number }
export interface Size { width: number; height: number }
export interface Rect extends Point, Size {}
export type Side = "top" | "bottom" | "left" | "right";

/** Why the daemon, or the way to it, refuses; docs/reference/protocol.md lists codes and reasons. */
export interface Failure extends Error {
  /** 0: the daemon cannot be reached. */
  code: number;
  reason?: string;
  data: Record<string, unknown>;
}

export interface ConnectOptions {
  /** By default ws://127.0.0.1:7411. */
  url?: string;
  /** What the gateway's option `token`, or its file, says. */
  token: string;
  /** The application's name: 1 to 64 of a-z 0-9 . _ - */
  app: string;
  /** By default `app` alone. */
  roles?: string[];
  /** The display that the window is on; by default the main one. */
  display?: string;
  /** Where the view's left top is on the display; by default as the browser says. */
  origin?: () => Point;
  /** Answers requests of the daemon's but popover.willClose, such as alert.present. */
  answer?: (method: string, params: any) => unknown;
}

export interface OpenOptions {
  behavior: string;
  size: Size;
  /** What is shown, in the browser's top layer where it has the attribute `popover`. */
  element: HTMLElement;
  /** An element with the attribute `data-popover-source`, or its value; this or an anchor. */
  source?: string | Element;
  anchor?: Element | Rect;
  /** Names the work that is kept; without it none is. popover-forms.js keeps that of fields. */
  key?: string;
  sides?: Side[];
  minimum?: Size;
  modal?: boolean;
  title?: string;
  help?: string;
  buttons?: unknown[];
  avoid?: (Element | Rect)[];
  /** What can be used beside the popover. */
  passthrough?: (Element | Rect)[];
  waitMs?: number;
  /** Where popover-waits.js is loaded: takes it back while it waits for its turn. */
  signal?: AbortSignal;
  /** Gives the work in its own form, within `deadlineMs`; then nobody looks at fields. */
  willClose?: (params: { reason: string; disposition: "save" | "discard"; deadlineMs: number }) =>
    { draft?: unknown; saved?: true } | void | Promise<{ draft?: unknown; saved?: true } | void>;
  /** Takes what `willClose` has given. */
  restore?: (content: any) => void;
  [other: string]: unknown;
}

export interface End {
  /** As in docs/reference/protocol.md, or `connection-lost`. */
  reason: string;
  draft?: "saved" | "kept" | "discarded" | "none";
  returnFocus?: boolean;
  unresponsive?: boolean;
}

/** Fires `nudge` when people have tapped beside one that stays. */
export interface Popover extends EventTarget {
  readonly popover: string;
  readonly element: HTMLElement;
  readonly frame: Rect;
  /** The arrow's tip; null for a sheet. */
  readonly arrow: Point | null;
  readonly side: Side | null;
  readonly presentation: "popover" | "sheet";
  readonly scrolls: boolean;
  readonly draft?: { content: any; revision: number; savedAt: number; reason: string };
  readonly advice: { rule: string; message: string }[];
  readonly closed: Promise<End>;
  update(changes: Partial<OpenOptions>): Promise<void>;
  /** Whether the choice closes it. */
  choose(choice: unknown): Promise<boolean>;
  close(outcome?: "done" | "cancel"): Promise<void>;
}

/**
 * Fires `ready` whenever the daemon has said hello, `lost` when it is gone, and each notification
 * of the daemon's under its own name, with `detail`.
 */
export interface Page extends EventTarget {
  /** The first answer to hello; rejected where the daemon refuses the page for good. */
  readonly ready: Promise<any>;
  open(options: OpenOptions): Promise<Popover>;
  /** Any method that the gateway lets pass; `signal` needs popover-waits.js. */
  request(method: string, params?: object, details?: { signal?: AbortSignal }): Promise<any>;
  /**
   * Where popover-waits.js is loaded: raises an alert, again where the daemon was gone, and gives the
   * id of the button that people press. `signal` takes it off the screen.
   */
  alert(alert: Alert, details?: { signal?: AbortSignal }): Promise<string>;
  /**
   * Where popover-bus.js is loaded: events of these topics, in which `*` is anything. Of more than
   * `kept` (1024) that nobody has taken the oldest are lost.
   */
  subscribe(topics: string | string[], details?: { since?: number; kept?: number }):
    Promise<Subscription>;
  /** Leaves for good; with popover-forms.js it hands over what is open first. */
  close(): void | Promise<void>;
}

export interface Alert {
  title: string;
  message?: string;
  /** By default `warning`. */
  severity?: "info" | "warning" | "critical";
  /** A button that is a string is its id, too. */
  buttons: (string | { id: string; label: string; role?: "default" | "cancel" | "destructive" })[];
  /** By default `shell`; `self` asks this page to draw it, by `answer`. */
  renderer?: "self" | "shell";
  [other: string]: unknown;
}

/**
 * Something on the bus. Where events were lost, one of the topic `bus.gap` says so: its data has
 * `from` and `to`, which is null where the daemon was started anew.
 */
export interface BusEvent { topic: string; data: any; sequence?: number; time?: number }

/** For one reader. It goes on when the daemon was gone; leaving a `for await` ends it. */
export interface Subscription extends AsyncIterableIterator<BusEvent> {
  /** The scene when it was made, or made again. */
  readonly snapshot: any;
}

/** As `Popoverd.connect`, for who imports the package. */
export function connect(options: ConnectOptions): Page;

declare global {
  const Popoverd: { connect(options: ConnectOptions): Page };
}
