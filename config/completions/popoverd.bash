# SPDX-License-Identifier: MIT
_popoverd() {
    [[ ${COMP_WORDS[COMP_CWORD]} == -* ]] || return
    # What the help lists.
    COMPREPLY=($(compgen -W "$(popoverd --help | sed -nE 's|^ +(-., )?(--[a-z-]+).*|\2|p')" \
        -- "${COMP_WORDS[COMP_CWORD]}"))
}
# Values are files, as far as there is something to complete.
complete -o default -F _popoverd popoverd
