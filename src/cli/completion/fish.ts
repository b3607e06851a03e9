import { type FlagDescription, fullDescription } from '../help/reference.ts';
import { type CompletionNode, flagNames } from './tree.ts';

/** Returns the completion script for fish, with descriptions. */
export function fishScript(nodes: readonly CompletionNode[]): string {
  const [root, ...others] = nodes as [CompletionNode, ...CompletionNode[]];
  const shared = new Set(root.flags);
  const valueFlags = new Set(
    nodes.flatMap(({ flags }) => flags.filter(({ value }) => value !== undefined).flatMap(flagNames)),
  );
  return `# fish completion for docs-admin. Generated: do not edit.
# Install: docs-admin completion fish > ~/.config/fish/completions/docs-admin.fish

set -g __docs_admin_value_flags ${[...valueFlags].sort().join(' ')}

# The words before the cursor, without flags and their values.
function __docs_admin_words
    set -l line
    set -l skip 0
    for word in (commandline -opc)[2..]
        if test $skip -eq 1
            set skip 0
        else if string match -q -- '-*' $word
            contains -- $word $__docs_admin_value_flags; and set skip 1
        else
            set -a line $word
        end
    end
    echo "$line"
end

# Whether these words are one of the given paths.
function __docs_admin_at
    contains -- (__docs_admin_words) $argv
end

# Whether they begin with one of the given paths: positionals may follow.
function __docs_admin_in
    set -l line (__docs_admin_words)
    for path in $argv
        string match -q -- "$path *" "$line "; and return 0
    end
    return 1
end

# What the tool looks up for the word at the cursor, with titles.
function __docs_admin_look_up
    set -l words (commandline -opc)
    # Without quotation marks: fish quotes what it inserts.
    set -l current (commandline -ct | string replace -ra '[\\'"\\\\\\\\]' '')
    string match -q -- '-*' "$current"; and not string match -q -- '--*=*' "$current"; and return
    command -q $words[1]; or return
    command $words[1] __complete -- $words[2..] "$current" 2>/dev/null
end

complete -c docs-admin -f
${root.flags.map((flag) => flagLine(flag, '', root)).join('\n')}
${wordLines(root).join('\n')}
${others
  .flatMap((node) => [
    ...wordLines(node),
    ...node.flags.filter((flag) => !shared.has(flag)).map((flag) => flagLine(flag, inNode(node), node)),
    ...(node.live.includes('') ? [`complete -c docs-admin${inNode(node)} -a ${lookUp}`] : []),
    ...(node.files.includes('') ? [`complete -c docs-admin${inNode(node)} -F`] : []),
  ])
  .join('\n')}
`;
}

function wordLines(node: CompletionNode): string[] {
  const condition = quote(`__docs_admin_at ${pathList(node)}`);
  return node.words.map(
    ({ name, summary }) => `complete -c docs-admin -n ${condition} -a ${name} -d ${quote(summary)}`,
  );
}

/** Returns the condition for completions after the words of a node. */
function inNode(node: CompletionNode): string {
  return ` -n ${quote(`__docs_admin_in ${pathList(node)}`)}`;
}

const lookUp = "'(__docs_admin_look_up)'";

function flagLine(flag: FlagDescription, condition: string, { live, files }: CompletionNode): string {
  const { name, short, value, known } = flag;
  const names = `${short ? ` -s ${short.slice(1)}` : ''} -l ${name.slice(2)}`;
  const values = known.length > 0 ? quote(known.join(' ')) : live.includes(name) ? lookUp : undefined;
  const takes = files.includes(name) ? ' -r -F' : ` -x${values ? ` -a ${values}` : ''}`;
  return `complete -c docs-admin${condition}${names}${value === undefined ? '' : takes} -d ${quote(fullDescription(flag))}`;
}

function pathList({ paths }: CompletionNode): string {
  return paths.map((path) => `"${path}"`).join(' ');
}

/** Quotes text for fish with single quotes. */
function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}
