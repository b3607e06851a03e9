import { createHash } from 'node:crypto';
import { check } from '../../api/contract/check.ts';
import { UsageError } from '../../errors.ts';
import { isNewerFormat, madeByNewer } from '../../formats/newer.ts';
import { readFileTexts } from '../../plans/file-texts.ts';
import { assertSamePlace } from '../../runs/place.ts';
import type { Session } from '../../runs/session.ts';
import { version } from '../../version.ts';
import { pathText } from '../file/problems.ts';
import { Organization, type SectionName } from '../file/schema.ts';
import { planDocument } from '../plan/document.ts';
import type { PlanInput } from '../plan/input.ts';
import type { PlanOptions } from '../plan/make.ts';
import { type OrganizationPlan, planFormat } from '../plan/plan.ts';
import { hiddenTexts, placesIn } from './secret-texts.ts';

/** The options of a plan that a stored plan keeps. */
type StoredOptions = Pick<PlanOptions, 'skipMissing' | 'deletes' | 'batchSize' | 'refresh' | 'allowDelete'>;

/** What a stored plan holds beside the plan: everything to make the same plan again. */
interface Stored {
  readonly tool: string;
  /** ISO time. */
  readonly made: string;
  readonly baseUrl: string;
  readonly options: StoredOptions;
  /** The organization as its file declares it, with places instead of secret texts. */
  readonly declared: unknown;
  /** The content of the files that it names, by their path in it. */
  readonly sides: Readonly<Record<string, unknown>>;
}

/** A plan that has been stored, ready to be made again and compared. */
export interface StoredPlan extends PlanInput {
  readonly digest: string;
}

/** Writes a plan for `apply-plan`, readable by its owner only. */
export async function storeOrganizationPlan(
  session: Session,
  path: string,
  plan: OrganizationPlan,
  { file, secrets, options: { skipMissing, deletes, batchSize, refresh, allowDelete } }: PlanInput,
): Promise<void> {
  const { baseUrl } = session.place();
  const stored: Stored = {
    tool: version,
    made: new Date(session.system.clock.now()).toISOString(),
    baseUrl,
    options: { skipMissing, deletes, batchSize, refresh, allowDelete },
    declared: hiddenTexts(file.organization, secrets),
    sides: file.sides(),
  };
  const content = { ...(await planDocument(plan, session.inWords)), stored };
  const text = JSON.stringify({ ...content, seal: sealOf(content) }, null, 1);
  await session.system.files.write(path, `${text}\n`);
  const next = await session.inWords({ code: 'apply-plan', data: { path } });
  await session.out.done(`stored the plan in ${path}; ${next}`);
}

/**
 * Reads a stored plan, and the secret texts from the files that it names. `allowDelete` are sections whose things may be
 * deleted in addition to those that the plan was made with. Throws `UsageError` for a plan that was
 * changed, or made for another organization, address or major version.
 */
export async function readOrganizationPlan(
  session: Session,
  path: string,
  document: unknown,
  allowDelete: readonly SectionName[] = [],
): Promise<StoredPlan> {
  const { seal, ...content } = document as Record<string, unknown>;
  const { format, digest, organization, stored } = content as {
    format?: string;
    digest?: string;
    organization?: string;
    stored?: Stored;
  };
  if (isNewerFormat(format, planFormat)) throw madeByNewer(path);
  if (format !== planFormat)
    throw new UsageError(`${path} is not a plan of docs-admin`, {
      hint: { code: 'make-plan', data: {} },
    });
  if (!stored || !digest || organization === undefined || seal !== sealOf(content)) throw edited(path);
  assertSamePlace(session, path, { ...stored, org: organization });
  assertSameMajor(path, stored.tool);
  const withTexts = await readFileTexts(session, stored.declared);
  const { declared, sides, options } = stored;
  const declaration = withTexts(declared) as Organization;
  if (check(Organization, declaration).problems.length > 0) throw edited(path);
  return {
    digest,
    options: {
      ...options,
      limits: session.limits,
      allowDelete: [...(options.allowDelete ?? []), ...allowDelete],
    },
    secrets: placesIn(declared, withTexts),
    file: {
      organization: declaration,
      where: () => ({ file: path }),
      side: (at) => sides[pathText(at)],
      sides: () => sides,
    },
  };
}

function edited(path: string): UsageError {
  return new UsageError(`${path} has been changed since it was stored; nothing was sent`, {
    hint: { code: 'renew-plan', data: {} },
  });
}

function sealOf(content: object): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex');
}

function assertSameMajor(path: string, tool: string): void {
  const major = (one: string) => one.split('.')[0] ?? one;
  if (major(tool) === major(version)) return;
  throw new UsageError(`${path} was made with version ${tool} of docs-admin; this is version ${version}`, {
    hint: { code: 'renew-plan', data: {} },
  });
}
