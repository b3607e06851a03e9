/** The shells that have a completion script, with its file in `completions/`. */
export const shells = [
  { name: 'bash', file: 'docs-admin.bash' },
  { name: 'zsh', file: '_docs-admin' },
  { name: 'fish', file: 'docs-admin.fish' },
  { name: 'powershell', file: 'docs-admin.ps1' },
] as const;
