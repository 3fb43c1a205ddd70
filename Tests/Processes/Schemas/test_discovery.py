# SPDX-License-Identifier: MIT
"""The OpenRPC document: where it comes from, and whether it holds together."""

import json
import subprocess

import jsonschema

from support import ROOT, schemas
from support.daemon import binary
from support.daemon_case import DaemonCase

CONTROL = binary("popoverctl")
DOCUMENT = json.loads((ROOT / "protocol" / "openrpc.json").read_text(encoding="utf-8"))


def references(value):
    """Every reference within a value."""
    if isinstance(value, dict):
        if isinstance(value.get("$ref"), str):
            yield value["$ref"]
        for each in value.values():
            yield from references(each)
    elif isinstance(value, list):
        for each in value:
            yield from references(each)


class Discovery(DaemonCase):
    def test_daemon_and_control_program_contain_the_document(self):
        client = self.raw()
        self.assertEqual(client.call(1, "rpc.discover", {})["error"]["data"]["reason"], "hello-first")
        client.hello()
        self.assertEqual(client.call(2, "rpc.discover", {})["result"], DOCUMENT)
        printed = subprocess.run(
            [CONTROL, "protocol", "--openrpc"], check=True, capture_output=True).stdout
        self.assertEqual(json.loads(printed), DOCUMENT)

    def test_every_reference_leads_somewhere(self):
        found = set(references(DOCUMENT))
        self.assertGreater(len(found), 30)
        for reference in found:
            self.assertIn(
                reference.removeprefix("#/components/schemas/"), DOCUMENT["components"]["schemas"])

    def test_examples_are_as_their_methods_say(self):
        for method in DOCUMENT["methods"]:
            params = {
                each["name"]: each["value"] for each in method["examples"][0]["params"]}
            described = {each["name"]: each for each in method["params"]}
            with self.subTest(method["name"]):
                self.assertLessEqual(
                    {name for name, each in described.items() if each["required"]}, params.keys())
                for name, value in params.items():
                    jsonschema.validate(
                        value, {**described[name]["schema"], "components": DOCUMENT["components"]},
                        jsonschema.Draft202012Validator)
                message = {
                    "jsonrpc": "2.0", "id": 1, "method": method["name"], "params": params}
                self.assertEqual(schemas.problems("client", message), [])
