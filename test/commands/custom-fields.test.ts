import { describe, expect, test } from 'vitest';
import * as contract from '../../src/api/contract/operations/custom-fields.ts';
import { sandboxCli, scriptedCli } from '../support/cli.ts';
import { wireCoverage } from '../support/wire-coverage.ts';

const base = '/v1/orgs/org_acme/custom-fields';

describe('custom-fields', () => {
  test('list identifies the fields by name', async () => {
    const docs = await sandboxCli();
    const ids = await docs('custom-fields list -o id');
    expect(ids.requests).toEqual([{ method: 'GET', path: `${base}?limit=1000` }]);
    expect(ids.stdout).toBe('owner_team\nreview_days\npublic\nlabels\ntier\naudiences\n');
    const paged = await docs('custom-fields list --page-size 4 -o id');
    expect(paged.requests[1]?.path).toMatch(/\?limit=4&page=./);
    expect(paged.stdout).toBe(ids.stdout);
    const table = await docs('custom-fields list');
    expect(table.stdout.split('\n')[5]).toBe('tier\tTier\tselect:single\tgold,silver,bronze\t');
  });

  test('create sends every flag under its field', async () => {
    const docs = await sandboxCli();
    const run = await docs(
      'custom-fields create status --type select:single --title Status --description "How far it is" --placeholder none --option draft,review --option final --json',
    );
    const body = {
      name: 'status',
      type: 'select:single',
      title: 'Status',
      description: 'How far it is',
      placeholder: 'none',
      options: ['draft', 'review', 'final'],
    };
    expect(run.requests).toEqual([{ method: 'POST', path: base, body }]);
    expect(JSON.parse(run.stdout)).toMatchObject(body);
  });

  test('create needs a type, from the flag or the input, and warns about one that no one knows', async () => {
    const docs = await scriptedCli(() => ({ status: 201, json: { id: 'f', name: 'status' } }));
    const missing = await docs('custom-fields create status');
    expect(missing).toMatchObject({ code: 2, requests: [] });
    expect(missing.stderr).toContain('error: --type is required\n');
    const given = await docs('custom-fields create status --input -', { stdin: 'type: text\nname: other' });
    expect(given.requests[0]?.body).toEqual({ type: 'text', name: 'status' });
    const unknown = await docs('custom-fields create status --type colour');
    expect(unknown.requests[0]?.body).toEqual({ name: 'status', type: 'colour' });
    expect(unknown.stderr).toMatch(/^warning: .*--type "colour"/);
  });

  test('create refuses a name and options beyond the limits, all at once', async () => {
    const docs = await sandboxCli();
    const options = Array.from({ length: 51 }, (_, at) => `o${at}`).join(',');
    const run = await docs(['custom-fields', 'create', 'Team', '--type', 'tags', '--option', options]);
    expect(run).toMatchObject({ code: 2, stdout: '', requests: [] });
    expect(run.stderr).toContain('invalid <name> "Team": must be lower-case letters');
    expect(run.stderr).toMatch(/--option.*at most 50 items/);
  });

  test('a name that is taken is a conflict', async () => {
    const docs = await sandboxCli();
    const run = await docs('custom-fields create tier --type text');
    expect(run).toMatchObject({ code: 6, stdout: '' });
    expect(run.stderr).toContain('"tier" is taken');
  });

  test('get, update and delete name the field', async () => {
    const docs = await sandboxCli();
    const shown = await docs('custom-fields get tier --fields options -o json');
    expect(shown.requests).toEqual([{ method: 'GET', path: `${base}/tier` }]);
    expect(JSON.parse(shown.stdout)).toEqual({ options: ['gold', 'silver', 'bronze'] });

    const body = { title: 'Level', description: 'D', placeholder: 'P', options: ['tin'] };
    const updated = await docs(
      'custom-fields update tier --title Level --description D --placeholder P --option tin --json',
    );
    expect(updated.requests).toEqual([{ method: 'PATCH', path: `${base}/tier`, body }]);
    expect(JSON.parse(updated.stdout)).toMatchObject({ name: 'tier', type: 'select:single', ...body });

    expect(await docs('custom-fields delete tier')).toMatchObject({ code: 2, requests: [] });
    expect(await docs('custom-fields delete tier --yes')).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'deleted custom field "Level" (tier)\n',
      writes: [{ method: 'DELETE', path: `${base}/tier` }],
    });
    expect(await docs('custom-fields get tier')).toMatchObject({ code: 5 });
  });
});

