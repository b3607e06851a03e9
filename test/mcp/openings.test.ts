import { describe, expect, test } from 'vitest';
import { sandboxCli } from '../support/cli.ts';
import { assistant } from '../support/inner-assistant.ts';

/** Each way to open something to the public, or to give the rights of an administrator, with what people read of it. */
const ways: readonly (readonly [line: string, said: string])[] = [
  ['sites update site_handbook --visibility public', 'unlisted → public, with 3 spaces: '],
  ['sites create --title New --space space_hr --visibility public', 'new site New: public'],
  ['sites create --title New --space space_hr', 'new site New: public'],
  ['site-spaces create --site site_docs --space space_hr', 'space People & HR joins site Acme Docs (public)'],
  [
    'sections create --site site_docs --space space_hr --title HR',
    'section HR joins site Acme Docs (public)',
  ],
  ['sections update section_news --site site_docs --no-condition', '"pro" → none'],
  ['sites update site_docs --no-adaptive-content', 'its conditions hide nothing any more'],
  ['members update user_zoe --role admin', 'review → admin in the organization'],
  ['teams members set team_docs user_kim --role member', 'team Docs, which has admin'],
  ['teams members update team_docs --add user_bo', 'team Docs, which has admin'],
  ['collections permissions set col_api team_support --role admin', 'none → admin on collection API & SDKs'],
  ['spaces permissions set space_hr team_design --role admin', 'none → admin on space People & HR'],
  ['collections update col_api --default-level admin', 'default level: inherit → admin'],
  ['saml update saml_okta --default-role admin', 'default role: read → admin'],
  ['saml update saml_entra --default-team team_docs', 'new people join team Docs'],
];

const files = {
  'o.yaml':
    'format: docs-admin-organization/1\nsites: { Partner portal: { visibility: public } }\nmembers: { kim@acme.example: admin }\n',
};

/** A server that may change everything, and a person who answers each form. */
async function asked(answer: 'accept' | 'decline') {
  const made = await assistant({
    line: '--allow all',
    files,
    client: { capabilities: { elicitation: { form: {} } } },
  });
  const forms: string[] = [];
  made.client.setRequestHandler('elicitation/create', async ({ params }) => {
    forms.push(params.message);
    return { action: answer, content: { agree: true } } as never;
  });
  const plan = async (input: object) => {
    const { structured, text } = await made.call('plan_change', input);
    expect(structured.plan, text).toBeDefined();
    expect(writes()).toEqual([]);
    return made.call('apply_plan', { plan: structured.plan });
  };
  const writes = () => made.requests.filter(({ method }) => method !== 'GET').map(({ path }) => path);
  return { forms, plan, writes };
}

/** Returns the first block of a form. */
const firstBlock = (form: string | undefined) => form?.split('\n\n')[1]?.split('\n') ?? [];

describe('what an assistant opens', () => {
  test.each(ways)('is what the form of one change begins with, and is asked for: %s', async (line, said) => {
    const { forms, plan, writes } = await asked('accept');
    const { structured } = await plan({ commands: [line] });
    const [heading, entry] = firstBlock(forms[0]);
    expect(heading).toBe('opens (1)');
    expect(entry).toContain(said);
    expect(structured).toMatchObject({ applied: true, exitCode: 0 });
    expect(writes()).toHaveLength(1);
  });

  test('comes first of several changes, and nothing is sent without consent', async () => {
    const harmless = Array.from({ length: 20 }, (_, at) => `custom-fields create f_${at} --type text`);
    const commands = [...harmless, ...ways.slice(4).map(([line]) => line)];
    const no = await asked('decline');
    const { structured } = await no.plan({ commands });
    expect(no.writes()).toEqual([]);
    expect(structured.commandLines).toEqual(
      commands.map(() => expect.stringMatching(/^docs-admin .* --profile sandbox$/)),
    );
    const [heading, ...entries] = firstBlock(no.forms[0]);
    expect(heading).toMatch(/^opens \(\d+\)$/);
    for (const [, said] of ways.slice(4)) expect(entries.join('\n')).toContain(said);
    const yes = await asked('accept');
    const { structured: done, text } = await yes.plan({ commands });
    expect(done, text).toMatchObject({ applied: true, exitCode: 0 });
    expect(yes.writes()).toHaveLength(commands.length);
  });

  test.each([
    ['a file', { organization_file: 'o.yaml' }, 'public,administrators', 2],
    [
      'several people of a request',
      { commands: ['teams members update team_docs --add user_kim --add user_bo'] },
      'administrators',
      1,
    ],
  ])(
    'by %s is carried out after consent; the line for a person names what the guard wants',
    async (_, input, grades, count) => {
      const no = await asked('decline');
      const { structured } = await no.plan(input);
      expect(no.writes()).toEqual([]);
      const [line = ''] = structured.commandLines as string[];
      expect(line).toContain(` --allow-opening ${grades} `);
      const docs = await sandboxCli(files);
      const own = line.replace(/^docs-admin /, '');
      const refused = await docs(`${own.replace(/ --allow-opening \S+/, '')} --yes`);
      expect(refused).toMatchObject({ code: 2, writes: [] });
      const run = await docs(`${own} --yes`);
      expect(run.code, run.stderr).toBe(0);
      const yes = await asked('accept');
      expect((await yes.plan(input)).structured).toMatchObject({ applied: true, exitCode: 0 });
      expect(yes.writes()).toHaveLength(count);
      expect(run.writes).toHaveLength(count);
    },
  );

  test('and what is taken back that way needs no flag in a line for a person where nothing opens', async () => {
    const { plan } = await asked('decline');
    const { structured } = await plan({ commands: ['members update user_grace --role guest'] });
    expect(structured.commandLines).toEqual([
      'docs-admin members update user_grace --role guest --profile sandbox',
    ]);
  });
});
