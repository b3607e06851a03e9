import { setSiteAdaptiveSchema } from '../../../api/contract/operations/sites.ts';
import { mapMade } from '../../../domain/change.ts';
import { planStructure } from '../../../model/structure/plan.ts';
import { type Step, type StepPart, structureIndex } from '../../../model/structure/structure.ts';
import type { Difference } from '../compare.ts';
import type { NewRequest, RequestWriter } from '../writer.ts';
import { isRelocated, type SiteStructures, siteStructures } from './sites-structure.ts';

/** Writes the requests for sites and everything in them. */
export function requestSites(differences: readonly Difference[], writer: RequestWriter): void {
  const structures = siteStructures(differences, writer);
  const purposeOf = purposes(structures);
  const numbers: number[] = [];
  for (const step of planStructure(structures.before, structures.wanted)) {
    const { operation, params, body, requires, parts } = step;
    const renumbered = <Value>(value: Value) =>
      mapMade(value, (made) => ({ ...made, $change: numbers[made.$change] })) as Value;
    const [own, inside] = parts.filter(({ does }) => does === 'make');
    numbers.push(
      writer.add({
        operation,
        params: renumbered(params),
        ...(body && { body: renumbered(body) }),
        requires: requires.map((earlier) => numbers[earlier] as number),
        ...purposeOf(step),
        ...(own && { makes: true }),
        ...(inside?.idAt != null && { makesToo: { ...placeOf(inside, structures), at: inside.idAt } }),
      }),
    );
  }
  for (const difference of differences) {
    const { kind, key, declared } = difference;
    if (kind !== 'adaptive-schema') continue;
    writer.add({
      operation: setSiteAdaptiveSchema,
      params: { site: writer.idOf('site', key) },
      body: { jsonSchema: declared?.fields.value },
      for: [difference],
    });
  }
}

function placeOf({ key }: StepPart, { differences }: SiteStructures): Pick<Difference, 'kind' | 'key'> {
  const [difference] = differences.get(key) ?? [];
  if (!difference) throw new Error(`nothing is to be done with ${key}`);
  return difference;
}

/** What fields of the API are called in a file. */
const words: Readonly<Record<string, string>> = {
  adaptiveContent: 'adaptive-content',
  sectionGroup: 'group',
};

/**
 * Returns a function that says what a step is for: differences, or the first one of its things if it is a further request for
 * that.
 */
function purposes({
  wanted,
  differences,
}: SiteStructures): (step: Step) => Pick<NewRequest, 'for' | 'isPart' | 'detail'> {
  const index = structureIndex(wanted);
  const of = (key: string) => differences.get(key) ?? [];

  /** Returns the differences of a thing with some fields only. The request that makes a thing names all of them. */
  function slices(key: string, names: readonly string[]): Difference[] {
    if (of(key).some((one) => one.action === 'create' || isRelocated(one))) return [];
    return of(key).flatMap((one) => {
      const fields = one.fields.filter(({ field }) => names.includes(field));
      return fields.length === 0 || one.action === 'delete' ? [] : [{ ...one, fields }];
    });
  }

  function madeGood(part: StepPart): readonly Difference[] {
    const { key, does, fields = [] } = part;
    if (does === 'make') return of(key);
    if (does === 'end') return of(key).filter(({ action }) => action === 'delete');
    if (does === 'place') return slices(key, ['position']);
    if (does !== 'set') return [];
    const own = fields.map((field) => words[field] ?? field);
    return [...slices(key, own), ...defaultsOf(part).flatMap((one) => slices(one, ['default']))];
  }

  function defaultsOf({ key, fields = [] }: StepPart): readonly string[] {
    const chosen = fields.filter((field) => field.startsWith('default'));
    return chosen.flatMap((field) => (index.get(key)?.fields[field] as string | null | undefined) ?? []);
  }

  return ({ parts }) => {
    const [first, ...rest] = parts.flatMap(madeGood);
    if (first) return { for: [first, ...rest] };
    const others = parts.flatMap((part) => [part.key, ...defaultsOf(part)]).flatMap(of);
    const [{ does, kind }] = parts;
    const other = does === 'leave' ? others.find(({ action }) => action === 'move') : others[0];
    if (!other) throw new Error('a request without a purpose');
    const [, section] = other.present?.key ?? [];
    const detail = {
      leave: `taken out of ${section === '' ? 'the site' : section}`,
      aside: `temporary ${kind === 'site' ? 'basename' : 'path'}`,
    };
    return {
      for: [other],
      isPart: true,
      ...(does in detail && { detail: detail[does as keyof typeof detail] }),
    };
  };
}
