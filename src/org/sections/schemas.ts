import * as z from 'zod/mini';
import { copied, schemaFacts, withFacts } from '../../api/contract/facts.ts';
import { Role, TeamRole } from '../../api/contract/schemas.ts';
import { longestKey } from '../key-names.ts';

type Inner<Schema> =
  Schema extends z.ZodMiniOptional<infer Of>
    ? Inner<Of>
    : Schema extends z.ZodMiniNullable<infer Of>
      ? Inner<Of>
      : Schema extends z.ZodMiniUnion<readonly [infer First extends z.ZodMiniType, ...z.ZodMiniType[]]>
        ? First
        : Schema;

/** Returns the schema of a contract's field for the file: required, not null, in the documented variant. */
export function fieldOf<Schema extends z.ZodMiniType>(schema: Schema): Inner<Schema> {
  const { def } = schema as {
    def: { type: string; innerType?: z.ZodMiniType; options?: z.ZodMiniType[] };
  };
  const inner = def.type === 'union' ? def.options?.[0] : def.innerType;
  return (inner ? fieldOf(inner) : schema) as Inner<Schema>;
}

/** Returns the known values of an open enumeration of the contract. In a file, other values are mistakes. */
export function knownValues(schema: z.ZodMiniType): [string, ...string[]] {
  const values = schemaFacts(schema).known ?? [];
  return [...values] as [string, ...string[]];
}

/** Makes the schema of a text that an empty text clears. */
export function optionalText<Schema extends z.ZodMiniType<string, string>>(schema: Schema) {
  return z.union([z.literal(''), schema]);
}

/** Keeps descriptions as the contract does: with zod's own registry, every command would load more code. */
export const explained = <Schema extends z.ZodMiniType>(text: string, schema: Schema): Schema =>
  withFacts(copied(schema), { description: text });

export const Name = z.string().check(z.minLength(1), z.maxLength(longestKey));

export const byNames = <Thing extends z.ZodMiniType>(text: string, thing: Thing) =>
  explained(text, z.record(Name, thing));

export const Previously = explained('earlier names: a rename, not a deletion and a creation', z.array(Name));

/** A part of the organization in a file of its own. */
export const SideFile = z.strictObject({
  file: explained('path of the file, from the folder of this one', z.string().check(z.minLength(1))),
});

export const JsonObject = z.record(z.string(), z.unknown());

const PeopleFile = z.strictObject({
  file: explained(
    'path of a table of people, from the folder of this one: CSV, JSON, JSON Lines or YAML, with the columns `user` and `role`',
    z.string().check(z.minLength(1)),
  ),
});

/** The roles of members of the organization, and of members of a team. */
export const memberRoles: [string, ...string[]] = [...knownValues(Role), 'guest'];
export const membershipRoles = knownValues(TeamRole);

export const MemberRole = explained('role in the organization; `guest` is none', z.enum(memberRoles));

/** Makes the schema of people by e-mail, or by id if the e-mail is shared or missing. */
export const peopleWith = <Level extends z.ZodMiniType>(level: Level, text: string) =>
  explained(
    text,
    z.union([
      PeopleFile,
      z.record(
        Name,
        z.union([level, z.strictObject({ id: explained('id of the person', Name), role: level })]),
      ),
    ]),
  );

const AccessRole = explained('role of a team; `guest` is no access', z.enum(memberRoles));

export const TeamRoles = explained(
  'roles of teams, by title of the team; a complete list',
  z.record(Name, AccessRole),
);
