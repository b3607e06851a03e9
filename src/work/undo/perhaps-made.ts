import type { Redactor } from '../../api/redact/redact.ts';
import type { Touch } from '../../model/effects/facts.ts';
import { madeIds } from '../../model/effects/kinds.ts';
import { touchesBack } from '../../model/effects/restoring.ts';
import { resourceNamed, touches } from '../../model/effects/things.ts';
import type { ServiceReader } from '../../model/read/reader.ts';
import { isUnknown, orUnknown } from '../../model/read/unknown.ts';
import type { JournalContent } from '../journal/journal.ts';
import { namedIds, thingsLike } from '../made.ts';
import type { RecordedRequest } from './changed-things.ts';
import { type NotRestored, unclear } from './not-restored.ts';
import { requestName } from './recorded-requests.ts';
import { isSecret } from './values.ts';

/**
 * Returns what requests without an outcome may have made, so that undo leaves it. Where the plan of the run has found nothing like
 * it, the lists of the service say whether it is there now; what the structure of a site has is found with that.
 */
export async function perhapsMade(
  reader: ServiceReader,
  { header: { work } }: JournalContent,
  recorded: readonly RecordedRequest[],
  { redactText }: Pick<Redactor, 'redactText'>,
): Promise<NotRestored[]> {
  const changes = work.kind === 'changes' ? work.changes : [];
  const structures = new Set(work.kind === 'changes' ? work.structure?.map(({ site }) => site) : []);
  const made = new Set(recorded.flatMap((one) => (one.isDone && one.id && makes(one) ? [one.id] : [])));
  const known = new Set([...namedIds(changes), ...made]);
  const found: NotRestored[] = [];
  for (const request of recorded) {
    const touch = mayHaveMade(request);
    if (!touch) continue;
    const { op, input, task } = request;
    const { params = {} } = input;
    // It ends with what it is in, or stays with that.
    if (structures.has(params.site ?? '') || Object.values(params).some((id) => made.has(id))) continue;
    const isComplete = !touches(op, input).some(({ sets = {} }) => Object.values(sets).some(isSecret));
    const isAlone = task !== undefined && changes[task]?.isUnique === true && isComplete;
    const things = isAlone ? await orUnknown(thingsLike(reader, { op, input }, known)) : undefined;
    if (!things || isUnknown(things)) found.push(somethingMade(request));
    else
      for (const { id, title } of things) {
        const thing = { kind: touch.kind, ids: madeIds(touch, id), before: null, after: {}, isUnclear: true };
        found.push(unclear(thing, { name: title === undefined ? undefined : redactText(title) }));
      }
  }
  return found;
}

function makes(request: RecordedRequest): Touch | undefined {
  return touchesBack(request).find(({ change }) => change === 'make');
}

/** Returns what a request without an outcome may have made, if its id is unknown. */
function mayHaveMade(request: RecordedRequest): Touch | undefined {
  const made = makes(request);
  const key = made && resourceNamed(made.kind).key;
  return !request.isDone && key !== undefined && made?.ids[key] === undefined ? made : undefined;
}

function somethingMade({ op, input }: RecordedRequest): NotRestored {
  const reason = 'it is not known whether the run has made something';
  const [{ sets: { title, label } = {} } = {}] = touches(op, input);
  const called = title ?? label;
  const name = requestName(op, input.params ?? {});
  return { name: typeof called === 'string' ? `${name} ${JSON.stringify(called)}` : name, reason };
}
