# SPDX-License-Identifier: MIT
"""The client in Node beside the story: against a real daemon, and against a peer that sends nonsense."""

import json
import os
import signal
import socket
import threading
import unittest

from story import PATIENCE, ROOT, UNHURRIED, Daemon, LineSocket, Relay, Told

OUTSIDE = {"x": 20, "y": 700}
BEGINNING = f"""
    import {{ connect }} from "{ROOT}/Clients/Web/node.js";
    const say = (said, more) => console.log(JSON.stringify({{ said, ...more }}));
    const client = connect({{ app: "shop", path: process.argv[1] }});
    const size = {{ width: 320, height: 240 }}, anchor = {{ x: 600, y: 80, width: 80, height: 40 }};
    const event = (type) => new Promise((resolve) => {{
      client.addEventListener(type, resolve, {{ once: true }}); }});
    await client.ready;
"""


class Case(unittest.TestCase):
    """A daemon, which programs in Node reach through a relay."""

    def setUp(self):
        self.daemon = Daemon(UNHURRIED).start()
        self.addCleanup(self.daemon.close)
        self.relayed = os.path.join(self.daemon.folder, "relay")
        self.relay = Relay(self.relayed, self.daemon.socket)
        self.addCleanup(self.relay.close)

    def program(self, text, path=None):
        told = Told(["node", "--input-type=module", "--eval", BEGINNING + text, path or self.relayed], {})
        self.addCleanup(told.close)
        return told

    def someone(self, app="outsider", roles=("observer",)):
        client = LineSocket(self.daemon.socket)
        self.addCleanup(client.close)
        client.hello(app, list(roles))
        return client

    def scene(self):
        return self.someone().call("look", "status", {})["result"]

    def expect(self, told, said, **members):
        self.assertEqual(told.next(), {"said": said, **members})


class Connecting(Case):
    def test_requests_fail_at_once_without_a_connection_and_after_the_close(self):
        told = self.program("""
            const fails = (work) => work.then(() => say("worked"), ({ code, message }) =>
              say("failed", { code, message }));
            const lost = event("lost");
            say("ready");
            await lost;
            await fails(client.request("draft.list"));
            await fails(client.open({ behavior: "menu", size, anchor }));
            await client.close();
            await fails(client.request("draft.list"));
            await fails(client.alert({ title: "Wait", buttons: ["OK"] }));
        """)
        self.expect(told, "ready")
        self.relay.cut()
        for _ in range(2):
            self.expect(
                told, "failed", code=0,
                message="not connected to the daemon; wait for the event ready")
        for _ in range(2):
            self.expect(told, "failed", code=0, message="this client is closed")
        self.assertEqual(told.ended(), "")

    def test_a_peer_that_sends_nonsense_is_tried_again(self):
        path = os.path.join(self.daemon.folder, "other")
        lines = ["not JSON", "null", '{"method":"popover.moved","params":null}']
        with socket.socket(socket.AF_UNIX) as listener:
            listener.bind(path)
            listener.listen(16)
            listener.settimeout(PATIENCE)

            def serve():
                for line in [*lines, None]:
                    peer, _ = listener.accept()
                    with peer, peer.makefile("rw", encoding="utf-8") as stream:
                        hello = json.loads(stream.readline())
                        # An answer to nothing, and the one.
                        print(json.dumps({"id": 7777, "result": {}}), file=stream)
                        print(line or json.dumps({"id": hello["id"], "result": {
                            "started": 1, "displays": [], "limits": {}}}), file=stream, flush=True)
                        # Until the client lets it go.
                        stream.read()
            server = threading.Thread(target=serve)
            server.start()
            told = self.program("""
                say("ready", { started: client.welcome.started });
                await client.close();
            """, path)
            self.expect(told, "ready", started=1)
            self.assertEqual(told.ended().count("a message that no daemon sends"), len(lines))
            server.join()


