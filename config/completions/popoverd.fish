# SPDX-License-Identifier: MIT
complete -c popoverd -f
complete -c popoverd -l config -r -F -d "Configuration file, in TOML"
complete -c popoverd -l socket -r -F -d "Path of the socket"
complete -c popoverd -l state -r -F -d "Folder for drafts"
complete -c popoverd -l check -d "Check the configuration and exit"
complete -c popoverd -l log-level -x -d "Minimum log level" \
    -a "trace debug info notice warning error critical"
complete -c popoverd -l ready-fd -x -d "File descriptor to write a newline to when ready"
complete -c popoverd -l version -d "Show the version"
complete -c popoverd -l usage -d "Show a short usage message"
complete -c popoverd -s h -l help -d "Show this help"
