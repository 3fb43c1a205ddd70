// SPDX-License-Identifier: MIT
// The API of popoverd.js. Lengths are in CSS pixels from the top left of the viewport. They equal points of
// the display if its scale is the window's devicePixelRatio.

import type {
  BaseClient, Callbacks, ClientEvents, ClientOptions, Failure, Popover as BasePopover,
} from "./client.js";
import type {
  Contrast, OpenRequest, PersonalSettings, Point, PopoverChanges, Rect, WritingDirection,
} from "./protocol.js";

export * from "./client.js";

export interface ConnectOptions extends ClientOptions {
  /** By default ws://127.0.0.1:7411. */
  url?: string;
  /** The gateway's token; see `takeToken`. */
  token: string;
  /** The display of the window; by default `main`, or else the first one. */
  display?: string;
  /** The top left of the viewport on the display; by default from the browser. */
  origin?: () => Point;
  /** Saves the fields of popovers with a `key` as their drafts; by default true. */
  forms?: boolean;
  /** Animates popovers as the daemon says, and draws what is behind them; by default true. */
  motion?: boolean;
  /** Reports clicks and keys on controls, where no plugin watches the screen; by default false. */
  taps?: boolean;
  /**
   * The page shows itself in the language of `settings`: `lang` and `dir` of the document follow them. By
   * default false.
   */
  localized?: boolean;
}

/** Rectangles, or the elements that have them. */
interface Places {
  anchor?: Element | Rect;
  avoid?: (Element | Rect)[];
  /** Elements that can be used while the popover is open. */
  passthrough?: (Element | Rect)[];
}

/**
 * The params of `popover.open`, with elements in place of rectangles and names. The `title` is by default the
 * element's `aria-labelledby` or `aria-label`. With `willClose`, the fields of the element are not its draft.
 */
export interface OpenOptions extends Omit<OpenRequest, "source" | keyof Places>, Places, Callbacks {
  /** The element to show; in the browser's top layer if it has the attribute `popover`. */
  element: HTMLElement;
  /** An element with the attribute `data-popover-source`, or its value; required without an anchor. */
  source?: string | Element;
}

export interface Changes extends Omit<PopoverChanges, keyof Places>, Places {}

export interface Popover extends BasePopover<Changes> {
  readonly element: HTMLElement;
}

/** What the people in front of the display have set, or what the kiosk is set to. */
export interface Settings {
  /** How much larger text is than designed, from 1 to 4. */
  textScale: number;
  contrast: Contrast;
  reducedMotion: boolean;
  /** People want to hear what happens. */
  speech: boolean;
  /** In which people read, as a BCP 47 tag; undefined if it is not known. */
  language?: string;
  direction?: WritingDirection;
}

/** `settings` fires after each connect that changes them, before `ready`, and with each change. */
export type PageEvents = ClientEvents & { settings: CustomEvent<Settings> };

export interface Page extends BaseClient<PageEvents> {
  readonly settings: Settings;
  /**
   * Changes some personal settings until the end of the session, and keeps the others; undefined resets one,
   * and no argument all. For a control with which people make text larger, for example.
   */
  personalize(changes?: PersonalSettings): Promise<void>;
  open(options: OpenOptions): Promise<Popover>;
  /** The open popover that contains an element. */
  popover(element: Element): Popover | undefined;
}

/** Connects to the gateway on this machine. */
export function connect(options: ConnectOptions): Page;

/**
 * The token that the launcher has put into the fragment of the page's address, as `#token=…`. It is removed
 * from the address, and kept for reloads of this window. Throws if there is none.
 */
export function takeToken(): string;

declare global {
  interface HTMLElementEventMap {
    /** A popover that is declared in HTML was not opened, for this reason. */
    popoverrefused: CustomEvent<Failure>;
  }

  interface HTMLElementTagNameMap {
    "popoverd-popover": HTMLElement;
  }
}
