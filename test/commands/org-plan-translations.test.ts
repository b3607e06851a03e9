import { describe, expect, test } from 'vitest';
import { forbidden, orgCli } from '../support/planned.ts';

const files = { 'fr.json': '{ "object": "document", "nodes": [] }\n' };

test('translation settings are made, renamed, and get their languages', async () => {
  const org = await orgCli(
    `translations:
  Site: { languages: { fr: { instructions: { file: fr.json } }, de: { instructions: { object: document } } } }
  One day: { previously: [Someday] }
`,
    { files },
  );
  expect(await org.changes()).toEqual([
    'create translation Site',
    'rename translation One day: title "Someday" -> "One day"',
    'update translation-language Site: de: instructions null -> {"object":"document"}',
    'update translation-language Site: fr: instructions null -> {"object":"document","nodes":[]}',
  ]);
  expect((await org.apply()).sort()).toEqual([
    'POST translations {"title":"Site"}',
    'PUT translations/translation_1/languages/de {"instructions":{"object":"document"}}',
    'PUT translations/translation_1/languages/fr {"instructions":{"object":"document","nodes":[]}}',
    'PUT translations/translation_empty {"title":"One day"}',
  ]);
});

describe('languages', () => {
  const file = `translations:
  Docs, in other languages: { languages: { en: { instructions: { object: document } } } }
`;

  test('are a complete list, but are deleted only with --delete', async () => {
    const org = await orgCli(file);
    const plan = await org.plan();
    expect(plan.changes.map(({ action, kind, name }) => `${action} ${kind} ${name}`)).toEqual([
      'update translation-language Docs, in other languages: en',
    ]);
    expect(plan.withheld.length).toBeGreaterThan(0);
    for (const one of plan.withheld)
      expect(one).toMatchObject({ action: 'delete', kind: 'translation-language' });
    const writes = await org.apply('--delete');
    expect(writes.filter((line) => line.startsWith('DELETE')).length).toBe(plan.withheld.length);
  });

  test('stay where the file does not name any', async () => {
    const org = await orgCli(
      'managed: { translations: full }\ntranslations: { "Docs, in other languages": {} }\n',
    );
    expect(await org.changes('--delete')).toEqual(['delete translation Someday']);
    expect(await org.reads()).toEqual(['/v1/orgs/org_acme/translations']);
  });

  test('are the same whatever the order of the fields of their instructions', async () => {
    const org = await orgCli(
      'translations: { Someday: { languages: { fr: { instructions: { nodes: [], object: document } } } } }\n',
      { files },
    );
    await org.docs('translations languages set translation_empty fr --instructions fr.json');
    expect(await org.changes()).toEqual([]);
  });
});

test('an export has no difference', async () => {
  const org = await orgCli('');
  await org.docs('org export --only translations --out org.yaml');
  expect(await org.plan()).toMatchObject({ complete: true, changes: [], unmanaged: {} });
});

test('languages that cannot be read are left out, the title is not', async () => {
  const org = await orgCli(
    'translations: { All: { previously: ["Docs, in other languages"], languages: { en: { instructions: { object: document } } } } }\n',
    { through: forbidden(/languages/) },
  );
  const run = await org.docs('org plan --file org.yaml --json --delete');
  expect(run.code).toBe(12);
  const { changes, unknown } = JSON.parse(run.stdout);
  expect(changes.map(({ action }: { action: string }) => action)).toEqual(['rename']);
  expect(unknown).toMatchObject([{ kind: 'translation', name: 'All', part: 'translation-language' }]);
});

test('instructions must be a document', async () => {
  const org = await orgCli(
    'translations: { New: { languages: { fr: { instructions: { nodes: none } } } } }\n',
  );
  const problems = await org.problems();
  expect(problems).toContain('translations.New.languages.fr.instructions.object: ');
  expect(problems).toContain('translations.New.languages.fr.instructions.nodes: ');
});

test('two settings of one title are an error with both ids', async () => {
  const org = await orgCli('translations: { Someday: {} }\n');
  await org.docs('translations create --title Someday');
  expect(await org.problems()).toContain(
    'org.yaml:2:17: translations.Someday: means 2 translation settings: translation_empty, translation_1; write the id behind the title',
  );
});
