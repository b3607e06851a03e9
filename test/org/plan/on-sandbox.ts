import type { Client } from '../../../src/api/client/client.ts';
import { operations } from '../../../src/api/contract/operations/index.ts';
import { type Change, mapMade } from '../../../src/domain/change.ts';
import { at } from '../../../src/model/fields.ts';
import { readOrganizationFile } from '../../../src/org/file/read.ts';
import { planOrganization } from '../../../src/org/plan/make.ts';
import type { OrganizationPlan } from '../../../src/org/plan/plan.ts';
import type { System } from '../../../src/ports.ts';
import { generatedOrg } from '../../support/organizations.ts';

/** Reads an object as an organization file, with all rules. */
export function loaded(organization: object) {
  return loadedText(JSON.stringify({ format: 'docs-admin-organization/1', ...organization }));
}

/** Reads a text as an organization file, with all rules. */
export function loadedText(text: string) {
  const ports = {
    files: { readText: async () => text, folder: () => undefined },
    blocking: (work: () => unknown) => work(),
    interrupt: new AbortController().signal,
  };
  return readOrganizationFile(ports as unknown as System, ['organization.yaml']);
}

/** Plans an organization as an object in the form of the file. */
export async function planned(
  client: Client,
  organization: object,
  deletes = true,
): Promise<OrganizationPlan> {
  return planOrganization(client, generatedOrg, await loaded(organization), { deletes });
}

/**
 * Sends the requests of a plan. `choose` picks the next one, by its index, among those that may be sent: what they
 * require is done, and so is every earlier request for the same site.
 */
export async function carryOut(
  client: Client,
  requests: readonly Change[],
  choose: (count: number) => number,
): Promise<void> {
  const answers = new Map<number, unknown>();
  const isReady = (place: number) => {
    const { requires, ref } = requests[place] as Change;
    const sameSite = requests
      .slice(0, place)
      .flatMap((other, earlier) =>
        ref.site !== undefined && JSON.stringify(other.ref.site) === JSON.stringify(ref.site) ? earlier : [],
      );
    return [...requires, ...sameSite].every((earlier) => answers.has(earlier));
  };
  while (answers.size < requests.length) {
    const ready = [...requests.keys()].filter((place) => !answers.has(place) && isReady(place));
    const place = ready[choose(ready.length)] as number;
    const { operation, input } = requests[place] as Change;
    const op = operations.find(({ id }) => id === operation);
    const known = mapMade(input, ({ $change, at: path = 'id' }) =>
      at(answers.get($change), ...path.split('.')),
    );
    answers.set(place, (await client.call(op as never, known as never)) ?? null);
  }
}
