# SPDX-License-Identifier: MIT
complete -c popoverd -f
complete -c popoverd -l config -r -F -d "Read the configuration from this TOML file"
complete -c popoverd -l socket -r -F -d "Listen on this socket"
complete -c popoverd -l state -r -F -d "Keep drafts in this folder"
complete -c popoverd -l check -d "Check the configuration, list its errors and exit"
complete -c popoverd -l log-level -x -d "Minimum log level" \
    -a "trace debug info notice warning error critical"
complete -c popoverd -l ready-fd -x -d "Write a newline to this descriptor when ready"
complete -c popoverd -l version -d "Show the version"
complete -c popoverd -l usage -d "Show a short summary of the options"
complete -c popoverd -s h -l help -d "Show the help"
