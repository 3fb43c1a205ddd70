# SPDX-License-Identifier: MIT
"""The messages that a kiosk publishes, and data that it never publishes."""

import json
import os
import re
import unittest

from support.broker import RIGHTS, Broker
from support.fleet_case import FleetCase


class Events(FleetCase):
    """The broker is there all the time."""

    def test_events_come_in_order_with_numbers_without_gaps(self):
        self.start()
        self.sell(range(50))
        self.wait_sold(50)
        self.assertEqual(self.sold(), list(range(50)))
        numbers = [entry["sequence"] for entry in self.ears.ledger("hall-3")]
        self.assertEqual(numbers, list(range(1, len(numbers) + 1)))

    def test_no_event_contains_typed_text(self):
        self.start(topics=["*"])
        shell = self.peer("shell", ("shell",))
        shell.always_answer("alert.present", {})
        secret = "Meyer-4711"
        self.open(self.shop, key=secret, title=secret)
        self.shop.start(
            "alert.raise", title=secret, message=secret, severity="critical", key=secret,
            buttons=[{"id": secret, "label": secret}])
        alert = shell.wait("alert.present")["params"]["alert"]
        self.shop.call("draft.save", key=secret, content={"text": secret})
        self.shop.call("bus.publish", topic="app.till.sold", data=secret)
        shell.call("alert.answer", alert=alert, button=secret)
        told = self.ears.wait("popoverd/hall-3/event/alert/answered").json["data"]
        self.assertEqual(told["severity"], "critical")
        self.assertEqual(told["app"], "till")
        self.ears.wait("popoverd/hall-3/event/draft/saved")
        self.ears.wait("popoverd/hall-3/event/popover/opened")
        self.assertNotIn(secret, repr(self.ears.heard))
        self.assertNotIn(secret, self.daemon.told())
        # What clients publish is only told where their topics are named.
        self.assertEqual(self.sold(), [])

    def test_alerts_are_retained(self):
        self.start()
        self.assertEqual(
            self.ears.wait("popoverd/hall-3/alerts").json, {"count": 0, "severity": "none"})
        self.peer("shell", ("shell",)).always_answer("alert.present", {})
        request = self.shop.start("alert.raise", title="t", severity="warning",
                                  buttons=[{"id": "ok", "label": "OK"}])
        self.ears.wait("popoverd/hall-3/alerts", lambda heard: heard.json["count"] == 1)
        self.assertEqual(
            json.loads(self.broker.retained("popoverd/hall-3/alerts")),
            {"count": 1, "severity": "warning"})
        self.shop.call("request.cancel", request=request)
        self.ears.wait("popoverd/hall-3/alerts", lambda heard: heard.json["count"] == 0, 2)

    def test_health_is_retained_and_renewed(self):
        self.start()
        self.open(self.shop)
        health = self.ears.wait(
            "popoverd/hall-3/health", lambda heard: heard.json["popovers"] == 1).json
        self.assertEqual(health["displays"], 1)
        self.assertEqual(health["troubledPlugins"], [])
        self.assertEqual(health["lostEvents"], 0)
        self.assertRegex(health["version"], r"^popoverd \d")

    def test_discovery_is_what_home_assistant_reads(self):
        self.start()
        sensors = {
            name: self.ears.wait(
                f"homeassistant/{component}/popoverd_hall-3/{name}/config").json
            for component, name in (
                ("binary_sensor", "online"), ("sensor", "alerts"), ("binary_sensor", "critical"),
                ("binary_sensor", "plugins"), ("sensor", "popovers"), ("sensor", "lost"))}
        self.assertEqual(len({sensor["unique_id"] for sensor in sensors.values()}), 6)
        for name, sensor in sensors.items():
            # As the documentation of MQTT discovery asks for.
            self.assertRegex(sensor["unique_id"], r"^[a-zA-Z0-9_-]+$")
            self.assertEqual(sensor["device"]["identifiers"], ["popoverd_hall-3"])
            self.assertIn("name", sensor["origin"])
            self.assertEqual("availability_topic" in sensor, name != "online")
            # The state that it reads stands there, and has what its template takes out.
            state = self.broker.retained(sensor["state_topic"])
            for member in re.findall(r"value_json\.(\w+)", sensor.get("value_template", "")):
                self.assertIn(member, json.loads(state))
        self.assertEqual(sensors["online"]["device_class"], "connectivity")
        self.assertEqual(
            (sensors["online"]["payload_on"], sensors["online"]["payload_off"]),
            ("online", "offline"))

    def test_an_untrusted_plugin_publishes_nothing(self):
        self.broker.start()
        ears = self.broker.listen("popoverd/#")
        self.configure(trusted=False)
        self.daemon.start()
        shop = self.peer("till")
        shop.call("bus.publish", topic="app.till.sold", data=1)
        # Another kiosk's word comes after anything that this one could have said.
        self.broker.publish("popoverd/hall-4/status", "online", user="hall-4")
        ears.wait("popoverd/hall-4/status")
        self.assertEqual(len(ears.heard), 1, ears.heard)


