// SPDX-License-Identifier: MIT
// The API of node.js. Lengths are in points of the display, or of the surface that is named.

import type { BaseClient, Callbacks, ClientOptions, Popover } from "./client.js";
import type { Methods, OpenRequest } from "./protocol.js";

export * from "./client.js";

export interface ConnectOptions extends ClientOptions {
  /** The daemon's socket; by default `socketPath()`. */
  path?: string;
  /** How long the first connection may take, in milliseconds; by default 10000. */
  timeoutMs?: number;
  /**
   * Fires `focus.enter`, `focus.leave` and `focus.move`, with which the program moves its focus; by default
   * false.
   */
  focus?: boolean;
}

/** The params of `popover.open`. */
export interface OpenOptions extends OpenRequest, Callbacks {}

/**
 * `ready` rejects with the `Failure` of the last attempt after `timeoutMs`. Surfaces, sources and occluders
 * are set again after a reconnect, and may be set while there is no connection.
 */
export interface Client extends BaseClient {
  open(options: OpenOptions): Promise<Popover>;
  setSurface(params: Methods["surface.set"]["params"]): Promise<void>;
  removeSurface(surface: string): Promise<void>;
  setSource(params: Methods["source.set"]["params"]): Promise<void>;
  removeSource(source: string): Promise<void>;
  setOccluder(params: Methods["occluder.set"]["params"]): Promise<void>;
  removeOccluder(occluder: string): Promise<void>;
}

/** Connects to the daemon; `await client.ready` waits for it. */
export function connect(options: ConnectOptions): Client;

/** Where clients look for the daemon's socket. */
export function socketPath(): string;
