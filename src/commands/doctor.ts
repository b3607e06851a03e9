import { listIntegrations } from '../api/contract/operations/integrations.ts';
import { listSamlProviders } from '../api/contract/operations/saml.ts';
import { listSites } from '../api/contract/operations/sites.ts';
import { reportOf } from '../cli/report/worded.ts';
import type { LineParts } from '../cli/session/line-parts.ts';
import { folderWords, isProtected, untrusted } from '../cli/settings/settings.ts';
import { settings as storedSettings } from '../cli/settings/table.ts';
import { defineVerb, type Verb } from '../cli/verb.ts';
import { isUnknown, orUnknown } from '../model/read/unknown.ts';
import type { View } from '../output/view.ts';
import { collected } from '../text/collected.ts';
import { counted, quoted } from '../text/words.ts';

export const checkView: View = {
  id: 'check',
  columns: [
    { field: 'check' },
    { field: 'status' },
    { field: 'detail' },
    { field: 'hint', label: 'WHAT TO DO', below: true },
  ],
  // The checks end one by one.
  samples: [{ check: 'single sign-on', status: 'skipped' }],
};

interface Finding {
  readonly status: 'ok' | 'warning' | 'skipped';
  readonly detail: string;
  readonly hint?: string;
}

interface Check {
  readonly name: string;
  /** Checks that must succeed before this one. */
  readonly needs: readonly string[];
  /** Throws the problem. */
  readonly run: () => Finding | Promise<Finding>;
}

type Checked = Pick<LineParts, 'system' | 'context' | 'api' | 'connections'>;

export const doctor = (command: Verb) => {
  defineVerb(
    command,
    {
      summary: 'Check, one by one, what a command needs to work, and say what to repair',
      effect: 'read',
      fields: ['check', 'status', 'detail', 'hint'],
      worksWithoutSettings: true,
    },
    ['docs-admin doctor', 'docs-admin doctor --json'],
  ).run(async (parts) => {
    const failures: unknown[] = [];
    await parts.out.list(examine(parts, failures), checkView);
    if (failures.length > 0) throw failures[0];
  });
  return [];
};

/** Runs the checks and yields a row for each; failures are added to `failures`. */
async function* examine(examined: Checked & Pick<LineParts, 'redactor' | 'line'>, failures: unknown[]) {
  const unsettled = new Set<string>();
  for (const { name: check, needs, run } of checksOf(examined)) {
    const first = needs.find((need) => unsettled.has(need));
    if (first !== undefined) {
      unsettled.add(check);
      yield [{ check, status: 'skipped', detail: `${first} comes first`, hint: null }];
      continue;
    }
    try {
      yield [{ check, hint: null, ...(await run()) }];
    } catch (error) {
      examined.system.interrupt.throwIfAborted();
      unsettled.add(check);
      failures.push(error);
      yield [{ check, status: 'failed', ...wordsFor(error, examined) }];
    }
  }
}

function wordsFor(error: unknown, { redactor, line }: Pick<LineParts, 'redactor' | 'line'>) {
  const { message, hint } = reportOf(error, line);
  const { redactText } = redactor;
  return { detail: redactText(message), hint: hint === undefined ? null : redactText(hint) };
}

const ok = (detail: string): Finding => ({ status: 'ok', detail });
const skipped = (detail: string): Finding => ({ status: 'skipped', detail });
const warning = (detail: string, hint: string): Finding => ({ status: 'warning', detail, hint });

function checksOf(parts: Checked): Check[] {
  const { context, connections } = parts;
  const onNetwork = (run: Check['run']) => () =>
    context.isSandbox ? skipped('the sandbox is inside this tool') : run();
  let serviceTime: number | undefined;

  async function connection(): Promise<Finding> {
    serviceTime = (await connections.reach()).time;
    if (context.baseUrl().startsWith('https:')) return ok('the service answers, and its certificate is good');
    return ok('the service answers; http, so there is no certificate');
  }

  return [
    { name: 'settings', needs: [], run: () => settings(parts) },
    { name: 'folder', needs: [], run: () => folder(parts) },
    { name: 'address', needs: ['folder'], run: () => address(parts) },
    { name: 'proxy', needs: ['address'], run: onNetwork(() => proxy(parts)) },
    { name: 'dns', needs: ['address', 'proxy'], run: onNetwork(() => dns(parts)) },
    { name: 'tls', needs: ['dns'], run: onNetwork(connection) },
    { name: 'clock', needs: ['tls'], run: onNetwork(() => clock(parts, serviceTime)) },
    { name: 'token', needs: ['tls'], run: () => token(parts) },
    { name: 'organization', needs: ['token'], run: () => organization(parts) },
    { name: 'single sign-on', needs: ['organization'], run: () => singleSignOn(parts) },
  ];
}

