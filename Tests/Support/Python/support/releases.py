# SPDX-License-Identifier: MIT
"""The fixtures of released versions in Tests/Support/Releases: what they kept on disk."""

import json
import pathlib
import struct

from support import SUPPORT

FOLDER = SUPPORT.parent / "Releases"
# Events that wait in each outbox: app.till.sold with the numbers from 0.
SOLD = 20


def kept():
    """The fixtures, one folder a version."""
    return sorted(path for path in FOLDER.iterdir() if path.is_dir())


def expected(folder):
    return json.loads((folder / "expected.json").read_text(encoding="utf-8"))


def seal(daemon):
    """From its next start the daemon encrypts drafts with the fixtures' key."""
    pathlib.Path(daemon.folder, "popoverd.draft-key").write_bytes(bytes(range(32)))
    daemon.environment["CREDENTIALS_DIRECTORY"] = daemon.folder


def schema(database):
    """The `user_version` of a draft database, which is at offset 60 of its header."""
    return struct.unpack(">I", database.read_bytes()[60:64])[0]


def recording_format(recording):
    with open(recording, encoding="utf-8") as file:
        return json.loads(file.readline())["header"]["format"]


def formats(folder):
    """The numbers of the formats in a fixture."""
    return {
        "recording": recording_format(folder / "recording.jsonl"),
        **{f"drafts, {name}": schema(folder / "state" / name / "drafts.sqlite3")
           for name in ("plain", "sealed")},
    }
