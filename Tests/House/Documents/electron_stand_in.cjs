// SPDX-License-Identifier: MIT
// Stands in for Electron in one process: its window loads the preload script, and a page that opens one
// popover. Whatever passes between processes is copied, as Electron does.

const { EventEmitter } = require("node:events");

const main = new EventEmitter(), renderer = new EventEmitter();
const handlers = new Map();
const event = {};
const sender = {
  isDestroyed: () => false,
  send: (channel, ...rest) => setImmediate(() => renderer.emit(channel, event, ...structuredClone(rest))),
};

exports.ipcMain = {
  handle: (channel, handler) => handlers.set(channel, handler),
  once: (channel, listener) => main.once(channel, listener),
};
exports.ipcRenderer = {
  once: (channel, listener) => renderer.once(channel, listener),
  send: (channel, ...rest) => setImmediate(() => main.emit(channel, event, ...structuredClone(rest))),
  invoke: async (channel, ...rest) =>
    structuredClone(await handlers.get(channel)({ sender }, ...structuredClone(rest))),
};
exports.contextBridge = { exposeInMainWorld: (name, api) => { globalThis[name] = api; } };
exports.app = { whenReady: async () => {} };

exports.BrowserWindow = class extends EventEmitter {
  constructor({ webPreferences: { preload } }) {
    super();
    globalThis.crypto ??= require("node:crypto").webcrypto;
    require(preload);
  }

  getContentBounds() { return { x: 100, y: 50, width: 800, height: 600 }; }

  async loadFile() {
    const order = {
      behavior: "inspector", size: { width: 320, height: 240 }, key: "order-7",
      anchor: { x: 360, y: 30, width: 80, height: 40 } };
    const { frame, draft } = await globalThis.popoverd.open(order, {
      willClose: async () => ({ draft: "half-typed" }),
      closed: ({ reason, draft: outcome }) => {
        console.log(reason, outcome);
        process.exit();
      },
    });
    console.log(frame.x, frame.y, draft);
  }
};
