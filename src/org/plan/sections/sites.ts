import type { Wanted } from '../../../model/read/snapshot.ts';
import { quoted } from '../../../text/quoted.ts';
import type { Complain } from '../../file/names.ts';
import type { Organization } from '../../file/schema.ts';
import { isNamed } from '../../sections/named.ts';
import type { CheckedFacts, PlannedSection } from '../../sections/section.ts';
import { keyText } from '../../thing.ts';
import type { Difference } from '../compare.ts';
import { declaredSites } from './sites-declared.ts';
import { requestSites } from './sites-requests.ts';
import { withoutRoom } from './sites-room.ts';

type Site = NonNullable<Organization['sites']>[string];

/** The sites with their groups, sections and spaces. */
export const sites: PlannedSection = {
  reads({ organization }) {
    const all = Object.entries(organization.sites ?? {});
    const whereDeclared = (isDeclared: (site: Site) => unknown) => {
      const found = all.filter(([, site]) => isDeclared(site));
      return found.length > 0 ? { of: isNamed(found) } : undefined;
    };
    const schemas = whereDeclared((site) => site['adaptive-schema']);
    const groups = whereDeclared((site) => site['section-groups'] ?? site.sections);
    const listed = whereDeclared((site) => site.sections ?? site.spaces);
    return {
      site: {},
      ...(schemas && { 'adaptive-schema': schemas }),
      ...(groups && { 'section-group': groups }),
      ...(listed && { section: listed, 'site-space': listed, space: {}, collection: {} }),
    } as Wanted;
  },
  declared: declaredSites,
  check(differences, complain, facts) {
    checkNewSections(differences, complain);
    checkBasenames(differences, complain, facts);
  },
  needsDelete: withoutRoom,
  requests: requestSites,
};

/** The service makes a section together with its first site space. */
function checkNewSections(differences: readonly Difference[], complain: Complain): void {
  const filled = new Set(
    differences.flatMap(({ kind, key, declared }) =>
      kind === 'site-space' && declared ? [keyText(key.slice(0, -1))] : [],
    ),
  );
  for (const { kind, action, key, declared } of differences) {
    if (kind !== 'section' || action !== 'create' || filled.has(keyText(key))) continue;
    complain(declared?.path ?? [], 'is to be made, and a section is made of a space: list one in "spaces"');
  }
}

/** A basename of a site that stays and is not in the file is not free. */
function checkBasenames(
  differences: readonly Difference[],
  complain: Complain,
  { file, undeclared }: CheckedFacts,
): void {
  if (file.organization.managed?.sites === 'full') return;
  const holders = new Map(
    undeclared.flatMap(({ kind, key, fields }) => (kind === 'site' ? [[fields.basename, key[0]]] : [])),
  );
  for (const { kind, action, fields, declared } of differences) {
    if (kind !== 'site' || !declared?.path) continue;
    const given = fields.find(({ field }) => field === 'basename')?.after;
    const holder = given === undefined ? undefined : holders.get(given);
    if (holder === undefined) continue;
    const rename =
      action === 'create' ? '; if this is that site with a new title, list the old one in "previously"' : '';
    complain(
      [...declared.path, 'basename'],
      `is the basename of the site ${quoted(String(holder))}${rename}`,
    );
  }
}
