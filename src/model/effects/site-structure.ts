import { type EndedThing, type Ids, type MakingAgain, pick, present } from './facts.ts';

/** Plans to make a site again with everything in it. Returns what stays lost. */
export function makeSite({ ids, before }: EndedThing, again: MakingAgain): readonly string[] {
  const { plan, inside } = again;
  const { type, title, visibility, basename, proxy, hostname } = before;
  const isAdaptive = (before.adaptiveContent as { readonly enabled?: unknown } | null)?.enabled === true;
  const body = present({ type, title, visibility });
  plan({ action: 'create', operation: 'sites.create', params: pick(ids, 'org'), body });
  const update = (fields: object) =>
    plan({ action: 'update', operation: 'sites.update', params: ids, body: fields });
  update(present({ basename, proxy, adaptiveContent: isAdaptive ? { enabled: true } : null }));
  for (const { before: schema } of inside('adaptive-schema'))
    if (schema.jsonSchema != null)
      plan({ action: 'create', operation: 'sites.adaptive-schema.set', params: ids, body: schema });
  const [sections, groups, siteSpaces] = [inside('section'), inside('section-group'), inside('site-space')];
  const isIn = (section: unknown) => (one: EndedThing) => (one.before.sectionId ?? null) === section;
  const made = sections.filter((section) => {
    const spaces = siteSpaces.filter(isIn(section.ids.section));
    if (spaces.length > 0) sectionOf(section, spaces, again);
    return spaces.length > 0;
  });
  const first = made.find((section) => section.before.default === true);
  if (first && first !== made[0]) update({ defaultSiteSection: first.ids.section });
  for (const group of groups) {
    const of = made.filter((section) => section.before.sectionGroup === group.ids.group);
    const fields = present({ title: group.before.title, icon: group.before.icon });
    const params = pick(ids, 'org', 'site');
    const body = { ...fields, sections: of.map((section) => section.ids.section) };
    again.becomes(group, plan({ action: 'create', operation: 'section-groups.create', params, body }));
  }
  for (const [place, one] of siteSpaces.filter(isIn(null)).entries()) {
    siteSpaceOf(one, again);
    if (one.before.default === true && place > 0) update({ defaultSiteSpace: one.ids.siteSpace });
  }
  return [
    ...sections.filter((section) => !made.includes(section)).map(noSpace),
    ...(hostname == null ? [] : [`its hostname ${hostname}`]),
    'its customizations, and its share links',
  ];
}

const noSpace = ({ before }: EndedThing) =>
  `section ${JSON.stringify(before.title)}: the service makes sections of a space only`;

/** Plans to make a section again with its spaces. If it has none, returns why it cannot be made. */
export function makeSection(section: EndedThing, again: MakingAgain): readonly string[] {
  const spaces = again.inside('site-space');
  if (spaces.length === 0) return [noSpace(section)];
  const { ids, before } = section;
  sectionOf(section, spaces, again);
  const [first] = spaces;
  // If its first space did not end with it, the service may choose no default either.
  if (first?.before.default === true && again.hasSurvived(first))
    again.plan(updateSection(ids, { defaultSiteSpace: first.ids.siteSpace }));
  const params = pick(ids, 'org', 'site');
  if (before.sectionGroup != null)
    again.plan({
      action: 'update',
      operation: 'section-groups.add-section',
      params: { ...params, group: String(before.sectionGroup) },
      body: { sectionId: ids.section },
    });
  if (before.default === true) again.plan(updateSite(params, { defaultSiteSection: ids.section }));
  return [];
}

/** Plans to make a site space again. */
export function makeSiteSpace(one: EndedThing, again: MakingAgain): readonly string[] {
  const { ids, before } = one;
  siteSpaceOf(one, again);
  const fields = { defaultSiteSpace: ids.siteSpace };
  if (before.default === true)
    again.plan(
      before.sectionId == null
        ? updateSite(pick(ids, 'org', 'site'), fields)
        : updateSection({ ...pick(ids, 'org', 'site'), section: String(before.sectionId) }, fields),
    );
  return [];
}

const updateSite = (params: Ids, body: object) =>
  ({ action: 'update', operation: 'sites.update', params, body }) as const;
const updateSection = (params: Ids, body: object) =>
  ({ action: 'update', operation: 'sections.update', params, body }) as const;

/** The longest title that a request to make a section accepts. */
const longestNewTitle = 64;

function sectionOf(section: EndedThing, [first, ...others]: readonly EndedThing[], again: MakingAgain): void {
  if (!first) return;
  const { ids, before } = section;
  const { path, condition, icon, description } = before;
  const title = String(before.title ?? '');
  const short = title.slice(0, longestNewTitle);
  const params = pick(ids, 'org', 'site');
  const body = { spaceId: first.before.spaceId, ...(short.length > 1 && { title: short }) };
  const made = again.plan({ action: 'create', operation: 'sections.create', params, body });
  again.becomes(section, made);
  again.becomes(first, { ...made, at: 'siteSpaces.0.id' });
  const rest = { path, condition, icon, description, title: short === title ? null : title };
  again.plan(updateSection(ids, present(rest)));
  again.plan(updateSiteSpace(first));
  for (const one of others) {
    siteSpaceOf(one, again);
    if (one.before.default === true) again.plan(updateSection(ids, { defaultSiteSpace: one.ids.siteSpace }));
  }
}

const updateSiteSpace = ({ ids, before: { path, condition } }: EndedThing) =>
  ({
    action: 'update',
    operation: 'site-spaces.update',
    params: ids,
    body: present({ path, condition }),
  }) as const;

function siteSpaceOf(one: EndedThing, again: MakingAgain): void {
  const { spaceId, sectionId, path, condition } = one.before;
  const body = { spaceId, ...present({ sectionId }) };
  const params = pick(one.ids, 'org', 'site');
  again.becomes(one, again.plan({ action: 'create', operation: 'site-spaces.create', params, body }));
  if (path != null || condition != null) again.plan(updateSiteSpace(one));
}
