import type { AnyInput, Operation } from '../../api/contract/operation.ts';
import * as changeRequests from '../change-requests.ts';
import * as collections from '../collections.ts';
import * as comments from '../comments.ts';
import * as content from '../content.ts';
import * as customFields from '../custom-fields.ts';
import { fieldSource, valueAt, writableFields } from '../fields.ts';
import * as git from '../git.ts';
import * as integrations from '../integrations.ts';
import * as members from '../members.ts';
import * as openapi from '../openapi.ts';
import { operationsOf, type Resource } from '../resource.ts';
import type { Part } from '../resources.ts';
import * as saml from '../saml.ts';
import * as sectionGroups from '../section-groups.ts';
import * as sections from '../sections.ts';
import * as siteSpaces from '../site-spaces.ts';
import * as sites from '../sites.ts';
import * as spaces from '../spaces.ts';
import * as teams from '../teams.ts';
import * as translations from '../translations.ts';
import type { Touch } from './facts.ts';
import { touchesOf } from './touches.ts';

/** The kinds of things that requests change, or that end with others. */
const resources: readonly Resource[] = [
  ...[changeRequests, collections, comments, content, customFields, git, integrations, members, openapi],
  ...[saml, sectionGroups, sections, siteSpaces, sites, spaces, teams, translations],
].flatMap((module): Resource[] => Object.values(module));

const byKind = new Map(resources.map((resource) => [resource.kind, resource]));

const parts = new Map(
  resources.flatMap((resource) =>
    [...operationsOf(resource)].map(([role, { id }]): [string, Part] => [id, { resource, role }]),
  ),
);

/** Returns the queries of the list of a kind that together show all of them. */
export function queriesFor(kind: string): readonly Readonly<Record<string, string>>[] {
  // Without a status, the list of change requests shows only open ones.
  const statuses = ['draft', 'open', 'merged', 'archived'];
  return kind === 'change-request' ? statuses.map((status) => ({ status })) : [{}];
}

/** Returns the kind of things that an operation is about, and its role there. */
export function partOfOperation(id: string): Part | undefined {
  return parts.get(id);
}

/** Returns what {@link touchesOf} does, for any operation. It needs all kinds of things to be loaded. */
export function touches(op: Operation, input: AnyInput): readonly Touch[] {
  return touchesOf(partOfOperation(op.id), op, input);
}

/** Returns a kind of things. Throws an `Error` for an unknown one. */
export function resourceNamed(kind: string): Resource {
  const resource = byKind.get(kind);
  if (!resource) throw new Error(`no kind of thing is called ${kind}`);
  return resource;
}

/** Returns the kind whose ids a path parameter takes. */
export function resourceWithKey(param: string): Resource {
  const resource = resources.find(({ key, idOf }) => key === param && idOf === undefined);
  if (!resource) throw new Error(`no kind of thing has the parameter ${param}`);
  return resource;
}

/** Makes a function that reads the fields that requests can set, as far as answers show them; `null` for no value. */
export function readerOf(of: Resource): (item: unknown) => Readonly<Record<string, unknown>> {
  let paths: readonly (readonly [field: string, path: string, is: string | undefined])[] | undefined;
  return (item) => {
    paths ??= writableFields(of).flatMap((field) => {
      const source = fieldSource(of, field);
      const isShown = 'from' in source && source.from !== of.id && source.from !== 'order';
      return isShown ? [[field, source.from, 'is' in source ? source.is : undefined] as const] : [];
    });
    return Object.fromEntries(
      paths.map(([field, path, is]) => {
        const value = valueAt(item, path) ?? null;
        return [field, is === undefined ? value : value === is];
      }),
    );
  };
}
