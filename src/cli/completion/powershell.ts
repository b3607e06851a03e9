import { type CompletionNode, flagNames } from './tree.ts';

/** Returns the completion script for PowerShell 5.1 and later. */
export function powershellScript(nodes: readonly CompletionNode[]): string {
  return `# PowerShell completion for docs-admin. Generated: do not edit.
# Install: docs-admin completion powershell >> $PROFILE

Register-ArgumentCompleter -Native -CommandName docs-admin -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    # What may follow a path; a flag that takes a value ends in "=".
    $next = @{
${nodes.flatMap(nextEntries).join('\n')}
    }
    # The known values of a flag.
    $known = @{
${nodes.flatMap(valueEntries).join('\n')}
    }
    $elements = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition } | ForEach-Object { $_.ToString() })
    $path = ''
    $skip = $false
    foreach ($word in ($elements | Select-Object -Skip 1)) {
        if ($skip) { $skip = $false; continue }
        if ($word.StartsWith('-')) { $skip = $next[$path] -contains "$word="; continue }
        $longer = "$path $word".Trim()
        if ($next.ContainsKey($longer)) { $path = $longer }
    }
    $previous = $elements[-1]
    if ($skip -and $known.ContainsKey("$path $previous")) { $words = $known["$path $previous"] }
    elseif ($skip) { $words = @() }
    elseif ($wordToComplete -match '^(--[^=]+)=') {
        $flag = $Matches[1]
        $words = @($known["$path $flag"] | Where-Object { $_ } | ForEach-Object { "$flag=$_" })
    }
    else { $words = $next[$path] | ForEach-Object { $_.TrimEnd('=') } }
    $words | Where-Object { $_ -like "$wordToComplete*" -and ($wordToComplete.StartsWith('-') -or -not $_.StartsWith('-')) } |
        ForEach-Object { [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_) }
}
`;
}

function nextEntries({ paths, words, flags }: CompletionNode): string[] {
  const names = flags.flatMap((flag) =>
    flagNames(flag).map((name) => (flag.value === undefined ? name : `${name}=`)),
  );
  const next = [...words.map(({ name }) => name), ...names].map(quote).join(', ');
  return paths.map((path) => `        ${quote(path)} = @(${next})`);
}

function valueEntries({ paths, flags }: CompletionNode): string[] {
  return flags
    .filter(({ known }) => known.length > 0)
    .flatMap((flag) =>
      paths.flatMap((path) => flagNames(flag).map((name) => ({ key: `${path} ${name}`, flag }))),
    )
    .map(({ key, flag }) => `        ${quote(key)} = @(${flag.known.map(quote).join(', ')})`);
}

/** Quotes text for PowerShell with single quotes. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
