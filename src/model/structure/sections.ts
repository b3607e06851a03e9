import * as ops from '../../api/contract/operations/section-groups.ts';
import { createSection, deleteSection, updateSection } from '../../api/contract/operations/sections.ts';
import { groupBy } from '../../text/group-by.ts';
import type { Fields, Id } from '../effects/facts.ts';
import { siteSpaceSteps } from './site-spaces.ts';
import {
  apart,
  createPatch,
  type Judge,
  newDefault,
  type Patch,
  type StepReach,
  type StepWriter,
} from './steps.ts';
import type { StepPart, StructureThing } from './structure.ts';
import { createTurns, temporaryNames } from './turns.ts';

/** The longest title that a request to make a section accepts. */
const longestNewTitle = 64;

export interface ContentSteps {
  /** Changes and makes groups, sections and site spaces. `made` are site spaces that exist already, with their step. */
  fill(made?: ReadonlyMap<string, number>): void;
  /** Deletes what is no longer wanted. */
  end(): void;
}

/** `settleDefault` sets the default of the site before the old one goes. */
export function contentSteps(
  writer: StepWriter,
  site: string,
  judge: Judge,
  settleDefault: () => readonly number[],
): ContentSteps {
  const { before, wanted } = writer;
  const present = before.list('section', site);
  const list = wanted.list('section', site);
  const root = before.siteSpaces(site, null);
  // The spaces of a deleted section have survived it: no one can tell whether the service chooses defaults.
  const isMixed = root.length > 0 && present.length > 0;
  const ended = new Map<string, readonly number[]>();
  const patches = new Map(list.map((section) => [section.key, patchOf(section)]));
  const params = (more: Readonly<Record<string, Id>> = {}) => ({ site: writer.idOf(site), ...more });
  const spaces = siteSpaceSteps(writer, site, {
    settleDefault(section) {
      if (section === null) return settleDefault();
      return patches.get(section)?.settleDefault(() => send(section)) ?? [];
    },
    endSection: (key) => endSection(before.get(key) as StructureThing),
  });

  function patchOf(section: StructureThing): Patch {
    const isNew = !writer.isThere(section);
    const all = isNew ? valuesOfNew(section) : writer.newValues(section);
    const ofSection = wanted.siteSpaces(site, section.key);
    const { values, late } = apart(writer, section, all, judge, contentsOf(section));
    return createPatch(
      writer,
      section,
      updateSection,
      () => params({ section: writer.idOf(section.key) }),
      values,
      newDefault(writer, section, 'defaultSiteSpace', ofSection, isNew && !isMixed),
      late,
    );
  }

  function contentsOf({ key }: StructureThing): StepReach {
    return writer.contents(before.siteSpaces(site, key), wanted.siteSpaces(site, key));
  }

  /** Closes a section before something in it is opened. Another condition also opens it: what is closed in it comes before that. */
  function close(section: StructureThing): void {
    const { kind, key } = section;
    const values = writer.newValues(section);
    const { opens, takes } = judge(kind, before.get(key)?.fields ?? {}, values);
    const inside = contentsOf(section);
    if (!takes || !inside.opens) return;
    const isLate = opens && inside.takes;
    if (!isLate || renamed.has(key)) send(key);
    if (isLate) spaces.narrow(key);
    writer.close(key, patches.get(key)?.finish(() => writer.closings(key)) ?? []);
  }

  /** Returns what a new section still needs: the service has made its path, and longer titles are set afterwards. */
  function valuesOfNew(section: StructureThing): Fields {
    const { title, ...others } = writer.newValues(section);
    return isShort(title) ? others : { title, ...others };
  }

  const renamed = new Map(
    list.flatMap((section) => {
      const { path } = writer.isThere(section) ? writer.newValues(section) : {};
      return path === undefined ? [] : [[section.key, String(path)]];
    }),
  );
  const holders = new Map(
    present
      .filter((section) => renamed.has(section.key) || writer.ends(section))
      .map((section) => [section.fields.path, section]),
  );
  const temporaryPath = temporaryNames([...present, ...list].map(({ fields }) => String(fields.path)));
  const turns = createTurns<StructureThing>({
    holderOf: (path) => holders.get(path),
    nextOf: ({ key }) => renamed.get(key),
    giveUp: (section, requires) =>
      (endSection(section)[0] ?? patches.get(section.key)?.send(requires).at(-1)) as number,
    stepAside({ kind, key, fields }) {
      return writer.add({
        operation: updateSection,
        params: params({ section: key }),
        body: { path: temporaryPath(String(fields.path)) },
        parts: [{ kind, key, does: 'aside', fields: ['path'] }],
      });
    },
  });

  /** Changes a section that is there: its new path must be free. */
  function send(key: string): readonly number[] {
    if (renamed.has(key)) turns.take(before.get(key) as StructureThing);
    return patches.get(key)?.send() ?? [];
  }

  function endSection(section: StructureThing): readonly number[] {
    const { kind, key } = section;
    const known = ended.get(key);
    if (known) return known;
    if (!writer.ends(section)) return [];
    const isDefault = before.get(site)?.fields.defaultSiteSection === key;
    const step = writer.add({
      operation: deleteSection,
      params: params({ section: key }),
      parts: [{ kind, key, does: 'end' }],
      requires: [...(isDefault ? settleDefault() : []), ...spaces.clear(key)],
    });
    ended.set(key, [step]);
    return [step];
  }

  /** Makes a section together with its first site space. Returns the last step for it. */
  function make(section: StructureThing, requires: readonly number[]): readonly number[] {
    const { kind, key, fields } = section;
    const [first] = wanted.siteSpaces(site, key);
    if (!first) throw new Error(`nothing to make section ${key} of`);
    const { title, path } = fields;
    const step = writer.add({
      operation: createSection,
      params: params(),
      body: { spaceId: first.fields.spaceId, ...(title != null && isShort(title) && { title }) },
      parts: [
        { kind, key, does: 'make' },
        { kind: first.kind, key: first.key, does: 'make', idAt: 'siteSpaces.0.id' },
      ],
      requires: [...requires, ...spaces.freed(first)],
    });
    const free = turns.free(String(path));
    const patch = patches.get(key);
    // Nothing else is put into it before its condition is set.
    if (fields.condition != null) patch?.send(free);
    spaces.fill(key, new Map([[first.key, step]]));
    return [step, ...(patch?.send(free) ?? [])];
  }

  return {
    fill(made) {
      const fresh = list.filter((section) => !writer.isThere(section));
      const there = list.filter(writer.isThere);
      // A section takes up the spaces that are at the site itself, and the first one makes room for them.
      let last = fresh.length > 0 ? root.filter(writer.ends).flatMap(spaces.end) : [];
      if (wanted.siteSpaces(site, null).length > 0) spaces.fill(null, made, present.flatMap(endSection));
      for (const section of there) close(section);
      for (const { key } of there) spaces.fill(key);
      for (const { key } of there) last.push(...send(key));
      for (const section of fresh) last = [...make(section, last)];
      writer.order(present, list);
      groupSteps(writer, site);
    },
    end() {
      for (const section of present) endSection(section);
      for (const section of [null, ...present.map(({ key }) => key)])
        for (const thing of before.siteSpaces(site, section)) if (writer.ends(thing)) spaces.end(thing);
      for (const { key } of list) patches.get(key)?.finish(() => writer.closings(key));
    },
  };
}

