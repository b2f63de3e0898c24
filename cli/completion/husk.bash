# husk's completion for bash, made by: husk help --completion bash
_husk() {
    local word="${COMP_WORDS[COMP_CWORD]}" words=() each answer
    for each in "${COMP_WORDS[@]:1:COMP_CWORD}"; do [ "$each" = = ] || words+=("$each"); done
    if [ "$word" = = ]; then word=""; words+=(""); fi
    answer=$("${COMP_WORDS[0]}" __complete "${words[@]}" 2>/dev/null | cut -f 1)
    COMPREPLY=()
    case $answer in
        FILE) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -f -- "$word") ;;
        DIR) compopt -o filenames; mapfile -t COMPREPLY < <(compgen -d -- "$word") ;;
        *) mapfile -t COMPREPLY < <(compgen -W "$answer" -- "$word") ;;
    esac
}
complete -F _husk husk
