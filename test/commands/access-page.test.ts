import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PageData, PeopleBlock } from '../../src/documents/access/data.ts';
import { accessModel, addBlock, levelAt, noPeople } from '../../src/documents/access/model.ts';
import type { Transport } from '../../src/ports.ts';
import { sandboxCli } from '../support/cli.ts';
import { answer } from '../support/scripted-transport.ts';

/** The levels of a page, as `person place level`, with a mark for disabled people. */
function levelsIn(page: string): string[] {
  const data = (name: string) =>
    [...page.matchAll(new RegExp(`data-name="${name}">(.*?)</script>`, 'g'))].map(([, json = '']) =>
      JSON.parse(json),
    );
  const [all] = data('page') as [PageData];
  const people = noPeople();
  for (const block of data('people') as PeopleBlock[]) addBlock(people, block);
  const model = accessModel(all, people);
  const cells = people.ids.flatMap((id, person) =>
    all.places.ids.map((place, at) => {
      const level = model.levels[levelAt(model, person, at)];
      return level === '' ? '' : `${id} ${place} ${level} ${people.disabled.has(person)}`;
    }),
  );
  return cells.filter((cell) => cell !== '').sort();
}

interface Row {
  readonly user: { readonly id: string };
  readonly target: { readonly id: string };
  readonly level: string | null;
  readonly disabled: boolean;
}

function levelsOf(json: string): string[] {
  return (JSON.parse(json) as Row[])
    .filter(({ level }) => level !== null)
    .map(({ user, target, level, disabled }) => `${user.id} ${target.id} ${level} ${disabled}`)
    .sort();
}

describe('the page of a report', () => {
  test('has the same levels as the report, and only the user may read it', async () => {
    const docs = await sandboxCli();
    const { code, stdout, stderr, writes } = await docs('access report -o html --out access.html');
    expect({ code, stdout, writes }).toEqual({ code: 0, stdout: '', writes: [] });
    expect(stderr).toContain('wrote access.html\n');
    const file = join(docs.folder, 'access.html');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const levels = levelsIn(readFileSync(file, 'utf8'));
    expect(levels.length).toBeGreaterThan(100);
    expect(levels).toEqual(levelsOf((await docs('access report --json')).stdout));
  });

  test('has sites, integrations and the base of the organization', async () => {
    const docs = await sandboxCli();
    await docs('access report -o html --out access.html');
    const page = readFileSync(join(docs.folder, 'access.html'), 'utf8');
    expect(page).toContain('<dt>Single sign-on</dt><dd>yes</dd>');
    expect(page).toMatch(/published by [^<]*\(public\)/);
    expect(page).toMatch(/integrations: [^<]*Acme Analytics/);
  });

  test('without names: nothing of the originals is left', async () => {
    const docs = await sandboxCli();
    const members = JSON.parse((await docs('members list --json')).stdout) as {
      user: { id: string; displayName: string; email: string };
    }[];
    await docs('access report --redact -o html --out access.html');
    const page = readFileSync(join(docs.folder, 'access.html'), 'utf8');
    const originals = members.flatMap(({ user }) => [user.id, user.email, `>${user.displayName}<`]);
    expect(originals.filter((text) => text && page.includes(text))).toEqual([]);
    expect(levelsIn(page)).toEqual(levelsOf((await docs('access report --redact --json')).stdout));
  });

  test('shows at least a level', async () => {
    const docs = await sandboxCli();
    await docs('access report --level admin -o html --out access.html');
    const page = readFileSync(join(docs.folder, 'access.html'), 'utf8');
    const tables = page.slice(page.indexOf('<div id="tables">'), page.indexOf('</main>'));
    expect(tables).toContain('<td>admin</td>');
    expect(tables).not.toMatch(/<td>(read|comment|edit|review|create)</);
  });

  test('is written although something could not be read, and names it; the exit code is 12', async () => {
    const docs = await sandboxCli(
      {},
      (sandbox): Transport =>
        async (request, signal) =>
          /\/collections\/[^/]+\/permissions\/teams/.test(request.url)
            ? answer(403, { error: { message: 'not for you' } })
            : sandbox(request, signal),
    );
    const { code } = await docs('access report -o html --out access.html');
    expect(code).toBe(12);
    const page = readFileSync(join(docs.folder, 'access.html'), 'utf8');
    expect(page).toContain('Not complete: something could not be read');
    expect(page).toContain('Not everything here could be read: more people may have access.');
  });

  test('asks before it replaces a file', async () => {
    const docs = await sandboxCli({ 'access.html': 'mine' });
    const run = await docs('access report -o html --out access.html', { terminal: true, answers: [false] });
    expect(run).toMatchObject({ code: 2, requests: [], questions: ['replace the file access.html?'] });
    expect(readFileSync(join(docs.folder, 'access.html'), 'utf8')).toBe('mine');
    expect(await docs('access report -o html --out access.html --yes')).toMatchObject({ code: 0 });
    expect(readFileSync(join(docs.folder, 'access.html'), 'utf8')).toMatch(/^<!DOCTYPE html>/);
  });

  test('a place that cannot be written is refused before anything is read', async () => {
    const docs = await sandboxCli();
    const { code, stderr, requests } = await docs('access report -o html --out missing/access.html');
    expect({ code, requests }).toEqual({ code: 2, requests: [] });
    expect(stderr).toContain('missing/access.html');
    expect(existsSync(join(docs.folder, 'missing'))).toBe(false);
  });
});