function isShort(title: unknown): boolean {
  return String(title).length <= longestNewTitle;
}

/**
 * Changes, makes, fills, orders and deletes the groups of a site. The sections that join them are made before, so that a new
 * group is made together with its sections.
 */
function groupSteps(writer: StepWriter, site: string): void {
  const { before, wanted } = writer;
  const present = before.list('section-group', site);
  const groups = wanted.list('section-group', site);
  const params = (more: Readonly<Record<string, Id>> = {}) => ({ site: writer.idOf(site), ...more });
  const regrouped = wanted.list('section', site).filter((section) => {
    const was = writer.isThere(section) ? (before.get(section.key)?.fields.sectionGroup ?? null) : null;
    return 'sectionGroup' in section.fields && was !== (section.fields.sectionGroup ?? null);
  });
  const joining = groupBy(regrouped, ({ fields }) => String(fields.sectionGroup ?? ''));
  const grouped = ({ kind, key }: StructureThing): StepPart => {
    return { kind, key, does: 'set', fields: ['sectionGroup'] };
  };

  let earlier: number[] = [];
  for (const group of groups) {
    const { kind, key } = group;
    const values = writer.newValues(group);
    const sections = joining.get(key) ?? [];
    if (!writer.isThere(group)) {
      const ids = sections.map((section) => writer.idOf(section.key));
      const step = writer.add({
        operation: ops.createSectionGroup,
        params: params(),
        body: { ...values, ...(ids.length > 0 && { sections: ids }) },
        parts: [{ kind, key, does: 'make' }, ...sections.map(grouped)],
        requires: earlier,
      });
      earlier = [step];
    } else if (Object.keys(values).length > 0)
      writer.add({
        operation: ops.updateSectionGroup,
        params: params({ group: key }),
        body: values,
        parts: [{ kind, key, does: 'set', fields: Object.keys(values) }],
      });
  }
  for (const section of regrouped) {
    const group = section.fields.sectionGroup as string | null;
    if (group === null || !groups.some((one) => one.key === group && writer.isThere(one))) continue;
    writer.add({
      operation: ops.addSectionToGroup,
      params: params({ group }),
      body: { sectionId: writer.idOf(section.key) },
      parts: [grouped(section)],
    });
  }
  writer.order(present, groups);
  const leaving = groupBy(joining.get('') ?? [], ({ key }) => String(before.get(key)?.fields.sectionGroup));
  for (const group of present) {
    const { kind, key } = group;
    const sections = leaving.get(key) ?? [];
    if (writer.ends(group))
      writer.add({
        operation: ops.deleteSectionGroup,
        params: params({ group: key }),
        parts: [{ kind, key, does: 'end' }, ...sections.map(grouped)],
      });
    else
      for (const section of sections)
        writer.add({
          operation: ops.removeSectionFromGroup,
          params: params({ group: key, section: section.key }),
          parts: [grouped(section)],
        });
  }
}
