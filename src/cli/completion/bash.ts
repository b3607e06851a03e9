import { type CompletionNode, flagNames, livePositions, quote } from './tree.ts';

/** The completion script for bash 4 and later. Words and flags come from two tables; files complete the rest. */
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
  *' --profile') ;;
  ${nodes.flatMap(livePositions).map(quote).join(' | ')}) ;;
  *) return 1 ;;
  esac
}

# Offers what the tool looks up, with titles where bash only lists.
_docs_admin_look_up() {
  local line=\${COMP_LINE#*"\${COMP_WORDS[0]}"} words=() quotes=$'\\\\\\\\"\\'' word i value title
  # bash also splits words at colons and other marks.
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ $line == [[:space:]]* || i -eq 1 ]]; then words+=("$word"); else words[-1]+=$word; fi
    line=\${line#*"$word"}
  done
  while IFS=$'\\t' read -r value title; do
    [[ $value == "$cur"* ]] && COMPREPLY+=("$value") && words+=("$value  ($title)")
  done < <("\${COMP_WORDS[0]}" __complete -- "\${words[@]//[$quotes]/}" 2> /dev/null)
  if [[ \${#COMPREPLY[@]} -gt 1 && $COMP_TYPE == 63 ]]; then
    COMPREPLY=("\${words[@]: -\${#COMPREPLY[@]}}")
  fi
}

_docs_admin() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} path='' word i next
  COMPREPLY=()
  next=" $(_docs_admin_next '') "
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ $word == -* ]]; then
      # The value of a flag is no word of the path.
      [[ $next == *" $word= "* ]] && ((i++))
    elif _docs_admin_next "\${path:+$path }$word" > /dev/null; then
      path=\${path:+$path }$word
      next=" $(_docs_admin_next "$path") "
    fi
  done
  if [[ $prev == -* && $next == *" $prev= "* ]]; then
    if _docs_admin_is_live "$path $prev"; then
      _docs_admin_look_up
      return
    fi
    local values
    values=$(_docs_admin_values "$path" "$prev")
    if [[ -n $values ]]; then
      mapfile -t COMPREPLY < <(compgen -W "$values" -- "$cur")
    else
      mapfile -t COMPREPLY < <(compgen -f -- "$cur")
    fi
    return
  fi
  local words=\${next//= / }
  if [[ $cur == -* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$words --help" -- "$cur")
  elif _docs_admin_is_live "$path"; then
    _docs_admin_look_up
  else
    mapfile -t COMPREPLY < <(compgen -W "$words" -X '-*' -- "$cur")
  fi
}

complete -o bashdefault -F _docs_admin docs-admin
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
