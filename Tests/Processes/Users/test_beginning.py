# SPDX-License-Identifier: MIT
"""What the tests beside this one need of the machine: it is run first, and says so once."""

import unittest

from support import other_user


class Beginning(unittest.TestCase):
    def test_processes_of_other_users_can_be_started(self):
        self.assertTrue(other_user.may_be_root(), other_user.NEEDS)


if __name__ == "__main__":
    unittest.main()
