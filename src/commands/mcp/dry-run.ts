import type { LineParts } from '../../cli/session/line-parts.ts';
import type { AssistantServerOptions } from '../../mcp/server.ts';
import { isTable, isWhole } from '../../output/output.ts';
import type { View } from '../../output/view.ts';

/** A tool of the server for assistants. */
export const toolView: View = {
  id: 'name',
  columns: [
    { field: 'name' },
    { field: 'title' },
    { field: 'readOnlyHint', label: 'ONLY READS', as: 'yes-no' },
    { field: 'description', below: true },
  ],
};

/** What a server works with, and where that is set. */
interface Served {
  readonly profile: string;
  readonly baseUrl: string;
  readonly org: string | null;
  readonly allowed: readonly string[];
  readonly from: { readonly [One in 'profile' | 'baseUrl' | 'org' | 'allowed']: string | null };
}

/** Prints what a server would work with, and its tools. Rows of CSV and TSV are the tools; messages say the rest. */
export async function printOptions(
  { context, out, line }: Pick<LineParts, 'context' | 'out' | 'line'>,
  options: AssistantServerOptions,
  allowSource: string | undefined,
): Promise<void> {
  const { describeTools } = await import('../../mcp/server.ts');
  const { settings, allowed } = options;
  const tools = describeTools(options).map(({ name, title, description, annotations }) => ({
    ...{ name, title, description },
    ...annotations,
  }));
  const served: Served = {
    profile: settings.profile,
    baseUrl: settings.baseUrl,
    org: settings.org ?? null,
    allowed: [...allowed],
    from: {
      profile: context.profile.source,
      baseUrl: context.find('base-url')?.source ?? null,
      org: context.find('org')?.source ?? null,
      allowed: allowSource ?? null,
    },
  };
  const format = context.format();
  if (line.choosesFields || isWhole(format)) return out.item({ ...served, tools }, toolView);
  if (isTable(format)) await out.item(served, toolView);
  else await out.note(inWords(served));
  await out.list([tools], toolView);
}

function inWords({ profile, baseUrl, org, allowed, from }: Served): string {
  const sourced = (what: string, source: string | null) =>
    source === null ? what : `${what} (from ${source})`;
  return [
    sourced(`profile ${profile}`, from.profile),
    sourced(baseUrl, from.baseUrl),
    sourced(org ?? 'no organization', from.org),
    sourced(allowed.length === 0 ? 'only reading' : `may change ${allowed.join(', ')}`, from.allowed),
  ].join('; ');
}
