# bash completion for docs-admin. Generated: do not edit.
# Install: docs-admin completion bash > ~/.local/share/bash-completion/completions/docs-admin

# Sets REPLY to what a word of the line stands for, and open to the quotation mark that it leaves open.
_docs_admin_unquote() {
  local text=$1 char i
  REPLY='' open=''
  for ((i = 0; i < ${#text}; i++)); do
    char=${text:i:1}
    case $open$char in
    "''" | '""') open='' ;;
    "'"?) REPLY+=$char ;;
    '"\')
      [[ ${text:i+1:1} == [\"\\\$\`] ]] && ((i++))
      REPLY+=${text:i:1}
      ;;
    '"'?) REPLY+=$char ;;
    "'" | '"') open=$char ;;
    \\)
      ((i++))
      REPLY+=${text:i:1}
      ;;
    *) REPLY+=$char ;;
    esac
  done
}

# Sets words to the words after the tool's name, and part to the part of the last one that bash replaces: bash splits
# words at colons and equals signs.
_docs_admin_read() {
  local line=${COMP_LINE#*"${COMP_WORDS[0]}"} i
  words=()
  for ((i = 1; i <= COMP_CWORD; i++)); do
    part=${COMP_WORDS[i]}
    if [[ $line == [[:space:]]* || i -eq 1 ]]; then words+=("$part"); else words[-1]+=$part; fi
    line=${line#*"$part"}
  done
  [[ $part != [=:] ]] || part=''
}

# Offers a value, so that it stands for itself where it is inserted; $2 is shown beside it in a list.
_docs_admin_offer() {
  local text=$head$1 entry="$1${2:+  ($2)}"
  [[ $1 == "$cur"* && $text == "$before"* ]] || return
  text=${text#"$before"}
  case $open in
  '') printf -v text %q "$text" ;;
  "'") text=${text//"'"/"'\\''"} ;;
  '"')
    # In double quotes, nothing takes its meaning from an exclamation mark.
    [[ $text != *'!'* ]] || return
    text=${text//\\/\\\\}
    text=${text//'"'/\\'"'}
    text=${text//'$'/\\'$'}
    text=${text//'`'/\\'`'}
    ;;
  esac
  COMPREPLY+=("$text")
  shown+=("${entry:0:${COLUMNS:-80}-1}")
}

_docs_admin() {
  local words part open cur head='' before tool line raw i shown=() IFS=$' \t\n' REPLY
  COMPREPLY=()
  _docs_admin_read
  raw=${words[-1]}
  for i in "${!words[@]}"; do
    _docs_admin_unquote "${words[i]}"
    words[i]=$REPLY
  done
  cur=$REPLY
  # A quotation mark within a word: bash itself does not know then what it replaces.
  [[ -z $open || $part == "$open"* ]] || return
  _docs_admin_unquote "${raw%"$part"}"
  before=$REPLY
  _docs_admin_unquote "$part"
  if [[ $cur == --*=* ]]; then
    head=${cur%%=*}=
    cur=${cur#*=}
  fi
  tool=${COMP_WORDS[0]/#'~/'/~/}
  # The name may be an alias.
  [[ $(type -t "$tool") == @(file|function) ]] || tool=docs-admin
  while IFS= read -r line; do
    if [[ $line == :files ]]; then
      compopt -o bashdefault -o default 2> /dev/null
      return
    fi
    _docs_admin_offer "${line%%$'\t'*}" "${line#*$'\t'}"
  done < <("$tool" __complete -- "${words[@]}" 2> /dev/null)
  # The value of a field follows its name at once.
  [[ ${COMPREPLY[0]} != *= ]] || compopt -o nospace 2> /dev/null
  # Where bash only lists, with descriptions.
  if [[ ${#COMPREPLY[@]} -gt 1 && $COMP_TYPE == 63 ]]; then COMPREPLY=("${shown[@]}"); fi
}

complete -F _docs_admin docs-admin
