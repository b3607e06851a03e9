import { expect, test } from 'vitest';
import { type KillableRun, killableRun } from '../support/killed.ts';
import { head } from '../support/planned.ts';
import { applyRestructured, restructuredFiles } from '../support/restructured.ts';

/** Every n-th write is a moment to be killed at; every write with `DOCS_ADMIN_TEST_ROUNDS`. */
const step = process.env.DOCS_ADMIN_TEST_ROUNDS ? 1 : 8;

const files = {
  'org.yaml': `${head}teams: { One: {}, Two: { members: { kim@acme.example: owner } } }
collections: { Books: { collections: { Old: {} } } }
translations: { New: {} }
saml: { Entra: { entity-id: e, sso-url: "https://e.example/sso" } }
sites: { New: { spaces: [ { space: Guides } ] } }
`,
};

let known: Promise<KillableRun> | undefined;
/** Makes what a run of the file leaves that is killed after some writes. */
const killedAfter = async (count: number) => {
  known ??= killableRun(files, 'org apply --file org.yaml --yes --allow-opening public,administrators');
  return (await known).killedAfter(count);
};

test.each([1, 2, 3, 4, 5, 6])(
  'a run that was killed after write %i makes nothing that a later run has made',
  async (count) => {
    const { docs } = await killedAfter(count);
    expect(await docs('org apply --file org.yaml --yes --allow-opening public,administrators')).toMatchObject(
      { code: 0 },
    );
    const end = (await docs('org export')).stdout;
    const resumed = await docs('runs resume run.jsonl --yes');
    expect([resumed.code, resumed.stderr]).toEqual([6, resumed.stderr]);
    expect(resumed.writes).toEqual([]);
    expect(resumed.stderr).toContain('another user has made what it was to make; nothing was sent');
    expect(resumed.stderr).toContain('start a new run for the remaining work');
    expect((await docs('org export')).stdout).toBe(end);
  },
);

test('the message names what is there', async () => {
  const { docs } = await killedAfter(1);
  await docs('teams create --title Two');
  const resumed = await docs('runs resume run.jsonl --yes');
  expect(resumed).toMatchObject({ code: 6, writes: [] });
  expect(resumed.stderr).toMatch(/team "Two" \(team_\w+\)/);
});

test('a thing of the same name in another parent is no reason', async () => {
  const { docs } = await killedAfter(1);
  await docs('collections create --title Books --parent col_product');
  expect(await docs('runs resume run.jsonl --yes')).toMatchObject({ code: 0 });
});

test('after a later run, a resumption changes nothing in any section', async () => {
  const run = await killableRun(restructuredFiles, `${applyRestructured} --yes`, step);
  expect(run.counts).toHaveLength(Math.ceil(run.writes.length / step));
  for (const count of run.counts) {
    const { docs } = await run.killedAfter(count);
    expect(await docs(`${applyRestructured} --yes`)).toMatchObject({ code: 0 });
    const end = (await docs('org export')).stdout;
    const resumed = await docs('runs resume run.jsonl --yes');
    expect([0, 6, 9]).toContain(resumed.code);
    expect([count, resumed.code, (await docs('org export')).stdout]).toEqual([count, resumed.code, end]);
  }
});
