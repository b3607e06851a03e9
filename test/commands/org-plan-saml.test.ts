import { describe, expect, test } from 'vitest';
import { selfSigned } from '../support/certificate.ts';
import { forbidden, orgCli } from '../support/planned.ts';
import { testNow } from '../support/test-system.ts';

const { cert, key } = selfSigned('sso.acme.example', { from: testNow, days: 900 });
const files = { 'okta.pem': cert.replaceAll('\n', '\r\n'), 'key.pem': key };

test('a provider is made in one request, with a team of the same plan', async () => {
  const org = await orgCli(
    `teams: { New people: {} }
saml:
  Google: { entity-id: acme, sso-url: "https://sso.example/?tenant=1", certificate: { file: okta.pem }, default-team: New people, default-role: guest }
  Plain: { entity-id: "" }
`,
    { files },
  );
  expect((await org.changes()).slice(1)).toEqual([
    `create saml Google: entityID null -> "acme", ssoURL null -> "https://sso.example/?tenant=1", certificate null -> ${JSON.stringify(cert)}, defaultTeam null -> "New people", defaultRole null -> null`,
    'create saml Plain',
  ]);
  expect((await org.apply()).slice(1)).toEqual([
    `POST saml ${JSON.stringify({
      label: 'Google',
      entityID: 'acme',
      ssoURL: 'https://sso.example/?tenant=1',
      certificate: files['okta.pem'],
      defaultTeam: 'team_1',
      defaultRole: null,
    })}`,
    'POST saml {"label":"Plain"}',
  ]);
});

test('what a new provider gives is told by role and by team, each with its own value', async () => {
  const org = await orgCli(`saml:
  Google: { entity-id: acme, sso-url: "https://sso.example", default-team: Platform, default-role: edit }
`);
  const opens = [
    { after: 'edit', text: 'SAML provider Google, default role: none → edit' },
    {
      after: 'team_platform',
      text: 'SAML provider Google: new people join team Platform, which has create',
    },
  ];
  expect(await org.plan()).toMatchObject({
    opens: opens.map((one) => ({ grade: 'other', before: null, count: 1, ...one })),
  });
});

describe('a provider', () => {
  test('is renamed and changed in one request, with the fields of the file only', async () => {
    const org = await orgCli(`saml:
  Single sign-on: { previously: [Okta], entity-id: "", default-team: Platform, default-role: guest }
`);
    expect(await org.changes()).toEqual([
      'update saml Single sign-on: entityID "https://acme.okta.example/entity" -> "", defaultTeam "Docs" -> "Platform", defaultRole "read" -> null',
      'rename saml Single sign-on: label "Okta" -> "Single sign-on"',
    ]);
    expect(await org.apply()).toEqual([
      'PATCH saml/saml_okta {"entityID":"","defaultTeam":"team_platform","defaultRole":null,"label":"Single sign-on"}',
    ]);
  });

  test('keeps an address that differs in credentials only', async () => {
    const org = await orgCli('saml: { Okta: { sso-url: "https://sso.example/in?token=new" } }\n');
    await org.docs('saml update saml_okta --sso-url https://sso.example/in?token=old');
    expect(await org.plan()).toMatchObject({ changes: [], notCompared: [{ field: 'credentials' }] });
    const { writes } = await org.docs('org apply --file org.yaml --yes --refresh saml');
    expect(writes).toMatchObject([{ body: { ssoURL: 'https://sso.example/in?token=new' } }]);
  });

  test('has the same certificate with other line ends, or as base64', async () => {
    const base64 = cert.split('\n').slice(1, -2).join('');
    for (const form of [files['okta.pem'], `\n${cert}\n\n`, base64, `${base64}\n`]) {
      const org = await orgCli('saml: { Okta: { certificate: { file: form.pem } } }\n', {
        files: { 'form.pem': form, 'okta.pem': cert },
      });
      await org.docs('saml update saml_okta --certificate okta.pem');
      expect(await org.changes()).toEqual([]);
    }
  });

  test('is known by its title when the team of another section is renamed', async () => {
    const org = await orgCli(
      'teams: { Writers: { previously: [Docs] } }\nsaml: { Okta: { default-team: Writers } }\n',
    );
    expect(await org.changes()).toEqual(['rename team Writers: title "Docs" -> "Writers"']);
  });
});

test('others are deleted where the section is managed in full', async () => {
  const org = await orgCli('managed: { saml: full }\nsaml: { Okta: {} }\n');
  expect(await org.plan()).toMatchObject({ changes: [], withheld: [{ id: 'saml_entra' }] });
});

test('an export has no difference, and the plan reads the teams only where they are named', async () => {
  const org = await orgCli('');
  await org.docs('org export --only saml --out org.yaml');
  expect(await org.plan()).toMatchObject({ complete: true, changes: [], unmanaged: {} });
  expect((await org.reads()).sort()).toEqual(['/v1/orgs/org_acme/saml', '/v1/orgs/org_acme/teams']);
  expect(await (await orgCli('saml: { Okta: {} }\n')).reads()).toEqual(['/v1/orgs/org_acme/saml']);
});

test('bad input is told with its place, and a private key is not repeated', async () => {
  const org = await orgCli(
    `saml:
  Okta: { certificate: { file: key.pem }, default-team: Nobody }
  New: { certificate: none }
  Old (saml_gone): {}
`,
    { files },
  );
  const problems = await org.problems();
  expect(problems.split('\n')).toEqual([
    '4 problems in the organization file; nothing was sent',
    'org.yaml:3:43: saml.Okta.default-team: there is no team "Nobody"',
    'org.yaml:3:11: saml.Okta.certificate: holds a private key',
    'org.yaml:4:10: saml.New.certificate: is no X.509 certificate',
    'org.yaml:5:3: saml."Old (saml_gone)": no SAML provider has the id "saml_gone"; if all of it is the label, write "Old (saml_gone) ()"',
  ]);
});

test('providers that cannot be read are left as they are', async () => {
  const org = await orgCli('managed: { saml: full }\nsaml: {}\n', { through: forbidden(/saml/) });
  const run = await org.docs('org plan --file org.yaml --json --delete');
  expect(run.code).toBe(12);
  expect(JSON.parse(run.stdout)).toMatchObject({ complete: false, changes: [], unmanaged: {} });
});
