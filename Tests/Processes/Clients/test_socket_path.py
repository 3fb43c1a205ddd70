# SPDX-License-Identifier: MIT
"""Where the clients in Python, Node and C look for the socket, and what they say if there is none.
The story shows it with real connections."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

from support import c_library
from support.system_socket import with_system_socket

from story import ROOT

sys.path.insert(0, str(ROOT / "Clients" / "Python"))

# pylint: disable=wrong-import-position
import popoverd

SYSTEM = "/run/popoverd/popoverd.sock"
# Prints the path, and what is said of it at the first attempt.
C = """#include <popover.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    struct popover_options options = { .app = "shop" };
    struct popover_connection *connection = popover_connection_new(&options);
    char *path = popover_socket_path();
    puts(path);
    free(path);
    popover_connection_dispatch(connection);
    const struct popover_event *event =
        popover_client_next_event(popover_connection_client(connection));
    if (event && event->type == POPOVER_EVENT_CONNECT_FAILED)
        puts(event->connect_failed.failure.message);
    popover_connection_free(connection);
    return 0;
}
"""


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="popoverd-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.session = os.path.join(self.folder, "popoverd", "popoverd.sock")
        os.mkdir(os.path.dirname(self.session))

    def c_program(self):
        """Runs a client in C: what it prints in an environment."""
        source = os.path.join(self.folder, "found.c")
        with open(source, "w", encoding="utf-8") as file:
            file.write(C)
        program = c_library.compile_program(
            source, os.path.join(self.folder, "found"), c_library.built())

        def printed(environment):
            return subprocess.run(
                [program], check=True, capture_output=True, text=True,
                env=environment).stdout.splitlines()
        return printed

    def leave_socket(self):
        with socket.socket(socket.AF_UNIX) as stale:
            stale.bind(self.session)


class Order(Case):
    def check(self, found):
        """`found(environment)` is the path that the client finds."""
        session = {"XDG_RUNTIME_DIR": self.folder}
        self.assertEqual(found({}), SYSTEM)
        self.assertEqual(found({"XDG_RUNTIME_DIR": "", "POPOVERD_SOCKET": ""}), SYSTEM)
        self.assertEqual(found(session), SYSTEM)
        self.assertEqual(found({**session, "POPOVERD_SOCKET": "/named"}), "/named")
        self.leave_socket()
        self.assertEqual(found(session), self.session)
        self.assertEqual(found({**session, "POPOVERD_SOCKET": ""}), self.session)
        self.assertEqual(found({**session, "POPOVERD_SOCKET": "/named"}), "/named")

    def test_of_the_library_in_python(self):
        def found(environment):
            with mock.patch.dict(os.environ, environment, clear=True):
                return popoverd.socket_path()
        self.check(found)

    def test_of_the_library_in_c(self):
        printed = self.c_program()
        self.check(lambda environment: printed(environment)[0])

    def test_of_the_library_in_node(self):
        node = shutil.which("node")
        script = f"import {{ socketPath }} from '{ROOT}/Clients/Web/node.js'; console.log(socketPath());"

        def found(environment):
            return subprocess.run(
                [node, "--input-type=module", "--eval", script], check=True, capture_output=True,
                text=True, env=environment).stdout.strip()
        self.check(found)


class Errors(Case, unittest.IsolatedAsyncioTestCase):
    async def error(self, **environment):
        with mock.patch.dict(os.environ, environment, clear=True):
            with self.assertRaises(popoverd.NoDaemon) as caught:
                await popoverd.connect("shop", timeout=0.1).__aenter__()
        return str(caught.exception)

    async def test_a_missing_socket_names_both_paths(self):
        # This machine may have a daemon.
        with mock.patch("os.path.exists", return_value=False), \
                mock.patch("asyncio.open_unix_connection", side_effect=FileNotFoundError(
                    2, "No such file or directory")):
            told = await self.error(XDG_RUNTIME_DIR=self.folder)
            self.assertEqual(
                told, f'cannot connect to "{SYSTEM}": no such file or directory, nor is there '
                f'"{self.session}"; start popoverd, or set POPOVERD_SOCKET')
            told = await self.error()
            self.assertEqual(
                told, f'cannot connect to "{SYSTEM}": no such file or directory; start popoverd, or '
                "set POPOVERD_SOCKET")

    async def test_a_stale_socket_of_the_session_is_not_passed_over(self):
        self.leave_socket()
        self.assertEqual(
            await self.error(XDG_RUNTIME_DIR=self.folder),
            f'cannot connect to "{self.session}": connection refused; start the session\'s popoverd, '
            f'or remove this file to use "{SYSTEM}"')

    async def test_a_named_socket_is_the_only_one(self):
        self.assertEqual(
            await self.error(POPOVERD_SOCKET="/no/s", XDG_RUNTIME_DIR=self.folder),
            'cannot connect to "/no/s": no such file or directory')


class ErrorsInC(Case):
    def test_the_library_in_c_says_the_same(self):
        printed = self.c_program()
        self.assertEqual(
            printed({"POPOVERD_SOCKET": "/no/s", "XDG_RUNTIME_DIR": self.folder})[1],
            'cannot connect to "/no/s": no such file or directory')
        if not os.path.exists(SYSTEM):
            self.assertEqual(
                printed({"XDG_RUNTIME_DIR": self.folder})[1],
                f'cannot connect to "{SYSTEM}": no such file or directory, nor is there '
                f'"{self.session}"; start popoverd, or set POPOVERD_SOCKET')
        self.leave_socket()
        self.assertEqual(
            printed({"XDG_RUNTIME_DIR": self.folder})[1],
            f'cannot connect to "{self.session}": connection refused; start the session\'s popoverd, '
            f'or remove this file to use "{SYSTEM}"')


class NodeErrors(Case):
    def error(self, **environment):
        """What the client in Node says on a machine without a system's daemon."""
        script = f"""
            import {{ connect }} from "{ROOT}/Clients/Web/node.js";
            connect({{ app: "shop", timeoutMs: 300 }}).ready.catch(({{ message }}) => console.log(message));
        """
        return subprocess.run(
            [*with_system_socket(), shutil.which("node"), "--input-type=module", "--eval", script],
            check=True, capture_output=True, text=True,
            env={"PATH": os.environ["PATH"], **environment}).stdout.rstrip("\n")

    def test_a_missing_socket_names_both_paths(self):
        missing = f'cannot connect to "{SYSTEM}": no such file or directory'
        remedy = "; start popoverd, or set POPOVERD_SOCKET"
        self.assertEqual(
            self.error(XDG_RUNTIME_DIR=self.folder),
            f'{missing}, nor is there "{self.session}"{remedy}')
        self.assertEqual(self.error(), missing + remedy)

    def test_a_stale_socket_of_the_session_is_not_passed_over(self):
        self.leave_socket()
        self.assertEqual(
            self.error(XDG_RUNTIME_DIR=self.folder),
            f'cannot connect to "{self.session}": connection refused; start the session\'s popoverd, '
            f'or remove this file to use "{SYSTEM}"')

    def test_a_named_socket_is_the_only_one(self):
        self.assertEqual(
            self.error(POPOVERD_SOCKET="/no/s", XDG_RUNTIME_DIR=self.folder),
            'cannot connect to "/no/s": no such file or directory')


if __name__ == "__main__":
    unittest.main()
