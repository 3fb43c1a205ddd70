# SPDX-License-Identifier: MIT
"""Wrong requests: the daemon and the schemas refuse them for the same member."""

from support import schemas
from support.daemon_case import DaemonCase

from mutations import mutations

BAD_PARAMETER = -32602
OVER_LIMIT = 4


class Mutations(DaemonCase):
    def setUp(self):
        super().setUp()
        self.connection = self.raw()
        self.connection.hello("shop", ("app", "shell", "input", "observer"))

    def answer(self, message):
        # Only the first request of a connection may be hello.
        connection = self.raw() if message["method"] == "hello" else self.connection
        connection.send(message)
        answer = connection.response(message["id"])
        if connection is not self.connection:
            connection.close()
        return answer

    def test_a_wrong_member_is_refused_by_both(self):
        refused = 0
        for number, (method, params, member) in enumerate(mutations()):
            message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
            error = self.answer(message).get("error", {})
            with self.subTest(method=method, member=member, params=str(params)[:300]):
                self.assertIn(error.get("code"), (BAD_PARAMETER, OVER_LIMIT), str(error)[:300])
                if error["code"] == BAD_PARAMETER:
                    self.assertEqual(error["data"]["member"], member)
                self.assertIn(member, self.found(message), str(error)[:300])
                refused += 1
        self.assertGreaterEqual(refused, 1000)

    @staticmethod
    def found(message):
        """The members that the validator complains about."""
        errors = schemas.validator("client").iter_errors(message)
        return {member or "params" for error in errors for member in schemas.members(error)}
