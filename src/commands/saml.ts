import { MemberRoleFilter } from '../api/contract/operations/members.ts';
import * as ops from '../api/contract/operations/saml.ts';
import { choice, type FlagValues, flag } from '../cli/flags/flag.ts';
import { takesAway } from '../cli/operation-actions.ts';
import type { LineParts } from '../cli/session/line-parts.ts';
import { verb } from '../cli/verb.ts';
import { changed } from '../domain/changed.ts';
import { roleOrNull } from '../domain/roles.ts';

export const saml = () => [
  verb('list', ops.listSamlProviders, [
    'docs-admin saml list',
    'docs-admin saml list --fields label,service.acsURL,service.entityID -o csv',
  ]).run(async ({ api, scope, out }, range) => {
    await out.list(
      api.pages(ops.listSamlProviders, { params: { org: scope.org() } }, range),
      await certified(),
    );
  }),
  verb('create', ops.createSamlProvider, [
    'docs-admin saml create --label Okta --sso-url https://acme.okta.example/sso --certificate okta.pem',
    'docs-admin saml create --label Agencies --default-role guest --default-team team_support --json',
  ])
    .addOptions(...settingFlags)
    .run(async ({ system, api, scope, files, bodyOf, out }, { input, ...settings }) => {
      const body = await bodyOf(ops.createSamlProvider, input, await readSettings({ files }, settings));
      await checkCertificate({ system, out }, body.certificate, settings.certificate);
      const provider = await api.call(ops.createSamlProvider, { params: { org: scope.org() }, body });
      await out.item(provider, await certified(), changed('created', 'SAML provider', provider));
    }),
  verb('get', ops.getSamlProvider, ['docs-admin saml get saml_okta', 'docs-admin saml get saml_okta --json'])
    .argument('<id>', 'the SAML provider')
    .run(async ({ api, scope, out }, provider) => {
      const found = await api.call(ops.getSamlProvider, { params: { org: scope.org(), provider } });
      await out.item(found, await certified());
    }),
  verb('update', ops.updateSamlProvider, [
    'docs-admin saml update saml_okta --certificate okta.pem',
    'docs-admin saml update saml_entra --label Entra --default-role comment',
  ])
    .argument('<id>', 'the SAML provider')
    .addOptions(...settingFlags)
    .run(async ({ system, api, scope, files, bodyOf, out }, provider, { input, ...settings }) => {
      const body = await bodyOf(ops.updateSamlProvider, input, await readSettings({ files }, settings));
      await checkCertificate({ system, out }, body.certificate, settings.certificate);
      const params = { org: scope.org(), provider };
      const updated = await api.call(ops.updateSamlProvider, { params, body });
      await out.item(updated, await certified(), changed('updated', 'SAML provider', updated, body));
    }),
  verb('delete', ops.deleteSamlProvider, ['docs-admin saml delete saml_entra --yes'])
    .argument('<id>', 'the SAML provider')
    .run(takesAway()),
];

const settingFlags = [
  flag('--label <label>'),
  flag('--entity-id <id>'),
  flag('--certificate <file>', ', - for standard input'),
  flag('--sso-url <url>'),
  flag('--default-team <id>'),
  choice('--default-role <role>', MemberRoleFilter),
] as const;

/**
 * Returns the settings of a provider by their names in the service, with the certificate's text instead of its file.
 */
async function readSettings({ files }: Pick<LineParts, 'files'>, settings: FlagValues<typeof settingFlags>) {
  const { label, entityId, certificate, ssoUrl, defaultTeam, defaultRole } = settings;
  return {
    label,
    entityID: entityId,
    certificate: certificate === undefined ? undefined : await files.text(certificate),
    ssoURL: ssoUrl,
    defaultTeam,
    defaultRole: roleOrNull(defaultRole),
  };
}

/** Checks a certificate. `file` is its file; absent for a field of `--input`. */
async function checkCertificate(
  { system, out }: Pick<LineParts, 'system' | 'out'>,
  text: unknown,
  file: string | undefined,
): Promise<void> {
  if (typeof text !== 'string') return;
  const { assertCertificate } = await import('./saml/certificate.ts');
  await assertCertificate(
    { system, out },
    text,
    file === undefined ? 'field "certificate"' : `--certificate ${file}`,
  );
}

async function certified() {
  return (await import('./saml/certificate.ts')).certifiedView();
}
