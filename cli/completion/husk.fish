# husk's completion for fish, made by: husk help --completion fish
function __husk_complete
    set -l typed (commandline -ct)
    set -l words (commandline -opc)
    set -l answer ($words[1] __complete $words[2..] "$typed" 2>/dev/null)
    set -l before (string match -r -- '^--[^=]*=' "$typed")
    set -l value (string replace -r -- '^--[^=]*=' '' "$typed")
    switch "$answer[1]"
        case FILE
            set answer (__fish_complete_path "$value")
        case DIR
            set answer (__fish_complete_directories "$value")
    end
    test -n "$answer"; and printf '%s\n' "$before"$answer
end
complete -c husk -f -a '(__husk_complete)'
