# PowerShell completion for docs-admin. Generated: do not edit.
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
        $value, $about = $line -split "`t", 2
        $text = if ($value -match '^[\w./:@+-]+$') { "$head$value" } else { "$head'" + $value.Replace("'", "''") + "'" }
        if (-not $about) { $about = $value }
        [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $about)
    }
}
