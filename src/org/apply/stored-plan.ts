import { check } from '../../api/contract/check.ts';
import { readFileTexts } from '../../work/file-texts.ts';
import { editedPlan, type StoredPlan, storePlan } from '../../work/plan-file.ts';
import type { Session } from '../../work/run/session.ts';
import { pathText } from '../file/problems.ts';
import { OrganizationSchema } from '../file/schema.ts';
import type { Organization } from '../organization.ts';
import { type OrganizationDocument, planDocument } from '../plan/document.ts';
import type { PlanInput, PlanOptions } from '../plan/make.ts';
import type { OrganizationPlan } from '../plan/plan.ts';
import type { SectionName } from '../section-names.ts';
import type { ReviewedPlan } from './reviewed.ts';
import { hiddenTexts, secretPlaces } from './secret-texts.ts';

type StoredOptions = Pick<PlanOptions, 'skipMissing' | 'deletes' | 'batchSize' | 'refresh' | 'allowDelete'>;

interface Source {
  readonly options: StoredOptions;
  /** The organization as its file declares it, with places instead of secret texts. */
  readonly declared: unknown;
  /** The content of the files that it names, by their path in it. */
  readonly sides: Readonly<Record<string, unknown>>;
}

/** A plan that has been stored, ready to be made again and compared. */
export interface StoredOrganizationPlan extends PlanInput {
  readonly reviewed: ReviewedPlan;
}

/** Writes a plan for `apply-plan`, readable by its owner only. */
export async function storeOrganizationPlan(
  session: Session,
  path: string,
  plan: OrganizationPlan,
  { file, secrets, options: { skipMissing, deletes, batchSize, refresh, allowDelete } }: PlanInput,
): Promise<void> {
  const source: Source = {
    options: { skipMissing, deletes, batchSize, refresh, allowDelete },
    declared: hiddenTexts(file.organization, secrets),
    sides: file.sides(),
  };
  const document = await planDocument(plan, session.inWords);
  await storePlan(session, path, { document, from: 'organization', source });
}

/**
 * Makes the input of a stored plan, with the secret texts from the files that it names. `allowDelete` are sections whose
 * things may be deleted in addition to those that the plan was made with. Throws `UsageError` for a plan that was changed.
 */
export async function organizationPlanOf(
  session: Session,
  name: string,
  { document, source }: StoredPlan,
  allowDelete: readonly SectionName[] = [],
): Promise<StoredOrganizationPlan> {
  const { declared, sides, options } = source as Source;
  const withTexts = await readFileTexts(session, declared);
  const declaration = withTexts(declared) as Organization;
  if (check(OrganizationSchema, declaration).problems.length > 0) throw editedPlan(name);
  return {
    reviewed: { digest: document.digest, document: document as OrganizationDocument, isStored: true },
    options: {
      ...options,
      limits: session.limits,
      allowDelete: [...(options.allowDelete ?? []), ...allowDelete],
    },
    secrets: secretPlaces(declared, withTexts),
    file: {
      organization: declaration,
      where: () => ({ file: name }),
      side: (at) => sides[pathText(at)],
      sides: () => sides,
    },
  };
}
