#compdef husk
# husk's completion for zsh, made by: husk help --completion zsh
_husk() {
    local -a answer=("${(@f)$($words[1] __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    compset -P '--*='
    case $answer[1] in
        FILE) _files ;;
        DIR) _files -/ ;;
        *) answer=("${(@)answer//:/\\:}")
           answer=("${(@)answer/$'\t'/:}")
           _describe candidate answer ;;
    esac
}
if [ "$funcstack[1]" = "_husk" ]; then _husk "$@"; else compdef _husk husk; fi
