/** The completion script for bash 4.3 and later. */
const bash = `# bash completion for docs-admin. Generated: do not edit.
# Install: docs-admin completion bash > ~/.local/share/bash-completion/completions/docs-admin

# Sets REPLY to what a word of the line stands for, and open to the quotation mark that it leaves open.
_docs_admin_unquote() {
  local text=$1 char i
  REPLY='' open=''
  for ((i = 0; i < \${#text}; i++)); do
    char=\${text:i:1}
    case $open$char in
    "''" | '""') open='' ;;
    "'"?) REPLY+=$char ;;
    '"\\')
      [[ \${text:i+1:1} == [\\"\\\\\\$\\\`] ]] && ((i++))
      REPLY+=\${text:i:1}
      ;;
    '"'?) REPLY+=$char ;;
    "'" | '"') open=$char ;;
    \\\\)
      ((i++))
      REPLY+=\${text:i:1}
      ;;
    *) REPLY+=$char ;;
    esac
  done
}

# Sets words to the words after the tool's name, and part to the part of the last one that bash replaces: bash splits
# words at colons and equals signs.
_docs_admin_read() {
  local line=\${COMP_LINE#*"\${COMP_WORDS[0]}"} i
  words=()
  for ((i = 1; i <= COMP_CWORD; i++)); do
    part=\${COMP_WORDS[i]}
    if [[ $line == [[:space:]]* || i -eq 1 ]]; then words+=("$part"); else words[-1]+=$part; fi
    line=\${line#*"$part"}
  done
  [[ $part != [=:] ]] || part=''
}

# Offers a value, so that it stands for itself where it is inserted; $2 is shown beside it in a list.
_docs_admin_offer() {
  local text=$head$1 entry="$1\${2:+  ($2)}"
  [[ $1 == "$cur"* && $text == "$before"* ]] || return
  text=\${text#"$before"}
  case $open in
  '') printf -v text %q "$text" ;;
  "'") text=\${text//"'"/"'\\\\''"} ;;
  '"')
    # In double quotes, nothing takes its meaning from an exclamation mark.
    [[ $text != *'!'* ]] || return
    text=\${text//\\\\/\\\\\\\\}
    text=\${text//'"'/\\\\'"'}
    text=\${text//'$'/\\\\'$'}
    text=\${text//'\`'/\\\\'\`'}
    ;;
  esac
  COMPREPLY+=("$text")
  shown+=("\${entry:0:\${COLUMNS:-80}-1}")
}

_docs_admin() {
  local words part open cur head='' before tool line raw i shown=() IFS=$' \\t\\n' REPLY
  COMPREPLY=()
  _docs_admin_read
  raw=\${words[-1]}
  for i in "\${!words[@]}"; do
    _docs_admin_unquote "\${words[i]}"
    words[i]=$REPLY
  done
  cur=$REPLY
  # A quotation mark within a word: bash itself does not know then what it replaces.
  [[ -z $open || $part == "$open"* ]] || return
  _docs_admin_unquote "\${raw%"$part"}"
  before=$REPLY
  _docs_admin_unquote "$part"
  if [[ $cur == --*=* ]]; then
    head=\${cur%%=*}=
    cur=\${cur#*=}
  fi
  tool=\${COMP_WORDS[0]/#'~/'/~/}
  # The name may be an alias.
  [[ $(type -t "$tool") == @(file|function) ]] || tool=docs-admin
  while IFS= read -r line; do
    if [[ $line == :files ]]; then
      compopt -o bashdefault -o default 2> /dev/null
      return
    fi
    _docs_admin_offer "\${line%%$'\\t'*}" "\${line#*$'\\t'}"
  done < <("$tool" __complete -- "\${words[@]}" 2> /dev/null)
  # The value of a field follows its name at once.
  [[ \${COMPREPLY[0]} != *= ]] || compopt -o nospace 2> /dev/null
  # Where bash only lists, with descriptions.
  if [[ \${#COMPREPLY[@]} -gt 1 && $COMP_TYPE == 63 ]]; then COMPREPLY=("\${shown[@]}"); fi
}

complete -F _docs_admin docs-admin
`;

/** The completion script for zsh, which shows descriptions and quotes what it inserts. */
const zsh = `#compdef docs-admin
# zsh completion for docs-admin. Generated: do not edit.
# Install: docs-admin completion zsh > a folder of $fpath, as _docs-admin

_docs_admin() {
  local tool=\${~words[1]} answer line
  local -a found
  (( $+commands[$tool] || $+functions[$tool] )) || [[ $tool == */* ]] || tool=docs-admin
  answer=$($tool __complete -- "\${(@Q)words[2,CURRENT-1]}" "\${(Q)PREFIX}" 2> /dev/null)
  [[ $PREFIX != --*=* ]] || compset -P '--[^=]#='
  if [[ $answer == :files ]]; then
    _files
    return
  fi
  for line in \${(f)answer}; do
    line="\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}"
    found+=("\${line%:}")
  done
  _describe word found
}

if [[ $funcstack[1] == _docs-admin ]]; then
  _docs_admin "$@"
else
  compdef _docs_admin docs-admin
fi
`;

/** The completion script for fish, which shows descriptions and quotes what it inserts. */
const fish = `# fish completion for docs-admin. Generated: do not edit.
# Install: docs-admin completion fish > ~/.config/fish/completions/docs-admin.fish

# Sets __docs_admin_found to what the tool offers for the word at the cursor. Fails where files are meant.
function __docs_admin_ask
    set -l words (commandline -opc)
    set -l current (commandline -ct | string replace -ra '[\\'"\\\\\\\\]' '')
    set -l tool (string replace -r '^~/' ~/ -- $words[1])
    command -q $tool; or set tool docs-admin
    set -l head (string match -r -- '^--[^=]+=' "$current")
    set -g __docs_admin_found "$head"(command $tool __complete -- $words[2..] "$current" 2>/dev/null)
    test "$__docs_admin_found" != "$head:files"
end

complete -c docs-admin -n __docs_admin_ask -f -a '$__docs_admin_found'
`;

/** The completion script for PowerShell 5.1 and later. */
const powershell = `# PowerShell completion for docs-admin. Generated: do not edit.
# Install: docs-admin completion powershell >> $PROFILE

Register-ArgumentCompleter -Native -CommandName docs-admin -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $before = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object { if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { "$_" } })
    $current = $wordToComplete.Trim("'", '"')
    $head = if ($current -match '^--[^=]+=') { $Matches[0] } else { '' }
    # PowerShell before 7.3 passes an empty word only with quotation marks, and its scripts take -- for their own.
    if ($current -eq '' -and $PSNativeCommandArgumentPassing -notin 'Standard', 'Windows') { $current = '""' }
    $lines = @(& docs-admin __complete '--' @before $current 2> $null)
    # Without an answer, PowerShell offers files.
    if ("$lines" -eq ':files') { return }
    if ($lines.Count -eq 0) { return '' }
    foreach ($line in $lines) {
        $value, $about = $line -split "\`t", 2
        $text = if ($value -match '^[\\w./:@+-]+$') { "$head$value" } else { "$head'" + $value.Replace("'", "''") + "'" }
        if (-not $about) { $about = $value }
        [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $about)
    }
}
`;

/** The script of each shell, with its file in `completions/`. It asks the tool for every word. */
export const completionScripts = [
  { shell: 'bash', file: 'docs-admin.bash', text: bash },
  { shell: 'zsh', file: '_docs-admin', text: zsh },
  { shell: 'fish', file: 'docs-admin.fish', text: fish },
  { shell: 'powershell', file: 'docs-admin.ps1', text: powershell },
];
