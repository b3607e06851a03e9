import { type CompletionNode, flagNames, placesOf, quote } from './tree.ts';

/**
 * Returns the completion script for bash 4.3 and later. Words and flags come from tables; values that the tool looks up
 * are quoted.
 */
export function bashScript(nodes: readonly CompletionNode[]): string {
  return `# bash completion for docs-admin. Generated: do not edit.
# Install: docs-admin completion bash > ~/.local/share/bash-completion/completions/docs-admin

# Prints the words and flags that may follow a path; a flag that takes a value ends in "=".
_docs_admin_next() {
  case $1 in
${nodes.map(nextEntry).join('\n')}
  *) return 1 ;;
  esac
}

# Prints the known values of a flag.
_docs_admin_values() {
  case "$1 $2" in
${nodes.flatMap(valueEntries).join('\n')}
  esac
}

# Whether the tool looks up what may stand after a path, or after a path and a flag.
_docs_admin_is_live() {
  case $1 in
  ${patterns(nodes, 'live')}) ;;
  *) return 1 ;;
  esac
}

# Whether files may stand there.
_docs_admin_is_file() {
  case $1 in
  ${patterns(nodes, 'files')}) ;;
  *) return 1 ;;
  esac
}

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
  local text=$head$1
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
  shown+=("$1\${2:+  ($2)}")
}

# Offers what the tool looks up, with titles where bash only lists.
_docs_admin_look_up() {
  local value title shown=()
  while IFS=$'\\t' read -r value title; do
    _docs_admin_offer "$value" "$title"
  done < <("\${COMP_WORDS[0]}" __complete -- "\${words[@]}" 2> /dev/null)
  # The value of a field follows its name at once.
  [[ \${COMPREPLY[0]} != *= ]] || compopt -o nospace 2> /dev/null
  if [[ \${#COMPREPLY[@]} -gt 1 && $COMP_TYPE == 63 ]]; then COMPREPLY=("\${shown[@]}"); fi
}

# Offers those of the words in $1 that begin like the last one; flags only where it begins like a flag.
_docs_admin_choose() {
  local value shown=()
  for value in $1; do
    [[ $value == -* && $cur != -* ]] || _docs_admin_offer "$value"
  done
}

# Offers the values of a flag, or else of an argument.
_docs_admin_value() {
  if _docs_admin_is_live "$1"; then
    _docs_admin_look_up
  elif _docs_admin_is_file "$1"; then
    compopt -o bashdefault -o default 2> /dev/null
  fi
}

_docs_admin() {
  local words part open cur head='' before path='' next flag='' word raw i dashes='' IFS=$' \\t\\n' REPLY
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
  next=" $(_docs_admin_next '') "
  for word in "\${words[@]:0:\${#words[@]}-1}"; do
    if [[ -n $flag ]]; then
      flag=''
    elif [[ -n $dashes ]]; then
      continue
    elif [[ $word == -- ]]; then
      dashes=1
    elif [[ $word == -[!-]?* && $next != *" \${word:0:2}= "* ]]; then
      # Short flags in a group; the last one may take a value.
      [[ $next != *" -\${word: -1}= "* ]] || flag=-\${word: -1}
    elif [[ $word == -* ]]; then
      [[ $next != *" $word= "* ]] || flag=$word
    elif _docs_admin_next "\${path:+$path }$word" > /dev/null; then
      path=\${path:+$path }$word
      next=" $(_docs_admin_next "$path") "
    fi
  done
  if [[ -z $flag && $cur == --*=* && $next == *" \${cur%%=*}= "* ]]; then
    flag=\${cur%%=*}
    head=$flag=
    cur=\${cur#*=}
  fi
  if [[ -n $flag ]]; then
    local values
    values=$(_docs_admin_values "$path" "$flag")
    if [[ -n $values ]]; then _docs_admin_choose "$values"; else _docs_admin_value "$path $flag"; fi
  elif [[ $cur == -* && -z $dashes ]]; then
    _docs_admin_choose "\${next//= / } --help"
  else
    _docs_admin_choose "\${next//= / }"
    [[ \${#COMPREPLY[@]} -gt 0 ]] || _docs_admin_value "$path"
  fi
}

complete -F _docs_admin docs-admin
`;
}

function nextEntry({ paths, words, flags }: CompletionNode): string {
  const names = flags.flatMap((flag) =>
    flagNames(flag).map((name) => (flag.value === undefined ? name : `${name}=`)),
  );
  const next = [...words.map(({ name }) => name), ...names].join(' ');
  return `  ${paths.map(quote).join(' | ')}) echo ${quote(next)} ;;`;
}

function valueEntries({ paths, flags }: CompletionNode): string[] {
  return flags
    .filter(({ known }) => known.length > 0)
    .map((flag) => {
      const keys = paths.flatMap((path) => flagNames(flag).map((name) => quote(`${path} ${name}`)));
      return `  ${keys.join(' | ')}) echo ${quote(flag.known.join(' '))} ;;`;
    });
}

/** Returns the patterns of `case` for places. */
function patterns(nodes: readonly CompletionNode[], kind: 'live' | 'files'): string {
  const { flags, positions } = placesOf(nodes, kind);
  return [...flags.map((flag) => `*' ${flag}'`), ...positions.map(quote)].join(' | ');
}
