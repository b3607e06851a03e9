import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { assistant } from '../support/inner-assistant.ts';

/** A server that may change everything, and a person who agrees to each form. */
async function agreeing(files: Record<string, string> = {}) {
  const made = await assistant({
    line: '--allow all',
    files,
    client: { capabilities: { elicitation: { form: {} } } },
  });
  const forms: string[] = [];
  const reaction = { action: 'accept', content: { agree: true } };
  made.client.setRequestHandler('elicitation/create', async ({ params }) => {
    forms.push(params.message);
    return reaction as never;
  });
  const plan = async (input: object) => {
    const { structured, text } = await made.call('plan_change', input);
    expect(structured.plan, text).toBeDefined();
    return structured.plan as string;
  };
  const writes = () => made.requests.filter(({ method }) => method !== 'GET').map(({ path }) => path);
  return { ...made, forms, reaction, plan, writes };
}

describe('a form', () => {
  test('shows the requests beside warnings', async () => {
    const { plan, call, forms } = await agreeing({ 'role.json': '{"role":"admin"}' });
    const lines = ['members update user_linus --role read', 'members update user_linus --input role.json'];
    await call('apply_plan', { plan: await plan({ commands: lines }) });
    expect(forms[0]).toContain(
      'PATCH http://sandbox.localhost/v1/orgs/org_acme/members/user_linus {"role":"admin"}',
    );
    expect(forms[0]).toContain('Warnings:\n  warning: line 2 changes what line 1 changes');
  });

  test('shows all fields of a body with a long text, and counts what it leaves out', async () => {
    const { plan, call, forms } = await agreeing();
    const filler = 'x'.repeat(1000);
    const command = `custom-fields values set --space space_guides labels:='["${filler}"]' review_days:=30`;
    await call('apply_plan', { plan: await plan({ commands: [command] }) });
    expect(forms[0]).toMatch(/PATCH .*x… \(900 more characters\).*"review_days":{"value":30}/);
    expect(forms[0]).toMatch(/ {2}\$ docs-admin custom-fields .*x… \(\d+ more characters\)$/m);
  });

  test('names every operation', async () => {
    const { plan, call, forms } = await agreeing();
    const commands = [
      ...Array.from({ length: 30 }, (_, index) => `teams create --title T${index}`),
      'members update user_linus --role admin',
      'teams members remove team_docs user_gil',
      'collections update col_empty --title Other',
      'custom-fields values set --space space_guides review_days:=30',
      'spaces permissions set space_guides team_docs --role admin',
      'change-requests update --space space_handbook 2 --subject Other',
      'members remove user_linus',
    ];
    await call('apply_plan', { plan: await plan({ commands }) });
    const [, , what] = forms[0]?.split('\n') ?? [];
    expect(what).toMatch(/^What: 37 requests: 30 x teams\.create, .*1 x members\.remove$/);
    expect(forms[0]).toContain('  ... and 17 more');
  });
});

describe('a file of a plan', () => {
  const organization = (title: string) =>
    `format: docs-admin-organization/1\nteams: { ${title}: { members: {} } }\nopenapi: { travel: { file: api.yaml } }\n`;
  const api = (title: string) => `openapi: 3.0.0\ninfo: { title: ${title}, version: "1" }\npaths: {}\n`;

  test.each([
    ['organization.yaml', organization('Other')],
    ['api.yaml', api('Other')],
    ['role.json', '{"role":"admin" }'],
  ])('is as it was: %s', async (name, content) => {
    const { plan, call, home, writes } = await agreeing({
      'organization.yaml': organization('Travel'),
      'api.yaml': api('Travel'),
      'role.json': '{"role":"admin"}',
    });
    const input =
      name === 'role.json'
        ? { commands: ['members update user_linus --input role.json'] }
        : { organization_file: 'organization.yaml' };
    const id = await plan(input);
    await writeFile(join(home.folder, name), content);
    const { isError, text } = await call('apply_plan', { plan: id });
    expect(isError).toBe(true);
    expect(text).toContain('the plan is out of date');
    expect(writes()).toEqual([]);
  });
});

test('a line for a person names the profile in front of --', async () => {
  const { plan, call, reaction, writes } = await agreeing();
  const id = await plan({ commands: ['teams delete -- team_docs'] });
  reaction.action = 'decline';
  const { structured, text } = await call('apply_plan', { plan: id });
  expect(structured.commandLines).toEqual(['docs-admin --profile sandbox teams delete -- team_docs']);
  expect(text).not.toContain('undefined');
  expect(writes()).toEqual([]);
});

test.each([
  [{ organization_file: '-' }, 'a server for assistants has no standard input for a command'],
  [{ commands: ['sites update site_docs --input -'] }, 'There is no standard input here'],
  [{ commands: ['integrations publish a --secret KEY=@-'] }, 'There is no standard input here'],
])('a plan reads no standard input, which carries the protocol: %j', async (input, message) => {
  const { call, writes } = await agreeing();
  const { isError, text } = await call('plan_change', input);
  expect(isError).toBe(true);
  expect(text).toContain(message);
  expect(writes()).toEqual([]);
});
