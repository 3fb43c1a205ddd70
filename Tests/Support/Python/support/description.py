# SPDX-License-Identifier: MIT
"""The description of the protocol, read by its own generator."""

import sys

from support import ROOT

sys.path.insert(0, str(ROOT / "protocol"))

from generator.description import Description, Group, Member  # pylint: disable=wrong-import-position

__all__ = ["Description", "Group", "Member", "PROTOCOL_DESCRIPTION"]

PROTOCOL_DESCRIPTION = Description()