class Reconnecting(Case):
    def test_places_are_set_again_and_what_was_removed_or_refused_is_not(self):
        told = self.program("""
            await client.setSource({ source: "basket", rect: anchor, surface: "window" })
              .catch(({ code }) => say("refused", { code }));
            await client.setSurface({ surface: "window", frame: { x: 100, y: 50, width: 800, height: 600 } });
            await client.setSource({ source: "basket", rect: anchor, surface: "window" });
            await client.setSource({ source: "gone", rect: anchor });
            const keyboard = { x: 0, y: 560, width: 1280, height: 240 };
            await client.setOccluder({ occluder: "keyboard", rect: keyboard });
            await client.removeSource("gone");
            await client.setSource({ source: "basket", rect: { ...anchor, width: -1 }, surface: "window" })
              .catch(({ data }) => say("refused", { member: data.member }));
            await event("lost");
            await client.setSource({ source: "till", rect: anchor });
            await event("ready");
            await client.request("draft.list");
            process.once("SIGUSR2", () => client.close());
            say("back");
        """)
        self.expect(told, "refused", code=2)
        self.expect(told, "refused", member="rect.width")
        before = self.places()
        self.assertEqual(set(before), {"window", "basket", "keyboard"})
        self.daemon.kill()
        self.daemon.start()
        self.expect(told, "back")
        now = self.places()
        self.assertTrue(now.pop("till"))
        self.assertEqual(now, before)
        told.process.send_signal(signal.SIGUSR2)
        self.assertEqual(told.ended(), "")

    def places(self):
        scene = self.scene()
        return {one[kind]: one["rect"] for kind in ("surface", "source", "occluder")
                for one in scene[f"{kind}s"]}

    def test_only_a_program_that_asks_for_it_is_told_of_the_focus(self):
        text = """
            const told = connect({ app: "desk", path: process.argv[1], focus: FOCUS });
            for (const type of ["focus.enter", "focus.move", "focus.leave"]) {
              told.addEventListener(type, ({ detail }) => say(type, { detail }));
            }
            await told.ready;
            const popover = await told.open({ behavior: "menu", size, anchor });
            say("opened");
            await told.request("navigate", { step: "down" });
            await popover.close();
            await told.request("draft.list");
            say("over");
            await told.close();
            await client.close();
        """
        target = {"display": "main", "popover": "p1"}
        told = self.program(text.replace("FOCUS", "true"))
        for said, members in (
                ("opened", {}), ("focus.enter", {"detail": target}),
                ("focus.move", {"detail": {**target, "step": "down"}}),
                ("focus.enter", {"detail": {"display": "main"}}), ("over", {})):
            self.expect(told, said, **members)
        told = self.program(text.replace("FOCUS", "false"))
        for said in ("opened", "over"):
            self.expect(told, said)

    def test_newer_work_of_another_is_not_overwritten(self):
        told = self.program("""
            let hand;
            const work = new Promise((resolve) => { hand = resolve; });
            client.addEventListener("ready", () => hand({ draft: "mine" }), { once: true });
            const popover = await client.open({
              behavior: "task", size, anchor, key: "order", willClose: () => work });
            say("open");
            say("closed", { reason: (await popover.closed).reason });
            await event("ready");
            // The draft is sent before this request.
            await client.request("draft.list");
            const { draft } = await client.request("draft.load", { key: "order" });
            say("draft", { content: draft.content });
            await client.close();
        """)
        self.expect(told, "open")
        self.relay.cut()
        self.expect(told, "closed", reason="connection-lost")
        other = self.someone("shop", ["app"])
        for content in ("theirs", "theirs, newer"):
            other.call("keep", "draft.save", {"key": "order", "content": content})
        self.relay.mend()
        self.expect(told, "draft", content="theirs, newer")
        # Nothing listens to warnings.
        self.assertIn("popoverd: a draft is lost: ", told.ended())


class Sessions(Case):
    def test_a_view_names_its_session(self):
        told = self.program("""
            await client.request("view.present", { kind: "modal" });
            say("shown");
        """)
        self.expect(told, "shown")
        self.assertRegex(bytes(self.relay.said[-1]).decode(), r'view.present.*"session":"s\d+"')


