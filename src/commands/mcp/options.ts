import { segmentProblem } from '../../api/contract/segment.ts';
import type { LineParts } from '../../cli/session/line-parts.ts';
import { fromProfile } from '../../cli/settings/context.ts';
import { secretsOf } from '../../cli/settings/secrets.ts';
import { type SettingKey, settings } from '../../cli/settings/table.ts';
import { UsageError } from '../../errors.ts';
import type { Allowed } from '../../mcp/options.ts';
import type { ServerSettings } from '../../mcp/restricted-system.ts';

const variable = 'DOCS_ADMIN_MCP_ALLOW';

type Parts = Pick<LineParts, 'system' | 'context'>;

/** What may be changed, the words for it, and where they are; only reading is allowed if they are nowhere. */
interface Allowance {
  readonly allowed: Allowed;
  readonly given?: string;
  readonly source?: string;
}

/**
 * Returns what the server may change: by the flag, or by the environment. Throws `UsageError` for an unknown noun, and
 * if the profile does not allow changes by an assistant.
 */
export async function allowanceOf(
  { system, context, commands }: Parts & Pick<LineParts, 'commands'>,
  allow: readonly string[],
): Promise<Allowance> {
  const fromEnv = system.env[variable];
  const source = allow.length > 0 ? '--allow' : fromEnv ? variable : undefined;
  if (source === undefined) return { allowed: new Set() };
  const { changingNouns, parseAllowed } = await import('../../mcp/options.ts');
  const given = allow.length > 0 ? allow.join(',') : (fromEnv as string);
  const allowed = parseAllowed(given, await changingNouns(await commands()), source);
  const { value: profile } = context.profile;
  const [readOnly] = context.readOnly;
  const { protectedBy } = await import('../../cli/session/protection.ts');
  const protecting = protectedBy(context);
  const problem =
    protecting === profile
      ? `the profile ${profile} is protected: changes in it are for people only`
      : protecting !== undefined
        ? `the profile ${protecting} is protected, and has the same address and organization: changes there are for people only`
        : readOnly && `only reading is allowed (from ${context.readOnly.join(' and ')})`;
  if (!problem) return { allowed, given, source };
  throw new UsageError(`${source} cannot be used here: ${problem}`, {
    hint: `leave it out to serve reading only, or use another profile`,
  });
}

/** Throws `UsageError` for a setting that every line of the server would refuse. */
async function assertUsable({ system, context }: Parts, baseUrl: string): Promise<void> {
  for (const key of ['timeout', 'max-retries', 'max-wait'] as const) context.number(key);
  const org = context.find('org');
  const problem = org && segmentProblem(org.value);
  if (problem) throw new UsageError(`invalid organization (from ${org.source}): ${problem}`);
  if (context.isSandbox) return;
  const route = await system.route();
  route.proxy(baseUrl);
  const authorities = context.caFile();
  if (authorities !== undefined) await route.assertAuthorities(authorities);
}

/** Settings that every line gets in its own way, or that are not for lines. */
const others = ['base-url', 'org', 'output', 'read-only'];

/**
 * Returns what every line of the server works with. Throws `NoToken` or `UsageError` if no address is known. A missing
 * token is no error here: the tools say it, so that a person can sign in while the server runs.
 */
export async function serverSettings({
  system,
  context,
  line,
}: Parts & Pick<LineParts, 'line'>): Promise<ServerSettings> {
  const { createSecrets } = await import('../../mcp/secrets.ts');
  const baseUrl = context.baseUrl();
  await assertUsable({ system, context }, baseUrl);
  const token = await context.token().catch((error: unknown) => {
    if (error instanceof UsageError) throw error;
    return undefined;
  });
  const variables = settings.flatMap((setting) => {
    const value = besideProfile(context, setting.key);
    return 'env' in setting && value !== undefined && !others.includes(setting.key)
      ? [[setting.env, value] as const]
      : [];
  });
  return {
    profile: context.profile.value,
    baseUrl,
    org: context.find('org')?.value,
    env: { ...Object.fromEntries(variables), ...(line.debug && { DOCS_ADMIN_DEBUG: '1' }) },
    // Folders of the person are none of the assistant's business, though journals and settings name them.
    secrets: createSecrets([
      ...(token ? [token.value] : []),
      ...secretsOf(system.env),
      system.journals.folder,
      system.settings.path.replace(/[\\/][^\\/]*$/, ''),
    ]),
  };
}

/** Returns a setting that is not in the profile: those of the line, the environment and the folder. */
function besideProfile({ find }: LineParts['context'], key: SettingKey): string | undefined {
  const found = find(key);
  return found && !fromProfile(found) ? found.value : undefined;
}

/** Returns the words with which a client starts the same server, without the shell in which this one was started. */
export function startWords({ context }: Pick<LineParts, 'context'>, allowance: Allowance): string[] {
  const { profile } = context;
  const isUsual = profile.source === 'settings' && profile.value === 'default';
  const flags = {
    '--profile': isUsual ? undefined : profile.value,
    '--base-url': besideProfile(context, 'base-url'),
    '--org': besideProfile(context, 'org'),
    '--allow': allowance.given,
  };
  return [
    'mcp',
    ...Object.entries(flags).flatMap(([flag, value]) => (value === undefined ? [] : [flag, value])),
  ];
}