function settings({ system, context }: Checked): Finding {
  const { profiles } = system.settings.read();
  const { value, source } = context.profile;
  const stored = Object.keys(profiles).length;
  const place = `profile ${value} (from ${source}); ${stored} stored in ${system.settings.path}`;
  const { readOnly } = context;
  const known: readonly string[] = storedSettings.map(({ key }) => key);
  const unknown = Object.entries(profiles).flatMap(([name, profile]) =>
    Object.keys(profile)
      .filter((key) => !known.includes(key))
      .map((key) => `${quoted(key)} of profile ${name}`),
  );
  if (unknown.length > 0)
    return warning(
      `${place}; no setting: ${unknown.join(', ')}`,
      `settings are ${known.join(', ')}; \`docs-admin auth login\` stores a token`,
    );
  const reading = readOnly.length > 0 ? [`only reading is allowed (from ${readOnly.join(' and ')})`] : [];
  const asking = isProtected(context.stored) ? ['it is protected: changes ask for its name'] : [];
  return ok([place, ...reading, ...asking].join('; '));
}

async function folder({ system }: Checked): Promise<Finding> {
  const file = await system.folderFiles.find();
  if (!file) return ok('no .docs-admin.json in this folder or above it');
  if (file.says) return ok(`${file.path} is trusted: ${folderWords(file.says)}`);
  return warning(untrusted(file), '`docs-admin config trust` shows what it says');
}

function address({ context }: Checked): Finding {
  return ok(`${context.baseUrl()} (from ${context.find('base-url')?.source})`);
}

async function proxy({ system, context }: Checked): Promise<Finding> {
  const found = (await system.route()).proxy(context.baseUrl());
  return ok(found ? `${found.address} (from ${found.source})` : 'none: the service is reached directly');
}

async function dns({ system, context }: Checked): Promise<Finding> {
  const url = context.baseUrl();
  const route = await system.route();
  if (route.proxy(url)) return skipped('the proxy looks up the name');
  return ok((await route.resolve(url)).join(', '));
}

function clock({ system }: Checked, serviceTime: number | undefined): Finding {
  if (serviceTime === undefined) return skipped('the service does not say what time it is');
  const problem = clockProblem(system.clock.now(), serviceTime);
  if (problem === undefined) return ok('agrees with the service');
  return warning(problem, 'set the clock of this machine');
}

async function token({ context, api }: Checked): Promise<Finding> {
  const { source } = await context.token();
  // A token without access to integrations is valid all the same.
  await orUnknown(api.call(listIntegrations, { query: { limit: 1 } }), [403]);
  return ok(`accepted (from ${source})`);
}

async function organization({ context, api }: Checked): Promise<Finding> {
  const found = context.find('org');
  if (!found)
    return warning('none chosen: most commands need --org', 'store it with `docs-admin config set org <id>`');
  await api.call(listSites, { params: { org: found.value }, query: { limit: 1 } });
  return ok(`${found.value} (from ${found.source})`);
}

/** Checks the certificates of providers: people cannot sign in with an expired one. */
async function singleSignOn({ system, context, api }: Checked): Promise<Finding> {
  const found = context.find('org');
  if (!found) return skipped('no organization is chosen');
  const pages = api.pages(listSamlProviders, { params: { org: found.value } });
  const providers = await orUnknown(collected(pages));
  if (isUnknown(providers)) return skipped('the token may not see the SAML providers');
  const { providerProblem } = await import('./saml/certificate.ts');
  const problems = providers.flatMap((provider) => providerProblem(provider, system.clock.now()) ?? []);
  if (problems.length === 0)
    return ok(`${counted(providers.length, 'SAML provider')}, no certificate expires soon`);
  return warning(
    problems.join('; '),
    'get the new certificate from the identity provider: `docs-admin saml update <id> --certificate <file>`',
  );
}

/** A larger difference, in milliseconds, disturbs certificates and the waits that a service asks for. */
const tolerated = 60_000;

/**
 * Says how far a clock is from the service's: `62 min ahead of the service`; `undefined` if the difference does not
 * matter. Both times are milliseconds since the epoch.
 */
export function clockProblem(now: number, serviceTime: number): string | undefined {
  const off = Math.abs(now - serviceTime);
  if (off <= tolerated) return undefined;
  return `${Math.round(off / 60_000)} min ${now > serviceTime ? 'ahead of' : 'behind'} the service`;
}
