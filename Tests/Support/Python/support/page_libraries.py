# SPDX-License-Identifier: MIT
"""Libraries of components for web pages, which are not ours. page_libraries.txt says where they come from."""

import atexit
import functools
import pathlib
import re
import shutil
import tempfile
import zipfile

from support import ROOT
from support.wheels import fetched

WANTED = pathlib.Path(__file__).resolve().parent / "page_libraries.txt"
KEPT = ROOT / ".build" / "page-libraries"
# The files that pages load, and the ends of their paths in the packages.
FILES = {
    "bootstrap.js": "/bootstrap5/js/bootstrap.min.js", "bootstrap.css": "/bootstrap5/css/bootstrap.min.css",
    "popper.js": "/bootstrap5/umd/popper.min.js", "mui.js": "/panel-material-ui.bundle.js",
    "mantine.js": "/dash_mantine_components.js", "radix.js": r"/frontend/dist/assets/index-\w+.js",
    "radix.css": r"/frontend/dist/assets/index-\w+.css"}


@functools.cache
def site(pages):
    """A folder with the files of the libraries, and of the folder `pages`."""
    folder = pathlib.Path(tempfile.mkdtemp(prefix="popover-libraries-"))
    atexit.register(shutil.rmtree, folder, True)
    shutil.copytree(pages, folder, dirs_exist_ok=True)
    for package in fetched(WANTED, KEPT):
        with zipfile.ZipFile(package) as packed:
            for name in packed.namelist():
                for file, end in FILES.items():
                    if re.search(f"{end}$", name):
                        (folder / file).write_bytes(packed.read(name))
    return folder
