import { type Snapshot, thingsOf } from '../../model/read/snapshot.ts';
import { groupBy } from '../../text/group-by.ts';
import { csvCell } from '../../text/quoted.ts';
import type { AddressChange } from '../../work/plan-document.ts';
import type { Difference } from '../difference.ts';

/** A part of the address of something: of its site, of its section, or its own. */
interface PathPart {
  readonly before: string;
  /** Null if the part ends. */
  readonly after: string | null;
}

/**
 * Returns the addresses of sites, sections and site spaces that a plan changes or ends, as the service shows them before. What
 * the service does not publish has none. An address that does not consist of the known parts is left out.
 *
 * `https://docs.example/guides/start` becomes `https://docs.example/help/start` if the section `guides` gets the path `help`.
 */
export function addressChanges(differences: readonly Difference[], { parts }: Snapshot): AddressChange[] {
  const changed = new Map(
    differences.flatMap((one) => (one.id === undefined ? [] : [[`${one.kind} ${one.id}`, one] as const])),
  );
  const partOf = (
    kind: 'site' | 'section' | 'site-space',
    id: string,
    field: string,
    shown: string | null | undefined,
  ): PathPart => {
    const before = shown ?? '';
    const one = changed.get(`${kind} ${id}`);
    if (one?.action === 'delete') return { before, after: null };
    const after = one?.fields.find((part) => part.field === field)?.after;
    return { before, after: typeof after === 'string' ? after : before };
  };

  const siteSpaces = groupBy(thingsOf(parts['site-space']), ({ parent }) => parent);
  const sections = groupBy(thingsOf(parts.section), ({ parent }) => parent);
  const found: AddressChange[] = [];
  for (const { id, item } of thingsOf(parts.site)) {
    const { basename, urls } = item;
    const root = urls?.published;
    if (root == null) continue;
    const own = partOf('site', id, 'basename', basename);
    // The basename is no part of an address on a host of its own.
    const moved = movedRoot(root, own);
    const paths = new Map<string, PathPart>();
    const add = (from: string | null | undefined, path: readonly PathPart[]) => {
      if (from == null || !isAt(from, root, path)) return;
      const steps = path.map(({ after }) => after).filter((step) => step !== '');
      const to = moved === null || steps.includes(null) ? null : joined(moved, steps as string[]);
      if (to !== from) found.push({ from, to });
    };
    add(root, []);
    for (const { item: section } of sections.get(id) ?? []) {
      const path = partOf('section', section.id, 'path', section.path);
      paths.set(section.id, path);
      add(section.urls?.published, [path]);
    }
    for (const { item: siteSpace } of siteSpaces.get(id) ?? []) {
      const { section } = siteSpace;
      const at = section == null ? { before: '', after: '' } : paths.get(section);
      const into = changed
        .get(`site-space ${siteSpace.id}`)
        ?.fields.find(({ field }) => field === 'sectionId')?.after;
      const above: PathPart = {
        before: at?.before ?? '',
        after: typeof into === 'string' ? into : at === undefined ? '' : at.after,
      };
      add(siteSpace.urls?.published, [above, partOf('site-space', siteSpace.id, 'path', siteSpace.path)]);
    }
  }
  return found;
}

/** Returns the address of a site after a change of its basename; null if the site ends. */
function movedRoot(root: string, { before, after }: PathPart): string | null {
  if (after === null) return null;
  const end = `/${encodeURIComponent(before)}`;
  return root.endsWith(end) ? `${root.slice(0, -end.length)}/${encodeURIComponent(after)}` : root;
}

/** Tells whether an address is the one of a path below the address of its site. */
function isAt(address: string, root: string, path: readonly PathPart[]): boolean {
  return (
    address ===
    joined(
      root,
      path.map(({ before }) => before).filter((step) => step !== ''),
    )
  );
}

function joined(root: string, steps: readonly string[]): string {
  if (steps.length === 0) return root;
  return `${root.replace(/\/$/, '')}/${steps.map(encodeURIComponent).join('/')}`;
}

/** Returns the addresses in words, those below one that changes with it as a number. */
export function addressTexts(addresses: readonly AddressChange[], arrow: string): string[] {
  const roots = addresses.filter((one) => !addresses.some((other) => other !== one && isBelow(one, other)));
  return roots.map((root) => {
    const below = addresses.filter((one) => one !== root && isBelow(one, root)).length;
    const more = below > 0 ? `, and ${below} below it` : '';
    return root.to === null ? `${root.from} ends${more}` : `${root.from} ${arrow} ${root.to}${more}`;
  });
}

/** Tells whether an address changes as one above it does, and in no other way. */
function isBelow(one: AddressChange, other: AddressChange): boolean {
  const root = other.from.replace(/\/$/, '');
  if (!one.from.startsWith(`${root}/`)) return false;
  if (other.to === null) return one.to === null;
  return one.to === `${other.to.replace(/\/$/, '')}${one.from.slice(root.length)}`;
}

/** Returns a list of redirects: a row for each address, without `to` for one that ends. */
export function redirectsCsv(addresses: readonly AddressChange[]): string {
  const rows = addresses.map(({ from, to }) => [from, to ?? '']);
  return [['from', 'to'], ...rows].map((row) => `${row.map((cell) => csvCell(cell)).join(',')}\n`).join('');
}
