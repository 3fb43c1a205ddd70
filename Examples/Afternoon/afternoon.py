# SPDX-License-Identifier: MIT
"""Plays a kiosk's afternoon and checks every claim.

usage: run BUILD_DIRECTORY

Starts the popoverd in BUILD_DIRECTORY and the kiosk's programs, each a process of its own, has
people tap and type, prints a timeline, and writes the scenes' pictures to $POPOVERD_DEMO_OUTPUT,
or to ./demo-output. Ends with 1 when something is not so.
"""

import os
import signal
import sys

import late_scenes
import more_scenes
import scenes
from stage import HERE, Stage
from timeline import ClaimFailed, Timeline

PROGRAMS = ["touchscreen", "kiosk-shell", "shop", "payment"]
ENDING_SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
SCENES = [
    scenes.opening,
    scenes.one_tap_switches,
    scenes.own_control,
    scenes.half_typed_work,
    scenes.killed_client,
    scenes.killed_daemon,
    more_scenes.critical_alert,
    more_scenes.modal_task,
    more_scenes.keyboard,
    more_scenes.rotation,
    more_scenes.compact,
    more_scenes.panel_work,
    more_scenes.session_end,
    late_scenes.full_basket,
    late_scenes.asked,
    late_scenes.hint,
    late_scenes.swipe,
    late_scenes.hung_program,
    more_scenes.recording,
]


def play(stage):
    """Everything, from the morning's preparations to closing time."""
    timeline = stage.timeline
    timeline.print("A kiosk's afternoon")
    stage.start_daemon()
    stage.start("watcher")
    for program in PROGRAMS:
        stage.start(program)
    stage.start("printer", "/bin/sh", HERE / "printer")
    for scene in SCENES:
        scene(stage)
        stage.catch_up()
    more_scenes.closing_time(stage)
    timeline.print()
    timeline.print(f"Pictures in {stage.output}:")
    for picture in stage.pictures:
        timeline.print(f"  {picture.name}  {picture.with_suffix('.svg').name}")
    timeline.print()
    timeline.print(f"{timeline.claims} claims in {timeline.scenes} scenes, and all of them are so.")


def leave(number, frame):
    """Turns a signal into an exception, so that everything is cleaned up."""
    for each in ENDING_SIGNALS:
        # A second signal must not interrupt the cleanup.
        signal.signal(each, signal.SIG_IGN)
    sys.exit(128 + number)


def main(build):
    for number in ENDING_SIGNALS:
        signal.signal(number, leave)
    output = os.environ.get("POPOVERD_DEMO_OUTPUT") or "demo-output"
    timeline = Timeline()
    stage = Stage(build, output, timeline)
    try:
        play(stage)
        return 0
    except ClaimFailed as failed:
        timeline.failure(failed)
        stage.print_logs()
        return 1
    except OSError as error:
        timeline.print(f"The afternoon cannot go on: {error}")
        return 1
    finally:
        stage.close()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
