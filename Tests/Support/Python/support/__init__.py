# SPDX-License-Identifier: MIT
"""Modules that more than one test suite, benchmark or script imports; scripts/test-python finds them."""

import pathlib

# The folder that PYTHONPATH names, in which the programs of the suites lie, too.
SUPPORT = pathlib.Path(__file__).resolve().parents[1]
ROOT = SUPPORT.parents[2]
