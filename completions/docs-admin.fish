# fish completion for docs-admin. Generated: do not edit.
# Install: docs-admin completion fish > ~/.config/fish/completions/docs-admin.fish

# Sets __docs_admin_found to what the tool offers for the word at the cursor. Fails where files are meant.
function __docs_admin_ask
    set -l words (commandline -opc)
    set -l current (commandline -ct | string replace -ra '[\'"\\\\]' '')
    set -l tool (string replace -r '^~/' ~/ -- $words[1])
    command -q $tool; or set tool docs-admin
    set -l head (string match -r -- '^--[^=]+=' "$current")
    set -g __docs_admin_found "$head"(command $tool __complete -- $words[2..] "$current" 2>/dev/null)
    test "$__docs_admin_found" != "$head:files"
end

complete -c docs-admin -n __docs_admin_ask -f -a '$__docs_admin_found'
