import { beforeAll, describe, expect, test } from 'vitest';
import { atEndOfBlock } from '../support/at-end.ts';
import { exampleFiles } from '../support/example-files.ts';
import { type Assistant, assistant } from '../support/inner-assistant.ts';
import { undoCases } from '../support/undo-cases.ts';

const files = { ...exampleFiles, 'schema.json': '{"jsonSchema":{"type":"object"}}' };

/** A server whose forms are declined: it changes nothing, so that all tests may share it. */
function declining() {
  const atEnd = atEndOfBlock();
  const shared = { forms: [] } as unknown as Assistant & { forms: string[] };
  beforeAll(async () => {
    const client = { capabilities: { elicitation: { form: {} } } };
    Object.assign(shared, await assistant({ line: '--allow all', files, client, atEnd }));
    shared.client.setRequestHandler('elicitation/create', async ({ params }) => {
      shared.forms.push(params.message);
      return { action: 'decline' };
    });
  });
  return shared;
}

describe('a form says that all can be undone where undo takes all back, and names what it does not', () => {
  const shared = declining();
  const table = Object.entries(undoCases)
    // A plan gives nothing to another organization.
    .filter(([id]) => id !== 'collections.transfer')
    .flatMap(([, list]) => list.map((each) => [each.rows[0] ?? '', each] as const));
  test.each(table)('%s', async (_, { rows, lost }) => {
    const commands = rows.map((row) => row.replace(/ --yes$/, ''));
    const { structured, text } = await shared.call('plan_change', { commands });
    expect(structured.plan, text).toBeDefined();
    await shared.call('apply_plan', { plan: structured.plan });
    const form = shared.forms.at(-1);
    if (lost) expect(form).toMatch(/^cannot be undone \(\d\)$/m);
    else expect(form).toMatch(/^All of it can be undone/m);
  });
});
