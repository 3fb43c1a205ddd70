# SPDX-License-Identifier: MIT
"""Pictures of a screen as pixels, and those of them that docs/development/gallery.md shows."""

import os
import subprocess

from support import ROOT

# Only `POPOVER_UPDATE=1` replaces the pictures of the gallery: fonts differ between machines.
GALLERY = ROOT / "docs" / "development" / "motion"


class Frame:
    """The pixels of a picture, from the bytes of a PNG file."""

    def __init__(self, png):
        self.png = png
        header, _, self.pixels = subprocess.run(
            ["convert", "png:-", "-depth", "8", "ppm:-"], input=png, capture_output=True,
            check=True).stdout.partition(b"\n255\n")
        self.width, self.height = map(int, header.split()[1:3])

    def color(self, x, y):
        start = (int(y) * self.width + int(x)) * 3
        return tuple(self.pixels[start:start + 3])

    def keep(self, name):
        """Has it be a picture of the gallery."""
        path = GALLERY / f"{name}.png"
        if os.environ.get("POPOVER_UPDATE") == "1":
            path.write_bytes(subprocess.run(
                ["convert", "png:-", "-resize", "50%", "-strip", "+dither", "-colors", "128",
                 "png:-"], input=self.png, capture_output=True, check=True).stdout)
        if not path.exists():
            raise FileNotFoundError(f"{path}: POPOVER_UPDATE=1 makes it")
