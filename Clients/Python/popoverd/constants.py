# SPDX-License-Identifier: MIT
"""The numbers that every client shares."""

PROTOCOL = 1
# Seconds until the next attempt to connect; doubled each time.
FIRST_PAUSE, LONGEST_PAUSE = 0.25, 30.0
# In bytes; the longest line of the daemon is a very large scene.
LONGEST_LINE = 64 * 1024 * 1024
# In bytes; a daemon that reads nothing while so much waits for it counts as lost.
UNSENT_KEPT = 64 * 1024 * 1024
# Seconds for which an alert that is raised again waits for its renderer to reconnect.
RENDERER_PATIENCE = 30.0
# Events that a subscription queues for a slow reader.
EVENTS_KEPT = 1024
# Advice that is remembered, so that each is logged once; further advice is not logged.
ADVICE_KEPT = 64
# Drafts that are kept for a reconnect; beyond that the oldest is dropped.
WORKS_KEPT = 64
