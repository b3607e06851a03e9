import {
  createOpenApiSpec,
  deleteOpenApiSpec,
  getOpenApiSpec,
  listOpenApiSpecs,
  type OpenApiSpec,
  setOpenApiSpec,
} from '../api/contract/operations/openapi.ts';
import { flag, forField, verb } from '../cli/command.ts';
import type { App } from '../cli/session/app.ts';
import { takeAway } from '../cli/session/losses.ts';
import { waitFlag, waitTimeoutFlag, webFlag } from '../cli/shared-flags.ts';
import { specOutcome } from '../domain/outcome.ts';
import { openApiSpecView } from '../views/openapi.ts';
import { showWhenProcessed, type WaitFlags } from './wait-until-processed.ts';

export const openapi = (app: App) => [listVerb(app), create(app), get(app), set(app), remove(app)];

const listVerb = (app: App) =>
  verb('list', listOpenApiSpecs, [
    'docs-admin openapi list',
    'docs-admin openapi list --fields slug,processingState,lastProcessErrorCode -o tsv',
  ])
    .addOption(webFlag)
    .action(async (range) => {
      await app.out.list(
        app.api.pages(listOpenApiSpecs, { params: { org: app.scope.org() } }, range),
        openApiSpecView,
      );
    });

const create = (app: App) =>
  verb('create', createOpenApiSpec, [
    'docs-admin openapi create invoices --file invoices.openapi.yaml --wait',
    'docs-admin openapi create orders --url https://api.acme.example/orders/openapi.json --json',
  ])
    .argument('<slug>', 'name of the specification: lower-case letters, digits and single hyphens')
    .addOption(urlFlag())
    .addOption(fileFlag())
    .addOption(waitFlag)
    .addOption(waitTimeoutFlag)
    .action(async (slug, { input, url, file, ...flags }) => {
      const body = await app.body(createOpenApiSpec, input, {
        slug,
        source: await readSource(app, { url, file }),
      });
      const spec = await app.api.call(createOpenApiSpec, { params: { org: app.scope.org() }, body });
      await showProcessed(app, flags, spec, 'created');
    });

const get = (app: App) =>
  verb('get', getOpenApiSpec, [
    'docs-admin openapi get petstore',
    'docs-admin openapi get broken --fields processingState,lastProcessErrorCode',
  ])
    .argument('<slug>', 'the specification')
    .addOption(webFlag)
    .action(async (spec) => {
      const found = await app.api.call(getOpenApiSpec, { params: { org: app.scope.org(), spec } });
      await app.out.item(found, openApiSpecView);
    });

const set = (app: App) =>
  verb('set', setOpenApiSpec, [
    'docs-admin openapi set petstore --file invoices.openapi.yaml',
    'docs-admin openapi set broken --url https://api.acme.example/openapi.yaml',
  ])
    .argument('<slug>', 'the specification; it is created if it does not exist')
    .addOption(urlFlag())
    .addOption(fileFlag())
    .addOption(waitFlag)
    .addOption(waitTimeoutFlag)
    .action(async (slug, { input, url, file, ...flags }) => {
      const body = await app.body(setOpenApiSpec, input, { source: await readSource(app, { url, file }) });
      const spec = await app.api.call(setOpenApiSpec, { params: { org: app.scope.org(), spec: slug }, body });
      await showProcessed(app, flags, spec, 'set');
    });

function showProcessed(app: App, flags: WaitFlags, answer: OpenApiSpec, done: string): Promise<void> {
  const params = { org: app.scope.org(), spec: answer.slug };
  const what = `OpenAPI specification ${answer.slug}`;
  let spec = answer;
  return showWhenProcessed(app, flags, {
    what,
    outcome: specOutcome(answer),
    async read() {
      spec = await app.api.call(getOpenApiSpec, { params });
      return specOutcome(spec);
    },
    show: (isOver) => app.out.item(spec, openApiSpecView, isOver ? `${done} ${what}` : undefined),
  });
}

function urlFlag() {
  return forField('source.url', flag('--url <url>', 'address from which the service fetches it'));
}

function fileFlag() {
  const file = flag('--file <file>', 'its text, JSON or YAML, sent as it is; - for standard input');
  return forField('source.text', file.conflicts('url'));
}

async function readSource(app: App, from: { url: string | undefined; file: string | undefined }) {
  if (from.url !== undefined) return { url: from.url };
  return from.file === undefined ? undefined : { text: await app.input.text(from.file) };
}

const remove = (app: App) =>
  verb('delete', deleteOpenApiSpec, ['docs-admin openapi delete broken --yes'])
    .argument('<slug>', 'the specification')
    .action(async (spec) => {
      const params = { org: app.scope.org(), spec };
      await takeAway(app, deleteOpenApiSpec, { params });
    });
