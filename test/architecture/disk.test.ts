import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from '../support/imports.ts';

/** What people install: the build, and scripts that run elsewhere, are left out. */
const shipped = sourceFiles('src').filter(
  (path) => !/^src\/(build\/|documents\/browser\/|commands\/init\/)/.test(path),
);

/** Returns the matches of a pattern in each file that has some, without comments. */
function uses(pattern: RegExp): Record<string, string[]> {
  const found = shipped.map((path): [string, string[]] => {
    const code = readFileSync(path, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
    return [path, [...new Set(code.match(pattern))].sort()];
  });
  return Object.fromEntries(found.filter(([, matches]) => matches.length > 0));
}

test('files are changed by `src/disk`, and by few others in a way that needs no rename', () => {
  const changing =
    /(?<![.\w])(?:(?:append|write|copy|rename|rm|unlink|mkdir|mkdtemp|chmod|fchmod|chown|link|symlink|truncate|ftruncate)(?:File|dir)?Sync(?!')|createWriteStream)\b(?=[(,\s}])|\bpromises\.(?!lookup)\w+/g;
  const { 'src/disk/disk.ts': given, ...used } = uses(changing);
  // Gives others the calls.
  expect(given).toContain('writeFileSync');
  expect(used).toEqual({
    // Syncs several files at once.
    'src/disk/replace-files.ts': ['promises.open'],
    // Adds lines.
    'src/system/journal-file.ts': ['promises.FileHandle', 'promises.open'],
    'src/sandbox/store/store-file.ts': ['chmodSync'],
    // Folders of temporary files.
    'src/system/editor.ts': ['mkdtempSync', 'writeFileSync'],
    'src/system/sandbox-copy.ts': ['mkdtempSync', 'writeFileSync'],
    // Compiled code of old versions.
    'src/system/compile-cache.ts': ['rmSync'],
    // Devices and pipes, which must not be replaced; reads.
    'src/system/files.ts': ['promises.FileHandle', 'promises.open', 'promises.writeFile'],
    // Standard output that is a file.
    'src/system/streams.ts': ['writeSync'],
  });
});

/** A simulated machine has a disk in memory. Types and constants are the same on each disk. */
test('the file system is reached through the disk that is given, and by few others', () => {
  const imports = Object.entries(uses(/^import (?:\* as \w+|\{[^}]*\}) from 'node:fs';/gm)).filter(
    ([, [statement = '']]) =>
      statement
        .replace(/^import \{?|\}? from .*$/g, '')
        .split(',')
        .some((name) => !/^\s*(?:type \w+|constants)?\s*$/.test(name)),
  );
  expect(imports.map(([path]) => path).sort()).toEqual([
    // The place for it.
    'src/disk/disk.ts',
    // The database is in files of this machine.
    'src/sandbox/store/migrations.ts',
    'src/sandbox/store/store-file.ts',
    // Code of this process, and files of its package.
    'src/system/compile-cache.ts',
    // Folders of temporary files, for editors.
    'src/system/editor.ts',
    'src/system/licenses.ts',
    // What the system says of its processes, and where its folders are.
    'src/system/machine.ts',
    // The standard streams of this process, and programs that it starts.
    'src/system/no-input.ts',
    'src/system/pager.ts',
    'src/system/paths.ts',
    'src/system/pipe.ts',
    // Folders of temporary files, for the database.
    'src/system/sandbox-copy.ts',
    // The token of a sandbox that is served.
    'src/system/sandbox-keeping.ts',
    'src/system/stdin.ts',
    'src/system/streams.ts',
  ]);
});

test('calls of the disk are imported by their names, so that the rules of this file see them', () => {
  expect(
    uses(
      /\bfrom '(?:node:)?(?:fs\/promises|process)'|\bimport (?:\* as )?\w+(?:, \{[^}]*\})? from '(?:node:)?(?:fs|process|os)'/g,
    ),
  ).toEqual({});
  expect(uses(/\bgetBuiltinModule\('(?:node:)?(?:fs|process|os)\b/g)).toEqual({});
});

test('only the writer renames, with retries', () => {
  expect(uses(/\brename(?:Sync)?\(/g)).toEqual({ 'src/disk/replace-file.ts': ['renameSync('] });
});

test('a process ends where all output is written, so that none is lost', () => {
  expect(uses(/\bprocess\.(?:exit|abort|reallyExit)\(/g)).toEqual({
    // When everything is written; a second signal.
    'src/system/interrupt.ts': ['process.exit('],
    // After a time, if a crash has left something running.
    'src/system/crash.ts': ['process.exit('],
  });
});

test('processes and folders of users are looked up in one place', () => {
  expect(uses(/\bprocess\.kill\b/g)).toEqual({
    'src/system/machine.ts': ['process.kill'],
    // Its own process.
    'src/system/interrupt.ts': ['process.kill'],
    'src/system/terminal.ts': ['process.kill'],
  });
  expect(uses(/\bhomedir\(\)/g)).toEqual({ 'src/system/paths.ts': ['homedir()'] });
  expect(uses(/\b(?:APPDATA|LOCALAPPDATA|USERPROFILE|HOME)\b/g)).toEqual({
    'src/system/paths.ts': ['APPDATA', 'HOME', 'LOCALAPPDATA', 'USERPROFILE'],
  });
});

test('the system is asked for its name at the edge only, and functions take it as an argument', () => {
  const uncertain = Object.entries(uses(/^.*\bprocess\.platform\b.*$/gm)).flatMap(([path, lines]) =>
    lines
      .filter((line) => !/platform(?:: NodeJS\.Platform)?( =|:) process\.platform/.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(uncertain).toEqual([]);
});

/** Titles can be reserved names of Windows (`CON`), end in a dot, or differ in case only. */
test('no file is named after a title: every written path comes from the command line', () => {
  expect(uses(/\bfiles\.write\((?:[\w.]+)/g)).toEqual({
    'src/rows/failed-rows.ts': ['files.write(path'],
    // Below a folder that the line names: fixed names, and ids without other characters.
    'src/review/folder.ts': ['files.write(join'],
    'src/cli/session/connections.ts': ['files.write(path'],
    'src/cli/session/out-file.ts': ['files.write(path'],
    'src/commands/org/audit.ts': ['files.write(file', 'files.write(path'],
    'src/commands/org/export.ts': ['files.write(path'],
    'src/commands/org/redirects.ts': ['files.write(path'],
    'src/commands/org/snapshot.ts': ['files.write(file'],
    'src/work/plan-file.ts': ['files.write(path'],
  });
});

test('a file that no command line names is read with a limit', () => {
  expect(Object.keys(uses(/\breadFileSync\(|\.readFile\(/g)).sort()).toEqual([
    // The place for it.
    'src/disk/read-bounded.ts',
    // What it has just written.
    'src/system/editor.ts',
    // What `journals.ts` has read just before.
    'src/system/journal-file.ts',
    // Standard input of a process of our own.
    'src/system/keyring.ts',
    // Files of the system, and of the package.
    'src/system/licenses.ts',
    'src/system/machine.ts',
  ]);
});

test('what people write is never split at LF alone', () => {
  const reads = Object.keys(uses(/\b(?:readText|bytes|stdin\.read|readFileSync)\(/g));
  const splits = Object.keys(uses(/\.split\((?:'\\n'|\/\\n\/\w*)[,)]/g));
  // It splits what the program has printed.
  const other = 'src/rehearse/rehearse.ts';
  expect(reads.filter((path) => path !== other && splits.includes(path))).toEqual([]);
});

/** Editors and shells of Windows write byte order marks, and UTF-16. */
test('what people write is decoded in two places', () => {
  expect(
    Object.keys(
      uses(
        /\bnew TextDecoder\(|\bdecodedText\(|\breadFileSync\(\w+, 'utf8'\)|\.toString\('utf-?8'\)|\breadFileSync\([^()]*\)\.toString\(/g,
      ),
    ).sort(),
  ).toEqual([
    // Answers of the service.
    'src/api/client/answer.ts',
    'src/api/client/error-body.ts',
    'src/api/client/pages.ts',
    // They look into a file before it is read, in the encoding of its mark.
    'src/audit/missing-kinds.ts',
    'src/formats/beginning.ts',
    // The place for streams.
    'src/formats/decode.ts',
    // What the tool alone writes, with the hash of its bytes.
    'src/review/folder.ts',
    // Bytes that `system/sandbox-copy.ts` has decoded; bodies of requests.
    'src/sandbox/fixtures/fixture.ts',
    'src/sandbox/http/app.ts',
    // Rows of the database.
    'src/sandbox/store/store.ts',
    // What the tool alone writes.
    'src/system/cache.ts',
    // The place for whole files.
    'src/system/decode.ts',
    // A journal whose bytes are damaged.
    'src/system/journal-text.ts',
    // What the tool alone writes.
    'src/system/keyring.ts',
    'src/system/lock.ts',
    // Files of the system.
    'src/system/machine.ts',
    // What the tool alone writes.
    'src/system/sandbox-copy.ts',
    // What the others decode with.
    'src/text/decode.ts',
  ]);
});
