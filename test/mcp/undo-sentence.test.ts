import { beforeAll, describe, expect, test } from 'vitest';
import { atEndOfBlock } from '../support/at-end.ts';
import { sandboxCli } from '../support/cli.ts';
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

/** Returns what a form says that cannot be undone: the ends of its lines, which are the reasons. */
function blockOf(form: string): string[] {
  const [, block = ''] = /^cannot be undone \(\d\)\n((?: {2}.*\n)*)/m.exec(form) ?? [];
  return block.split('\n').filter(Boolean).map(reasonOf);
}

/** Returns the reasons that the undo of a run gives, before it changes anything. */
async function reasonsOf(rows: readonly string[]): Promise<string[]> {
  const docs = await sandboxCli({ ...files, 'rows.txt': `${rows.join('\n')}\n` });
  const flags = '--yes --max-removals 100 --allow-opening administrators';
  const run = await docs(`batch --file rows.txt --journal run.jsonl ${flags}`);
  expect(run, run.stderr).toMatchObject({ code: 0 });
  const { stderr } = await docs('runs undo run.jsonl --dry-run --allow-opening public,administrators');
  const reasons = [...stderr.matchAll(/^ {2}cannot be restored: (.*)$/gm)].map(([, text = '']) =>
    reasonOf(text),
  );
  expect(reasons).not.toEqual([]);
  return reasons;
}

/** Things have other names in a plan, and the section that the service makes has no id yet. */
function reasonOf(text: string): string {
  if (/its spaces stay in (the )?section/.test(text)) return 'its spaces stay in a section';
  return text.slice(text.lastIndexOf(': ') + 2);
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
    const form = shared.forms.at(-1) ?? '';
    if (!lost) expect(form).toMatch(/^All of it can be undone/m);
    else expect(blockOf(form)).toEqual(expect.arrayContaining(await reasonsOf(rows)));
  });
});

test('what an undo makes again can be undone, with all that it puts into that', async () => {
  const client = { capabilities: { elicitation: { form: {} } } };
  const made = await assistant({ line: '--allow all', client });
  made.client.setRequestHandler('elicitation/create', async () => ({
    action: 'accept',
    content: { agree: true },
  }));
  for (const commands of [['teams delete team_design'], ['sites delete site_docs']]) {
    const { structured } = await made.call('plan_change', { commands });
    const { structured: applied } = await made.call('apply_plan', { plan: structured.plan });
    const undo = await made.call('plan_undo', { run: applied.run });
    expect(undo.structured.plan, undo.text).toBeDefined();
    expect(undo.structured.cannotBeUndone).toEqual([]);
  }
});