class Refusals(FleetCase):
    """The broker's rights do not allow every event."""

    rights = "user hall-3\ntopic deny popoverd/hall-3/event/app/till/secret\n"

    def setUp(self):
        super().setUp()
        self.broker.close()
        self.broker = Broker(RIGHTS + self.rights)
        self.addCleanup(self.broker.close)

    def test_a_refused_event_is_dropped_and_the_next_one_sent(self):
        self.start()
        for number in range(5):
            self.shop.call("bus.publish", topic="app.till.secret", data=number)
            self.sell([number])
        self.wait_sold(5)
        self.wait_stored(0)
        gaps = [self.ears.wait("popoverd/hall-3/event/fleet/gap", count=count + 1).json
                for count in range(5)]
        for gap in gaps:
            self.assertEqual(gap["data"]["until"], gap["sequence"])
        numbers = sorted(entry["sequence"] for entry in self.ears.ledger("hall-3"))
        self.assertEqual(numbers, list(range(1, len(numbers) + 1)))
        self.ears.wait("popoverd/hall-3/health", lambda heard: heard.json["lostEvents"] == 5)
        said = [line for line in self.daemon.told().splitlines() if "refuses an event" in line]
        self.assertEqual(len(said), 1, said)
        self.assertIn("topic=popoverd/hall-3/event/app/till/secret", said[0])
        self.assertNotIn("no connection to the broker", self.daemon.told())


class SilentRefusals(Refusals):
    """Nor are gaps allowed."""

    rights = Refusals.rights + "topic deny popoverd/hall-3/event/fleet/gap\n"

    def test_a_refused_event_is_dropped_and_the_next_one_sent(self):
        self.start()
        self.shop.call("bus.publish", topic="app.till.secret", data=1)
        self.sell(range(3))
        self.wait_sold(3)
        self.wait_stored(0)
        self.ears.wait("popoverd/hall-3/health", lambda heard: heard.json["waitingEvents"] == 0
                       and heard.json["lostEvents"] == 1)
        self.assertNotIn("no connection to the broker", self.daemon.told())


class Wills(FleetCase):
    """Whether a kiosk is there is said by the broker, too."""

    def status(self, payload, count=1):
        self.ears.wait(
            "popoverd/hall-3/status", lambda heard: heard.payload == payload, count)

    def test_a_daemon_that_dies_is_offline(self):
        self.start()
        self.daemon.kill()
        self.status("offline")
        self.assertEqual(self.broker.retained("popoverd/hall-3/status"), "offline")
        self.restart()
        self.status("online", 2)
        self.assertEqual(self.broker.retained("popoverd/hall-3/status"), "online")

    def test_a_stopping_daemon_says_goodbye(self):
        self.start()
        self.daemon.terminate()
        self.daemon.wait()
        self.status("offline")
        self.assertEqual(self.broker.retained("popoverd/hall-3/status"), "offline")

    def test_retained_messages_are_restored_after_the_broker_lost_them(self):
        self.start()
        self.broker.kill()
        memory = self.broker.file("mosquitto.db")
        if os.path.exists(memory):
            os.unlink(memory)
        self.broker.start()
        self.ears.returns(1)
        self.status("online", 2)
        for topic in ("popoverd/hall-3/health", "popoverd/hall-3/alerts",
                      "homeassistant/sensor/popoverd_hall-3/alerts/config"):
            self.assertTrue(json.loads(self.broker.retained(topic)))


if __name__ == "__main__":
    unittest.main()
