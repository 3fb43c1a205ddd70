// SPDX-License-Identifier: MIT
// The session with popoverctl, which relays the daemon's own JSON.

const KEPT = "popoverd-inspector";

/** An answer that is no success, with a message for people. */
export class ServerError extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

async function answered(response) {
  if (response.ok) return response;
  const { error } = await response.json().catch(() => ({}));
  throw new ServerError(response.status, error ?? response.statusText);
}

const fetched = (path, options = {}) => fetch(path, {
  ...options, headers: { Authorization: `Bearer ${localStorage.getItem(KEPT) ?? ""}` },
}).then(answered, () => { throw new ServerError(0, "popoverctl inspect has ended; start it again"); });

/** Exchanges the token of the link, once, and keeps the session for this address. */
export async function signIn() {
  const fragment = new URLSearchParams(location.hash.slice(1));
  const token = fragment.get("token");
  if (!token) return;
  fragment.delete("token");
  history.replaceState(null, "", `#${fragment}`);
  try {
    const response = await answered(await fetch("session", { method: "POST", body: token }));
    localStorage.setItem(KEPT, (await response.json()).session);
  } catch (error) {
    // A page that has a session may be opened by its old link.
    if (!localStorage.getItem(KEPT)) throw error;
  }
}

export const ask = async (path) => (await fetched(`api/${path}`)).json();
export const askText = async (path) => (await fetched(`api/${path}`)).text();
export const askBlob = async (path) => (await fetched(`api/${path}`)).blob();

export async function control(method, params) {
  const response = await fetched("api/control", {
    method: "POST", body: JSON.stringify({ method, params }),
  });
  return response.json();
}

/** Calls `listener` with each line of the stream, until it ends. */
export async function listen(listener) {
  const { body } = await fetched("api/stream");
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  for (let rest = ""; ;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) listener(JSON.parse(line));
  }
}
