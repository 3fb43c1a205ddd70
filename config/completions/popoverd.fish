# SPDX-License-Identifier: MIT
complete -c popoverd -f
complete -c popoverd -l config -r -F -d "The configuration, a TOML file"
complete -c popoverd -l socket -r -F -d "The socket"
complete -c popoverd -l state -r -F -d "The folder for unfinished work"
complete -c popoverd -l check -d "Check the configuration and touch nothing"
complete -c popoverd -l log-level -x -d "The least that is logged" \
    -a "trace debug info notice warning error critical"
complete -c popoverd -l ready-fd -x -d "A descriptor that gets a newline"
complete -c popoverd -l version -d "Show the version"
complete -c popoverd -l usage -d "Show the options in short"
complete -c popoverd -s h -l help -d "Show the help"