class Canceling(Case):
    def test_what_was_granted_meanwhile_is_given_back(self):
        told = self.program("""
            const over = new AbortController();
            process.once("SIGUSR2", async () => {
              const opening = client.open({ behavior: "menu", size, anchor, signal: over.signal });
              over.abort(new Error("enough"));
              await opening.catch(({ message }) => say("withdrawn", { message }));
            });
            process.once("SIGWINCH", async () => {
              await client.request("draft.list");
              // What it gives back is on its way before this one.
              await client.request("draft.list");
              say("over");
              await client.close();
            });
            say("ready");
        """)
        self.expect(told, "ready")
        # Both lines wait to be read.
        self.daemon.process.send_signal(signal.SIGSTOP)
        told.process.send_signal(signal.SIGUSR2)
        self.expect(told, "withdrawn", message="enough")
        self.daemon.process.send_signal(signal.SIGCONT)
        told.process.send_signal(signal.SIGWINCH)
        self.expect(told, "over")
        scene = self.scene()
        self.assertEqual((scene["popovers"], scene["waiting"]), ([], []))
        self.assertEqual(told.ended(), "")

    def test_a_program_that_stalls_reads_what_has_arrived(self):
        told = self.program("""
            const signal = AbortSignal.timeout(200);
            const opening = client.open({ behavior: "menu", size, anchor, signal });
            Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1000);
            await opening.then(() => say("open"), ({ name }) => say("failed", { name }));
            await client.close();
        """)
        self.expect(told, "open")
        self.assertEqual(told.ended(), "")

    def test_a_callback_that_fails_costs_nobody_anything(self):
        told = self.program("""
            const popover = await client.open({
              behavior: "task", size, anchor, willClose() { throw new Error("a bug of the program's"); } });
            const { reason, draft, unresponsive } = await client.request("tap", { x: 20, y: 700 })
              .then(() => popover.closed);
            say("closed", { reason, draft, unresponsive: unresponsive ?? false });
            await client.close();
        """)
        self.expect(told, "closed", reason="outside-tap", draft="none", unresponsive=False)
        self.assertIn("a bug of the program's", told.ended())


class Reading(Case):
    def test_a_slow_reader_loses_the_oldest_and_is_told(self):
        told = self.program("""
            const events = await client.subscribe("app.*", { kept: 2 });
            const numbers = [];
            for (let data = 0; data < 5; data += 1) {
              numbers.push((await client.request("bus.publish", { topic: "app.shop.tick", data })).sequence);
            }
            await client.request("draft.list");
            const { value } = await events.next();
            say("gap", { is: value.topic === "bus.gap"
              && value.data.from === numbers[0] && value.data.to === numbers[2] });
            for (const _ of "ab") say("event", { data: (await events.next()).value.data });
            await events.return();
            say("end", { done: (await events.next()).done });
            await client.close();
        """)
        self.expect(told, "gap", **{"is": True})
        self.expect(told, "event", data=3)
        self.expect(told, "event", data=4)
        self.expect(told, "end", done=True)
        self.assertEqual(told.ended(), "")

    def test_two_subscriptions_share_a_connection(self):
        told = self.program("""
            const publish = (topic, data) => client.request("bus.publish", { topic, data });
            const one = await client.subscribe(["app.one.*", "app.both"]);
            const two = await client.subscribe(["app.two.*", "app.both"], { since: 0 });
            await publish("app.one.a", 1);
            await publish("app.two.a", 2);
            await publish("app.both", 3);
            for (const _ of "ab") say("two", { data: (await two.next()).value.data });
            await two.return();
            await publish("app.both", 4);
            for (const _ of "abc") say("one", { data: (await one.next()).value.data });
            await client.close();
        """)
        for said, data in (("two", 2), ("two", 3), ("one", 1), ("one", 3), ("one", 4)):
            self.expect(told, said, data=data)
        self.assertEqual(told.ended(), "")


if __name__ == "__main__":
    unittest.main()
