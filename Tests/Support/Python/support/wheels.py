# SPDX-License-Identifier: MIT
"""Packages of PyPI with files that are not ours: pip fetches each once, with its wanted digest."""

import hashlib
import re
import subprocess


def fetched(wanted, folder):
    """The paths of the packages of a requirements file, in its order; `folder` keeps them."""
    digests = re.findall(r"sha256:(\w+)", wanted.read_text(encoding="utf-8"))

    def found():
        files = {hashlib.sha256(file.read_bytes()).hexdigest(): file for file in folder.glob("*.whl")}
        return [files[digest] for digest in digests if digest in files]
    if len(found()) < len(digests):
        run = subprocess.run(
            ["/usr/bin/python3", "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
             "--no-deps", "--only-binary=:all:", "--require-hashes", "--requirement", wanted, "--dest", folder],
            capture_output=True, text=True, check=False)
        if run.returncode:
            raise AssertionError(f"cannot fetch the packages of {wanted.name} (needs PyPI): {run.stderr.strip()}")
    return found()
