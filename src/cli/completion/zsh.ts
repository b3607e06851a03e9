import { fullDescription } from '../help/reference.ts';
import { type CompletionNode, flagNames, placesOf, quote } from './tree.ts';

/** Returns the completion script for zsh, with descriptions. */
export function zshScript(nodes: readonly CompletionNode[]): string {
  return `#compdef docs-admin
# zsh completion for docs-admin. Generated: do not edit.
# Install: docs-admin completion zsh > a folder of $fpath, as _docs-admin

# Sets words_next and flags_next to what may follow a path, and value_flags to the flags that take a value.
_docs_admin_next() {
  case $1 in
${nodes.map(nextEntry).join('\n')}
  (*) return 1 ;;
  esac
}

# Sets known_values to the known values of a flag.
_docs_admin_values() {
  known_values=()
  case "$1 $2" in
${nodes.flatMap(valueEntries).join('\n')}
  esac
}

# Whether the tool looks up what may stand after a path, or after a path and a flag.
_docs_admin_is_live() {
  case $1 in
  (${patterns(nodes, 'live')}) ;;
  (*) return 1 ;;
  esac
}

# Whether files may stand there.
_docs_admin_is_file() {
  case $1 in
  (${patterns(nodes, 'files')}) ;;
  (*) return 1 ;;
  esac
}

# Offers what the tool looks up, with titles; zsh quotes what it inserts.
_docs_admin_look_up() {
  local -a found
  local line
  for line in \${(f)"$($words[1] __complete -- "\${(@Q)words[2,CURRENT-1]}" "$head\${(Q)PREFIX}" 2> /dev/null)"}; do
    found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
  done
  _describe id found
}

# Offers the values of a flag, or else of an argument.
_docs_admin_value() {
  if _docs_admin_is_live "$1"; then
    _docs_admin_look_up
  elif _docs_admin_is_file "$1"; then
    _files
  fi
}

_docs_admin() {
  local -a words_next flags_next value_flags known_values
  local path_words='' word flag='' head='' dashes=''
  local -i i
  _docs_admin_next ''
  for ((i = 2; i < CURRENT; i++)); do
    word=$words[i]
    if [[ -n $flag ]]; then
      flag=''
    elif [[ -n $dashes ]]; then
      continue
    elif [[ $word == -- ]]; then
      dashes=1
    elif [[ $word == -[^-]?* ]] && ((! $value_flags[(Ie)$word[1,2]])); then
      # Short flags in a group; the last one may take a value.
      (( $value_flags[(Ie)-$word[-1]] )) && flag=-$word[-1]
    elif [[ $word == -* ]]; then
      (( $value_flags[(Ie)$word] )) && flag=$word
    else
      _docs_admin_next "\${path_words:+$path_words }$word" && path_words="\${path_words:+$path_words }$word"
    fi
  done
  if [[ -z $flag && $PREFIX == --*=* ]] && (( $value_flags[(Ie)\${PREFIX%%=*}] )); then
    flag=\${PREFIX%%=*}
    head=$flag=
    compset -P '--[^=]#='
  fi
  if [[ -n $flag ]]; then
    _docs_admin_values "$path_words" "$flag"
    if (( $#known_values )); then
      compadd -- $known_values
    else
      _docs_admin_value "$path_words $flag"
    fi
  elif [[ $PREFIX == -* && -z $dashes ]]; then
    _describe -o flag flags_next
  elif (( $#words_next )); then
    _describe word words_next
  else
    _docs_admin_value "$path_words"
  fi
}

if [[ $funcstack[1] == _docs-admin ]]; then
  _docs_admin "$@"
else
  compdef _docs_admin docs-admin
fi
`;
}

function nextEntry({ paths, words, flags }: CompletionNode): string {
  const described = words.map(({ name, summary }) => quote(`${name}:${summary}`));
  const flagged = flags.flatMap((flag) =>
    flagNames(flag).map((name) => quote(`${name}:${fullDescription(flag)}`)),
  );
  const taking = flags.filter(({ value }) => value !== undefined).flatMap(flagNames);
  return `  (${paths.map(quote).join('|')})
    words_next=(${described.join(' ')})
    flags_next=(${flagged.join(' ')})
    value_flags=(${taking.join(' ')})
    ;;`;
}

function valueEntries({ paths, flags }: CompletionNode): string[] {
  return flags
    .filter(({ known }) => known.length > 0)
    .map((flag) => {
      const keys = paths.flatMap((path) => flagNames(flag).map((name) => quote(`${path} ${name}`)));
      return `  (${keys.join('|')}) known_values=(${flag.known.map(quote).join(' ')}) ;;`;
    });
}

/** Returns the patterns of `case` for places. */
function patterns(nodes: readonly CompletionNode[], kind: 'live' | 'files'): string {
  const { flags, positions } = placesOf(nodes, kind);
  return [...flags.map((flag) => `*' ${flag}'`), ...positions.map(quote)].join('|');
}
