// SPDX-License-Identifier: MIT
// A client of popoverd for Node 18 or later, over the daemon's Unix socket. docs/how-to/client-node.md is the
// guide.

import { existsSync } from "node:fs";
import { createConnection } from "node:net";
import { join } from "node:path";
import { getSystemErrorMap } from "node:util";

import { Client } from "./client.js";
import { failure } from "./connection.js";

const SYSTEM_SOCKET = "/run/popoverd/popoverd.sock";
// The longest line of the daemon, a very large scene, in characters; and the output that is queued for a
// daemon that does not read, in bytes.
const LONGEST_LINE = 64 * 1024 * 1024, LONGEST_QUEUE = 16 * 1024 * 1024;
// In the order in which they refer to each other.
const KINDS = ["surface", "source", "occluder"];

const sessionSocket = () => {
  const folder = process.env.XDG_RUNTIME_DIR;
  return folder ? join(folder, "popoverd", "popoverd.sock") : undefined;
};

/**
 * Where clients find the daemon's socket: `$POPOVERD_SOCKET`, else the session's if it exists, else the
 * system's.
 */
export function socketPath() {
  const session = sessionSocket();
  // A stale socket counts as present: clients must not change to the system's daemon while the session's
  // restarts.
  return process.env.POPOVERD_SOCKET || (session && existsSync(session) ? session : SYSTEM_SOCKET);
}

class NodeClient extends Client {
  // Places to register after a reconnect, by kind and name.
  kept = new Map(KINDS.map((kind) => [kind, new Map()]));

  constructor(options) {
    super({ timeoutMs: 10000, ...options });
    const { path, timeoutMs, focus } = this.options;
    this.wantsFocus = focus;
    // Found again at each attempt until the first connection. Then it stays: a client that followed a restart
    // to another daemon would not come back.
    this.isSearching = !path;
    this.path = path;
    this.patience = setTimeout(() => this.disconnect(this.problem ?? this.cannotConnect()), timeoutMs);
    this.dial();
  }

  reach({ opened, received, ended }) {
    if (this.isSearching) this.path = socketPath();
    const socket = createConnection(this.path);
    let rest = "", cause;
    // A line is a task of its own, as in a page: code that awaits a response runs before the next line.
    const read = (text) => {
      let start = 0, end;
      while ((end = text.indexOf("\n", start)) >= 0) {
        setImmediate(received, rest + text.slice(start, end));
        [rest, start] = ["", end + 1];
      }
      rest += text.slice(start);
      if (rest.length > LONGEST_LINE) socket.destroy();
    };
    socket.setEncoding("utf8").on("connect", opened).on("data", read);
    socket.on("error", (error) => { cause = error; });
    socket.on("close", () => {
      // A starting daemon creates its socket before it sets the permissions: try twice.
      const isFinal = cause?.code === "EACCES" && this.problem?.cause?.code === "EACCES";
      if (cause) this.problem = this.cannotConnect(cause);
      setImmediate(ended, isFinal ? this.problem : undefined);
    });
    return {
      send: (text) => {
        socket.write(`${text}\n`);
        if (socket.writableLength > LONGEST_QUEUE) socket.destroy();
      },
      close: () => socket.destroySoon(),
    };
  }

  cannotConnect(cause) {
    const [, words] = getSystemErrorMap().get(cause?.errno) ?? [];
    const message = `cannot connect to "${this.path}": ${words ?? cause?.message ?? "no response to hello"}`;
    return Object.assign(failure({ message: message + this.remedy(cause?.code) }), { cause });
  }

  // Where else the client looked for the socket, and what to do.
  remedy(code) {
    if (code === "EACCES") return " (join the group of that file)";
    if (!this.isSearching || process.env.POPOVERD_SOCKET) return "";
    const session = sessionSocket();
    if (code === "ENOENT" && this.path === SYSTEM_SOCKET) {
      return `${session ? `, nor is there "${session}"` : ""}; start popoverd, or set POPOVERD_SOCKET`;
    }
    return code === "ECONNREFUSED" && this.path === session
      ? `; start the session's popoverd, or remove this file to use "${SYSTEM_SOCKET}"` : "";
  }

  resume(isNewDaemon) {
    this.isSearching = false;
    clearTimeout(this.patience);
    for (const [kind, places] of this.kept) {
      for (const params of places.values()) this.tell(`${kind}.set`, params);
    }
    super.resume(isNewDaemon);
  }

  disconnect(error) {
    clearTimeout(this.patience);
    super.disconnect(error);
  }

  setSurface(params) { return this.register("surface", params); }
  setSource(params) { return this.register("source", params); }
  setOccluder(params) { return this.register("occluder", params); }
  removeSurface(surface) { return this.unregister("surface", { surface }); }
  removeSource(source) { return this.unregister("source", { source }); }
  removeOccluder(occluder) { return this.unregister("occluder", { occluder }); }

  // Remembered for each later connection, unless the daemon refuses it.
  async register(kind, params) {
    const places = this.kept.get(kind), name = params[kind], before = places.get(name);
    places.set(name, params);
    try {
      await this.request(`${kind}.set`, params);
    } catch (error) {
      if (error.code === 0 && !this.isOver) return;
      if (places.get(name) === params) before ? places.set(name, before) : places.delete(name);
      throw error;
    }
  }

  async unregister(kind, params) {
    this.kept.get(kind).delete(params[kind]);
    await this.request(`${kind}.remove`, params).catch((error) => {
      if (error.code !== 0 || this.isOver) throw error;
    });
  }
}

/** Connects to the daemon; see node.d.ts. */
export const connect = (options) => new NodeClient(options);
