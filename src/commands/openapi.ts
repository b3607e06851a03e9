import { hasCredentials } from '../api/contract/credentials.ts';
import * as ops from '../api/contract/operations/openapi.ts';
import { flag, waitFlags, webFlag } from '../cli/flags/flag.ts';
import { lists, prints, takesAway } from '../cli/operation-actions.ts';
import type { LineParts } from '../cli/session/line-parts.ts';
import { verb } from '../cli/verb.ts';
import { specOutcome } from '../domain/outcome.ts';
import { UsageError } from '../errors.ts';
import type { View } from '../output/view.ts';
import { showWhenProcessed, type WaitFlags } from './wait-until-processed.ts';

export const openApiSpecView: View = {
  id: 'slug',
  columns: [
    { field: 'slug' },
    { field: 'processingState', label: 'STATE', tone: 'state' },
    { field: 'lastProcessErrorCode', label: 'ERROR', tone: 'bad' },
    { field: 'sourceURL', label: 'SOURCE', as: 'link' },
    { field: 'updatedAt', label: 'UPDATED', as: 'time' },
  ],
  wide: [
    { field: 'id', label: 'ID', as: 'id' },
    { field: 'lastProcessedAt', label: 'PROCESSED', as: 'time' },
    { field: 'urls.app', label: 'APP', as: 'link' },
  ],
};

export const openapi = () => [
  verb('list', ops.listOpenApiSpecs, [
    'docs-admin openapi list',
    'docs-admin openapi list --fields slug,processingState,lastProcessErrorCode -o tsv',
  ])
    .addOption(webFlag)
    .run(lists(openApiSpecView)),
  verb('create', ops.createOpenApiSpec, [
    'docs-admin openapi create invoices --file invoices.openapi.yaml --wait',
    'docs-admin openapi create orders --url https://api.acme.example/orders/openapi.json --json',
  ])
    .argument('<slug>')
    .addOptions(urlFlag(), fileFlag(), ...waitFlags)
    .run(
      async ({ system, api, scope, files, bodyOf, out, progress }, slug, { input, url, file, ...flags }) => {
        const body = await bodyOf(ops.createOpenApiSpec, input, {
          slug,
          source: await readSource({ files, out }, { url, file }),
        });
        const spec = await api.call(ops.createOpenApiSpec, { params: { org: scope.org() }, body });
        await showProcessed({ system, api, scope, out, progress }, flags, spec, 'created');
      },
    ),
  verb('get', ops.getOpenApiSpec, [
    'docs-admin openapi get petstore',
    'docs-admin openapi get broken --fields processingState,lastProcessErrorCode',
  ])
    .argument('<slug>', 'the specification')
    .addOption(webFlag)
    .run(prints(openApiSpecView)),
  verb('set', ops.setOpenApiSpec, [
    'docs-admin openapi set petstore --file invoices.openapi.yaml',
    'docs-admin openapi set broken --url https://api.acme.example/openapi.yaml',
  ])
    .argument('<slug>', 'the specification; it is created if it does not exist')
    .addOptions(urlFlag(), fileFlag(), ...waitFlags)
    .run(
      async ({ system, api, scope, files, bodyOf, out, progress }, slug, { input, url, file, ...flags }) => {
        const body = await bodyOf(ops.setOpenApiSpec, input, {
          source: await readSource({ files, out }, { url, file }),
        });
        const spec = await api.call(ops.setOpenApiSpec, { params: { org: scope.org(), spec: slug }, body });
        await showProcessed({ system, api, scope, out, progress }, flags, spec, 'set');
      },
    ),
  verb('delete', ops.deleteOpenApiSpec, ['docs-admin openapi delete broken --yes'])
    .argument('<slug>', 'the specification')
    .run(takesAway()),
];

function showProcessed(
  { system, api, scope, out, progress }: Pick<LineParts, 'system' | 'api' | 'scope' | 'out' | 'progress'>,
  flags: WaitFlags,
  answer: ops.OpenApiSpec,
  done: string,
): Promise<void> {
  const params = { org: scope.org(), spec: answer.slug };
  const what = `OpenAPI specification ${answer.slug}`;
  let spec = answer;
  return showWhenProcessed({ system, out, progress }, flags, {
    what,
    outcome: specOutcome(answer),
    async read(until) {
      spec = await api.call(ops.getOpenApiSpec, { params }, until);
      return specOutcome(spec);
    },
    show: (isOver) => out.item(spec, openApiSpecView, isOver ? `${done} ${what}` : undefined),
  });
}

function urlFlag() {
  return flag('--url <url>').with({ field: 'source.url' });
}

function fileFlag() {
  const file = flag('--file <file>', ', sent as it is; - for standard input');
  return file.conflicts('url').with({ field: 'source.text' });
}

async function readSource(
  { files, out }: Pick<LineParts, 'files' | 'out'>,
  from: { url: string | undefined; file: string | undefined },
) {
  if (from.url !== undefined) {
    if (hasCredentials(from.url))
      await out.warn(
        '--url holds credentials: process lists and shell history show them, and so does the service to everyone who may list its specifications',
      );
    return { url: from.url };
  }
  if (from.file === undefined) return undefined;
  const text = await files.text(from.file);
  if (text.trim() === '') {
    throw new UsageError(`invalid --file ${from.file}: the file is empty; nothing was sent`, {
      hint: 'give the specification, as JSON or YAML',
    });
  }
  return { text };
}
