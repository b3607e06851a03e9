import { expect, test } from 'vitest';
import { orgCli } from '../support/planned.ts';

const cases = [
  ['roles of a team', 'managed: { teams: full }\nteams: { Docs: {} }', 'API & SDKs: Platform'],
  ['values of a field', 'managed: { custom-fields: full }\ncustom-fields: {}', 'Handbook'],
  ['the text of a specification', 'managed: { openapi: full }\nopenapi: {}', 'text'],
  ['spaces of collections', 'managed: { collections: full }\ncollections: {}', 'REST API'],
] as const;
const formats = ['text', 'markdown', 'json'] as const;

test.each(cases.flatMap((one) => formats.map((format) => [...one, format] as const)))(
  '%s: %s: the plan names %s (%s)',
  async (_, file, named, format) => {
    const org = await orgCli(`${file}\n`);
    const run = await org.docs(
      `org plan --file org.yaml --delete ${format === 'text' ? '' : `-o ${format}`}`,
    );
    const shown = format === 'json' ? JSON.stringify(JSON.parse(run.stdout).changes) : run.stdout;
    expect(shown).toContain(named);
  },
);

test('who leaves a team that ends is named, also by a file that names no people', async () => {
  const { docs } = await orgCli('managed: { teams: full }\nteams: { Docs: {} }\n');
  const { stdout } = await docs('org plan --file org.yaml --delete -o json');
  const { loses } = JSON.parse(stdout) as { loses: { kind: string; text: string }[] };
  const leaving = loses.filter(({ kind }) => kind === 'team-member').map(({ text }) => text);
  expect(leaving.length).toBeGreaterThan(0);
  expect(leaving.join('\n')).not.toContain('user_');
});