describe('custom-fields values', () => {
  const path = '/v1/spaces/space_handbook/custom-fields';

  test('list prints a row for each field, with a value or without', async () => {
    const docs = await sandboxCli();
    const run = await docs('custom-fields values list --space space_handbook');
    expect(run.requests).toEqual([{ method: 'GET', path }]);
    expect(run.stdout.split('\n').slice(0, 5)).toEqual([
      'customField.name\tcustomField.title\tcustomField.type\tvalue',
      'owner_team\tOwner\ttext\tDocs',
      'review_days\tReview every … days\tnumber\t90',
      'public\tMay be published\tboolean\tfalse',
      'labels\tLabels\ttags\t',
    ]);
    const json = await docs('custom-fields values list --space space_guides --json');
    expect(JSON.parse(json.stdout)).toHaveLength(6);
    expect(JSON.parse(json.stdout)[3]).toMatchObject({
      customField: { name: 'labels' },
      value: ['start', 'how-to, long'],
    });
  });

  test('take the space from the environment, and say all ways to give it', async () => {
    const docs = await sandboxCli();
    const run = await docs('custom-fields values list -o id', { env: { DOCS_ADMIN_SPACE: 'space_hr' } });
    expect(run).toMatchObject({ code: 0, requests: [{ path: '/v1/spaces/space_hr/custom-fields' }] });
    const missing = await docs('custom-fields values set owner_team=Docs');
    expect(missing).toMatchObject({ code: 2, requests: [] });
    expect(missing.stderr).toMatch(
      /no space given\nhint: give --space <id>, set DOCS_ADMIN_SPACE, .*config set space <id>/,
    );
    const { stderr } = await docs('custom-fields values list');
    expect(stderr).toContain('hint: give --space <id> or --all-spaces, set DOCS_ADMIN_SPACE');
  });

  test('set sends texts and JSON in one request', async () => {
    const docs = await sandboxCli();
    const run = await docs([
      ...['custom-fields', 'values', 'set', '--space', 'space_handbook', 'owner_team=30', 'review_days:=30'],
      ...['public:=true', 'labels:=["a","b"]', 'tier=gold', 'audiences:=null'],
    ]);
    expect(run).toMatchObject({ code: 0, stdout: '' });
    expect(run.stderr).toBe(
      'set custom fields owner_team, review_days, public, labels, tier, audiences of space space_handbook\n',
    );
    const values = {
      owner_team: { value: '30' },
      review_days: { value: 30 },
      public: { value: true },
      labels: { value: ['a', 'b'] },
      tier: { value: 'gold' },
      audiences: { value: null },
    };
    expect(run.requests).toEqual([{ method: 'PATCH', path, body: { values } }]);
    const { stdout } = await docs('custom-fields values list --space space_handbook --json');
    expect(JSON.parse(stdout).map(({ value }: { value: unknown }) => value)).toEqual([
      '30',
      30,
      true,
      ['a', 'b'],
      'gold',
      undefined,
    ]);
  });

  test('set takes them from --input too, where words win', async () => {
    const docs = await scriptedCli(() => ({ status: 204 }));
    const stdin = 'values: { owner_team: { value: Docs } }';
    const line = 'custom-fields values set --space s --input -';
    const given = await docs(line, { stdin });
    expect(given.requests[0]?.body).toEqual({ values: { owner_team: { value: 'Docs' } } });
    const both = await docs(`${line} owner_team=Support`, { stdin });
    expect(both.requests[0]?.body).toEqual({ values: { owner_team: { value: 'Support' } } });
  });

  test('set without any value is refused', async () => {
    const docs = await sandboxCli();
    const run = await docs('custom-fields values set --space space_handbook');
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('<values> is required');
  });

  test('set names every word that is no value, and how to write one', async () => {
    const docs = await sandboxCli();
    const run = await docs('custom-fields values set --space space_handbook owner_team days:=x tier=gold');
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('"owner_team" is no NAME=TEXT or NAME:=JSON; "days:=x" has no JSON after');
    expect(run.stderr).toContain('hint: write owner_team=Docs for a text');
  });

  test('set refuses a name that no field can have', async () => {
    const docs = await sandboxCli();
    const run = await docs('custom-fields values set --space space_handbook Team=x');
    expect(run).toMatchObject({ code: 2, requests: [] });
    expect(run.stderr).toContain('Team');
    expect(run.stderr).toContain('must be lower-case letters');
  });

  test('what does not fit the field is refused by the service', async () => {
    const docs = await sandboxCli();
    const run = await docs('custom-fields values set --space space_handbook review_days=30 tier=tin');
    expect(run).toMatchObject({ code: 1, stdout: '' });
    expect(run.stderr).toContain('values.review_days.value must be a number');
    expect(run.stderr).toContain('values.tier.value must be "gold" or "silver" or "bronze"');
    expect(run.stderr).toContain('hint: write owner_team=Docs for a text, review_days:=30');
  });
});

describe('a long value', () => {
  const long = 'y'.repeat(60_000);

  test.each([
    ['custom-fields values set --space space_guides', `x:=${long}`],
    ['teams members update team_docs --role', long],
    ['spaces get', `name:${long}`],
    ['teams get', `name:${long}`],
  ])('is shortened in the error of %s', async (line, value) => {
    const docs = await sandboxCli();
    const run = await docs([...line.split(' '), value]);
    expect([2, 5]).toContain(run.code);
    expect(run.stderr).toContain('yyy…"');
    expect(run.stderr.length).toBeLessThan(400);
  });
});

wireCoverage(contract);
