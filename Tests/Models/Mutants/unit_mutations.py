# SPDX-License-Identifier: MIT
"""Mutations of single modules, each of which the module's own unit tests must notice."""

from bundled_mutations import BUNDLED_MUTATIONS
from client_mutations import CLIENT_MUTATIONS
from daemon_mutations import DAEMON_MUTATIONS
from host_mutations import HOST_MUTATIONS
from plugin_mutations import PLUGIN_MUTATIONS
from rule_mutations import RULE_MUTATIONS
from stage_mutations import STAGE_MUTATIONS
from wire_mutations import WIRE_MUTATIONS

UNIT_MUTATIONS = [
    *WIRE_MUTATIONS, *RULE_MUTATIONS, *DAEMON_MUTATIONS, *HOST_MUTATIONS,
    *PLUGIN_MUTATIONS, *BUNDLED_MUTATIONS, *CLIENT_MUTATIONS, *STAGE_MUTATIONS]
