import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { exitCodes } from '../../src/cli/help/exit-codes.ts';
import { writeDemoFile } from '../support/demo-store.ts';
import { packageFolder, type RunOptions, runShell } from '../support/installed.ts';
import { isInstalled } from '../support/is-installed.ts';
import { plainWords, runHere } from '../support/run-here.ts';

const guides = readdirSync('docs').filter((file) => file.endsWith('.md'));
const pages = ['README.md', ...guides.map((file) => join('docs', file))];

/** Returns the lines `$ command` in the console blocks of a text, each with the output below it. */
function sessionsOf(text: string): [string, string][] {
  const blocks = text.matchAll(/```console\n([\s\S]*?)```/g);
  return [...blocks].flatMap(([, block]) =>
    [...(block as string).matchAll(/^\$ (.+)\n((?:(?!\$ ).*\n)*)/gm)].map(
      ([, command, shown]): [string, string] => [command as string, shown as string],
    ),
  );
}

/** Returns the parts of a page that follow one another. Each recipe stands alone. */
function partsOf(page: string): string[] {
  const text = readFileSync(page, 'utf8');
  return page === join('docs', 'recipes.md') ? text.split(/^(?=## )/m) : [text];
}

/** Runs a line of the tool in this process, also one that ends with a file for its output or with its exit code. */
async function printedHere(command: string, options: RunOptions): Promise<string | undefined> {
  const [, line = '', file, code] = /^(.*?)(?: > (\S+)|(; echo "exit code \$\?"))?$/.exec(command) ?? [];
  const words = plainWords(line);
  if (!words) return undefined;
  const run = await runHere(words, options);
  if (file) writeFileSync(join(options.cwd ?? '', file), run.stdout);
  return (file ? run.stderr : run.output) + (code ? `exit code ${run.code}\n` : '');
}

/** Digests change with every word of a plan. */
function withoutDigests(text: string): string {
  return text.replace(/^digest [0-9a-f]{12}$/gm, 'digest').replace(/sha256:[0-9a-f]{64}/g, 'sha256:');
}

const withSessions = pages.filter((page) => partsOf(page).some((part) => sessionsOf(part).length > 0));

describe.each(withSessions)('%s', (page) => {
  const home = mkdtempSync(join(tmpdir(), 'docs-admin-'));
  afterAll(() => rmSync(home, { recursive: true }));

  for (const [number, part] of partsOf(page).entries()) {
    const cwd = join(home, `part ${number}`);
    const env = { DOCS_ADMIN_PROFILE: 'sandbox', DOCS_ADMIN_SANDBOX_DATA: join(cwd, '.sandbox.db') };
    // In order, in one folder: a task builds on the ones before it, as for someone who follows the page.
    test.for(sessionsOf(part))('%s', async ([command, shown], { skip }) => {
      skip(/\bjq\b/.test(command) && !isInstalled('jq'), 'without jq');
      mkdirSync(cwd, { recursive: true });
      const data = env.DOCS_ADMIN_SANDBOX_DATA;
      if (page !== 'README.md' && !existsSync(data)) writeDemoFile(data);
      const options = { home, cwd, env };
      // The README is a whole session with the tool as users start it.
      const here = page === 'README.md' ? undefined : await printedHere(command, options);
      const printed = here ?? (await runShell(`(${command}\n) 2>&1`, options)).stdout;
      expect(withoutDigests(printed)).toBe(withoutDigests(shown));
    });
  }
});

test('the guides are there, with sessions', () => {
  expect(withSessions).toEqual(
    expect.arrayContaining(['README.md', 'docs/ci.md', 'docs/scripting.md', 'docs/troubleshooting.md']),
  );
});

/** Returns the paths of files that a page has links to. */
const linkedBy = (page: string) =>
  [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:|#)([^)#]+)(?:#[^)]*)?\)/g)].map(([, path]) =>
    join(page, '..', path as string),
  );

test('links between pages lead to files of the package', () => {
  const broken = pages.flatMap((page) =>
    linkedBy(page).filter((path) => !existsSync(join(packageFolder(), path))),
  );
  expect(broken).toEqual([]);
});

test('links of the pages for contributors lead somewhere', () => {
  const own = readdirSync('.github').filter((file) => file.endsWith('.md'));
  const broken = own.flatMap((file) => linkedBy(join('.github', file)).filter((path) => !existsSync(path)));
  expect(broken).toEqual([]);
});

/** Returns the anchors that GitHub gives to the headings of a page. */
function anchorsOf(page: string): Set<string> {
  const text = readFileSync(page, 'utf8').replace(/^```[\s\S]*?^```/gm, '');
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => (heading as string).toLowerCase());
  return new Set(headings.map((heading) => heading.replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-')));
}

test('links to headings lead to a heading', () => {
  for (const page of pages) {
    const links = [...readFileSync(page, 'utf8').matchAll(/\]\((?!https?:)([^)#]*\.md)?#([^)]+)\)/g)];
    const broken = links.filter(([, path, anchor]) => {
      const target = path === undefined ? page : join(page, '..', path);
      return !anchorsOf(target).has(anchor as string);
    });
    expect(
      broken.map(([link]) => link),
      page,
    ).toEqual([]);
  }
});

test('the README has the exit codes of the tool', () => {
  const table = exitCodes.map(([code, meaning]) => `| ${code} | ${meaning} |`).join('\n');
  expect(readFileSync('README.md', 'utf8')).toContain(table);
});
