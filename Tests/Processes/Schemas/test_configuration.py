# SPDX-License-Identifier: MIT
"""config/popoverd.schema.json and `popoverctl config show` agree about configurations."""

import json
import re
import subprocess
import tempfile
import tomllib
import unittest

import jsonschema

from support import ROOT
from support.programs import popoverctl

SCHEMA = json.loads((ROOT / "config" / "popoverd.schema.json").read_text(encoding="utf-8"))
DEFAULT = (ROOT / "config" / "popoverd.toml").read_text(encoding="utf-8")
WRONG = ('"nonsense\\u0001"', "-1", "99999999999", "[[]]", "1979-05-27")


def uncommented():
    """The default file with all its options and examples, of a user that every machine has."""
    text = DEFAULT.replace('users = ["kiosk"]', 'users = ["root"]')
    lines = [re.sub(r"^#(?=[^ #])", "", line) for line in text.splitlines()]
    return [line for line in lines if line and not line.startswith("#")]


class Configuration(unittest.TestCase):
    def setUp(self):
        jsonschema.Draft7Validator.check_schema(SCHEMA)
        self.validator = jsonschema.Draft7Validator(SCHEMA)

    @staticmethod
    def is_fine(text):
        """Whether it can be read: a schema knows neither plugins nor users."""
        with tempfile.NamedTemporaryFile("w", suffix=".toml") as file:
            file.write(text)
            file.flush()
            return subprocess.run(
                [popoverctl(), "config", "show", file.name], check=False, capture_output=True).returncode == 0

    def mistakes(self, text):
        def plain(value):
            # A date has no kind in JSON.
            return None if not isinstance(value, (dict, list, str, int, float)) else value
        configuration = json.loads(json.dumps(tomllib.loads(text), default=plain))
        return [error.message for error in self.validator.iter_errors(configuration)]

    def test_the_default_file_with_all_its_examples_is_fine(self):
        text = "\n".join(uncommented())
        self.assertTrue(self.is_fine(text), text)
        self.assertEqual(self.mistakes(text), [])

    def test_every_wrong_option_is_refused_by_both(self):
        lines = uncommented()
        options = [number for number, line in enumerate(lines) if " = " in line]
        self.assertGreater(len(options), 80)
        refused = 0
        for number in options:
            key = lines[number].split(" = ")[0]
            for wrong in WRONG:
                text = "\n".join([*lines[:number], f"{key} = {wrong}", *lines[number + 1:]])
                if self.is_fine(text):
                    self.assertEqual(self.mistakes(text), [], f"{key} = {wrong}")
                else:
                    self.assertNotEqual(self.mistakes(text), [], f"{key} = {wrong}")
                    refused += 1
        self.assertGreater(refused, 300)

    def test_an_unknown_option_is_refused_by_both(self):
        for text in ("tint = 1", "[limits]\ntint = 1", "[[display]]\nname = \"main\""):
            self.assertFalse(self.is_fine(text), text)
            self.assertNotEqual(self.mistakes(text), [], text)


if __name__ == "__main__":
    unittest.main()
