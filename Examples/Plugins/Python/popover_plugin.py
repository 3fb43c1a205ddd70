# SPDX-License-Identifier: MIT
"""What every plugin of popoverd in Python needs; copy it beside yours. Standard library only.

    plugin = Plugin("greet", "1.0.0")

    @plugin.hook("open")
    def open(question):
        return {"verdict": "refuse", "message": "come back tomorrow"}

    plugin.run()

A hook's function gets the facts and returns a verdict; returning None is no opinion. What it raises is an
error of the plugin: the daemon logs and counts it, and the plugin's fallback applies.
`plugin.options` holds the options as they are configured, or their defaults. The protocol is
described in docs/reference/plugins.md.
"""

import json
import sys
import traceback


def log(message):
    """Writes a line to the daemon's log. Standard output belongs to the protocol alone."""
    print(message, file=sys.stderr, flush=True)


def log_exception():
    """Writes what was raised to the daemon's log, as errors."""
    for line in traceback.format_exc().splitlines():
        log(f"<3>{line}")


class Plugin:
    """A plugin, its hooks and its topics."""

    def __init__(self, name, version, **manifest):
        """`manifest`: what else it says of itself, e.g. behaviors, options, fallback, before, after."""
        self.manifest = {"name": name, "version": version, **manifest}
        self.options = {}
        self._hooks = {}
        self._topics = {}
        self._requests = 0
        self._out = sys.stdout
        # A forgotten print() must not end up between the protocol's lines.
        sys.stdout = sys.stderr

    def hook(self, name):
        """Registers a function for the questions of a hook, everybody's."""
        self.manifest.setdefault("hooks", []).append(name)
        return self.answer(name)

    def answer(self, name):
        """Registers a function for the questions of a hook that only a behavior of this plugin
        named in its "hooks"."""
        def register(function):
            self._hooks[f"hook.{name}"] = function
            return function
        return register

    def topic(self, glob):
        """Registers a function for the events of these topics: function(topic, data)."""
        def register(function):
            self.manifest.setdefault("topics", []).append(glob)
            self._topics[glob] = function
            return function
        return register

    def request(self, method, **params):
        """Asks the daemon as a client does, where the manifest says "requests" and the
        configuration trusts the plugin; an error is logged, a result is of no interest."""
        self._requests += 1
        self._send({"id": f"p{self._requests}", "method": method, "params": params})

    def service(self, state, message=None):
        """Reports its service: "connecting", "serving" or "failed", and to what, what, or why."""
        self._send({"method": "service", "params": {"state": state, "message": message}})

    def text(self, name, language=None):
        """The value of an option of type "text" for people who read a language, a BCP 47 tag: that of
        the language, else of it without its last subtags, else of English, else the first one."""
        value = self.options.get(name)
        if not isinstance(value, dict):
            return value
        texts = {tag.lower(): text for tag, text in value.items()}
        tag = (language or "").lower()
        while tag and tag not in texts:
            tag = tag.rpartition("-")[0]
        return texts.get(tag) or texts.get("en") or next(iter(texts.values()))

    def run(self):
        """Serves until the daemon ends it."""
        for line in sys.stdin:
            message = json.loads(line)
            method = message.get("method")
            if method == "shutdown":
                return
            if method == "event":
                self._tell(message["params"])
            elif method is not None and "id" in message:
                self._send({"id": message["id"], **self._answer(method, message)})
            elif message.get("id") == "subscribe" and "result" in message:
                # From here on: what comes before the first event is not to be missed either.
                self._see(message["result"]["sequence"])
            elif "error" in message:
                log(f"{message.get('id')}: {message['error']['message']}")

    def _answer(self, method, message):
        params = message.get("params") or {}
        if method == "getmanifest":
            return {"result": self.manifest}
        if method == "init":
            self.options = params.get("options") or {}
            return {"result": {}}
        function = self._hooks.get(method)
        try:
            return {"result": (function and function(params)) or {}}
        except Exception as error:  # pylint: disable=broad-except
            # One question that goes wrong is no reason to lose the others.
            log_exception()
            return {"error": {"code": -32603, "message": f"{type(error).__name__}: {error}"}}

    def _tell(self, event):
        topic = event["topic"]
        for glob, function in self._topics.items():
            if glob == topic or (glob.endswith("*") and topic.startswith(glob[:-1])):
                try:
                    function(topic, event["data"])
                except Exception:  # pylint: disable=broad-except
                    log_exception()
        if "sequence" in event:
            self._see(event["sequence"])

    def _see(self, sequence):
        """Events up to this one are dealt with: a restart begins behind it."""
        self._send({"method": "seen", "params": {"sequence": sequence}})

    def _send(self, message):
        self._out.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self._out.flush()
