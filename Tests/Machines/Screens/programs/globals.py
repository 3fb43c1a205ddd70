# SPDX-License-Identifier: MIT
"""An app of popover-stage that writes the globals that it is shown into the file that it names, and with a
further word shows a bar that keeps the lower 200 points of its output free of others."""

import json
import os
import pathlib
import signal
import sys
import types

from support.wayland_painter import Painter


def main(path, *more):
    painter = Painter(types.SimpleNamespace(environment=os.environ))
    if more:
        painter.paint(painter.bar(200), "8060c0", 1000, 200)
    painter.settle()
    partial = pathlib.Path(f"{path}.part")
    partial.write_text(json.dumps(painter.globals), encoding="utf-8")
    partial.rename(path)
    signal.pause()


main(*sys.argv[1:])
