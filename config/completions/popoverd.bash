# SPDX-License-Identifier: MIT
_popoverd() {
    [[ ${COMP_WORDS[COMP_CWORD]} == -* ]] || return
    # The options that --help lists.
    COMPREPLY=($(compgen -W "$(popoverd --help | sed -nE 's|^ +(-., )?(--[a-z-]+).*|\2|p')" \
        -- "${COMP_WORDS[COMP_CWORD]}"))
}
# Option values complete as file names.
complete -o default -F _popoverd popoverd
