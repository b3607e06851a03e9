import * as ops from '../api/contract/operations/integrations.ts';
import { flag, list, publisherFlag, webFlag } from '../cli/flags/flag.ts';
import { lists, prints, takesAway } from '../cli/operation-actions.ts';
import type { LineParts } from '../cli/session/line-parts.ts';
import { verb } from '../cli/verb.ts';
import { parseExternalLinks, parseSecretSources, type SecretSource } from '../domain/integrations.ts';
import { UsageError } from '../errors.ts';
import type { View } from '../output/view.ts';
import { quoted } from '../text/words.ts';

export const integrationView: View = {
  id: 'name',
  columns: [
    { field: 'name' },
    { field: 'title' },
    { field: 'version' },
    { field: 'visibility' },
    { field: 'target' },
    { field: 'owner.title', label: 'OWNER' },
  ],
  wide: [{ field: 'categories' }, { field: 'scopes' }, { field: 'description' }],
};

export const installationView: View = {
  id: 'id',
  columns: [
    { field: 'id', label: 'ID' },
    { field: 'status', tone: 'state' },
    { field: 'space_selection', label: 'WHICH SPACES' },
    { field: 'spaces', as: 'id' },
    { field: 'site_selection', label: 'WHICH SITES' },
  ],
};

export const integrations = () => [
  verb('list', ops.listIntegrations, [
    'docs-admin integrations list',
    'docs-admin integrations list --owner org_acme --category analytics',
    'docs-admin integrations list --blocks --fields name,blocks --json',
  ])
    .option('--search <text>')
    .option('--category <category>')
    .option('--block-domain <domain>')
    .option('--blocks')
    .option('--no-blocks')
    .option('--content-sources')
    .option('--no-content-sources')
    .option('--owner <orgId>')
    .addOption(webFlag)
    .run(lists(integrationView)),
  verb('get', ops.getIntegration, [
    'docs-admin integrations get acme-analytics',
    'docs-admin integrations get acme-analytics --json',
  ])
    .argument('<name>', 'the integration')
    .addOption(webFlag)
    .run(prints(integrationView)),
  publish(),
  verb('unpublish', ops.unpublishIntegration, ['docs-admin integrations unpublish acme-diagrams --yes'])
    .argument('<name>', 'the integration')
    .run(takesAway()),
  verb('installations', ops.listIntegrationInstallations, [
    'docs-admin integrations installations acme-analytics',
    'docs-admin integrations installations acme-analytics --external-id acme-1 --json',
  ])
    .argument('<name>', 'the integration')
    .option('--external-id <id>')
    .run(lists(installationView)),
];

const publish = () =>
  verb('publish', ops.publishIntegration, [
    'docs-admin integrations publish acme-search --input acme-search.yaml --script search.js --secret GUIDE_KEY --yes',
    'docs-admin integrations publish acme-notes --org org_acme --title Notes --description "Notes beside the page" --scope space:content:read --script search.js --icon icon.png --external-link "Help=https://acme.example/notes" --yes',
  ])
    .argument('<name>', 'the integration: letters, digits, "-", "_" and "."')
    .option('--title <title>')
    .option('--description <text>')
    .option('--summary <file>', '; - for standard input')
    .option('--icon <file>')
    .addOption(list('--preview-image <file>').with({ field: 'previewImages' }))
    .addOption(publisherFlag)
    .option('--visibility <who>')
    .option('--target <target>')
    .addOption(list('--scope <scope>').with({ field: 'scopes' }))
    .addOption(list('--category <category>').with({ field: 'categories' }))
    .option('--script <file>', ', sent as it is; - for standard input')
    .addOption(externalLinkFlag().with({ field: 'externalLinks' }))
    .addOption(
      list(
        '--secret <name>',
        ': NAME is the value of that environment variable, NAME=@FILE the text of a file, NAME=@- standard input',
      ).with({ field: 'secrets' }),
    )
    .run(async ({ system, context, api, scope, files, bodyOf, out }, integration, { input, ...flags }) => {
      const org = context.find('org');
      const body = await bodyOf(ops.publishIntegration, input, {
        title: flags.title,
        description: flags.description,
        summary: flags.summary === undefined ? undefined : await files.text(flags.summary),
        icon: flags.icon === undefined ? undefined : await readImage({ system }, flags.icon),
        previewImages:
          flags.previewImage &&
          (await Promise.all(flags.previewImage.map((file) => readImage({ system }, file)))),
        visibility: flags.visibility,
        target: flags.target,
        scopes: flags.scope,
        categories: flags.category,
        script: flags.script === undefined ? undefined : await files.text(flags.script),
        externalLinks: flags.externalLink && externalLinks(flags.externalLink),
        secrets: flags.secret && (await readSecrets({ system, files }, flags.secret)),
        organization: org?.source === '--org' ? org.value : undefined,
      });
      body.organization ??= scope.org();
      const published = await api.call(ops.publishIntegration, { params: { integration }, body });
      const version = published.version == null ? '' : ` version ${published.version}`;
      await out.item(published, integrationView, `published integration ${published.name}${version}`);
    });

/** Makes the flag for links. It is no plain list, because a URL may contain commas. */
function externalLinkFlag() {
  const option = flag('--external-link <label=url>');
  return option
    .argParser((word: string, words: string[] = []) => [...words, word])
    .with({ isRepeatable: true, isPair: true });
}

function externalLinks(words: readonly string[]) {
  const { links, faults } = parseExternalLinks(words);
  if (faults.length === 0) return links;
  throw new UsageError(`invalid --external-link ${faults.map((fault) => quoted(fault)).join(', ')}`, {
    hint: 'write the label, =, and the address: --external-link "Help=https://acme.example/help"',
  });
}

async function readImage({ system }: Pick<LineParts, 'system'>, file: string): Promise<string> {
  return Buffer.from(await system.files.readBytes(file)).toString('base64');
}

async function readSecrets(
  { system, files }: Pick<LineParts, 'system' | 'files'>,
  words: readonly string[],
): Promise<Record<string, string>> {
  const sources = parseSecretSources(words);
  if (!sources) {
    throw new UsageError('--secret takes no value on the command line, where others could read it', {
      hint: 'give --secret NAME to take it from the environment variable NAME, or --secret NAME=@FILE',
    });
  }
  const secrets: [string, string][] = [];
  for (const source of sources) secrets.push([source.name, await readSecret({ system, files }, source)]);
  return Object.fromEntries(secrets);
}

async function readSecret(
  { system, files }: Pick<LineParts, 'system' | 'files'>,
  { name, file }: SecretSource,
): Promise<string> {
  if (file !== undefined) return (await files.text(file)).replace(/\r?\n$/, '');
  const { env } = system;
  const value = Object.hasOwn(env, name) ? env[name] : undefined;
  if (value) return value;
  // The user may have typed the value instead of its name: it must not appear in a log.
  const shown = /^[A-Z_][A-Z0-9_]*$/.test(name) ? ` ${name}` : '';
  throw new UsageError(
    `--secret${shown}: the environment variable${shown} is ${value === '' ? 'empty' : 'not set'}`,
    {
      hint: 'set it, or name a file with --secret NAME=@FILE',
    },
  );
}
