/** Returns whether this process is the single executable: it has no package around it, and cannot run scripts. */
export function isExecutable(): boolean {
  return process.getBuiltinModule('node:sea').isSea();
}

/** Returns the text of a file in the single executable. */
export function fileInside(name: string): string {
  return process.getBuiltinModule('node:sea').getAsset(name, 'utf8');
}
