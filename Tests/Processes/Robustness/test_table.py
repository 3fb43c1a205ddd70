# SPDX-License-Identifier: MIT
"""There is a test for each of the 48 cases, and one for each."""

import importlib
import unittest

import table

MODULES = ("test_lines", "test_greed", "test_time", "test_ends", "test_plugins")


class Table(unittest.TestCase):
    def methods(self):
        """Every test that has a number."""
        for module in map(importlib.import_module, MODULES):
            for each in vars(module).values():
                if isinstance(each, type) and each.__module__ == module.__name__:
                    yield from (name for name in vars(each) if name.startswith("test_"))

    def test_every_case_number_exists_once(self):
        numbers = sorted(table.case_of(name)[0] for name in self.methods())
        self.assertEqual(numbers, list(range(1, table.LAST + 1)))

    def test_a_percentile_is_a_measured_value(self):
        figures = [float(number) for number in range(1, 201)]
        self.assertEqual(table.percentile(figures, 50), 100)
        self.assertEqual(table.percentile(figures, 99), 198)
        self.assertEqual(table.percentile([7.0], 99), 7)
        self.assertEqual(table.percentile([], 99), 0)


if __name__ == "__main__":
    unittest.main()
