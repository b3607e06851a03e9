import * as z from 'zod/mini';
import { copied, withFacts } from '../../api/contract/facts.ts';
import { DefaultLevel, updateCollection } from '../../api/contract/operations/collections.ts';
import { createCustomField } from '../../api/contract/operations/custom-fields.ts';
import { createOpenApiSpec } from '../../api/contract/operations/openapi.ts';
import { createSamlProvider } from '../../api/contract/operations/saml.ts';
import { createSectionGroup } from '../../api/contract/operations/section-groups.ts';
import { updateSection } from '../../api/contract/operations/sections.ts';
import { updateSiteSpace } from '../../api/contract/operations/site-spaces.ts';
import { updateSite } from '../../api/contract/operations/sites.ts';
import { createTeam } from '../../api/contract/operations/teams.ts';
import { createTranslation, TranslationLanguage } from '../../api/contract/operations/translations.ts';
import { Role, TeamRole } from '../../api/contract/schemas.ts';
import { fieldOf, known, optionalText } from './fields.ts';
import { sectionNames } from './section-names.ts';

export { type SectionName, sectionNames } from './section-names.ts';

/** The first line of every organization file: its format and version. */
export const fileFormat = 'docs-admin-organization/1';

const site = updateSite.body.def.shape;
const section = updateSection.body.def.shape;
const group = createSectionGroup.body.def.shape;
const customField = createCustomField.body.def.shape;
const saml = createSamlProvider.body.def.shape;

/** Keeps descriptions as the contract does: with zod's own registry, every command would load more code. */
const described = <Schema extends z.ZodMiniType>(text: string, schema: Schema): Schema =>
  withFacts(copied(schema), { description: text });

/** A part of the organization in a file of its own. */
const SideFile = z.strictObject({
  file: described('path of the file, from the folder of this one', z.string().check(z.minLength(1))),
});
export type SideFile = z.output<typeof SideFile>;

/** People in a file of their own. */
const PeopleFile = z.strictObject({
  file: described(
    'path of a table of people, from the folder of this one: CSV, JSON, JSON Lines or YAML, with the columns `user` and `role`',
    z.string().check(z.minLength(1)),
  ),
});

/** The largest number of characters of a key. */
export const longestKey = 1000;

const Name = z.string().check(z.minLength(1), z.maxLength(longestKey));
const Previously = described('earlier names: a rename, not a deletion and a creation', z.array(Name));

/** The roles of members of the organization, and of members of a team. */
export const memberRoles: [string, ...string[]] = [...known(Role), 'guest'];
export const membershipRoles = known(TeamRole);

const MemberRole = described('role in the organization; `guest` is none', z.enum(memberRoles));
const AccessRole = described('role of a team; `guest` is no access', z.enum(memberRoles));
const MembershipRole = described('role in the team', z.enum(membershipRoles));

/** Makes the schema of people by e-mail, or by id if the e-mail is shared or missing. */
const people = <Level extends z.ZodMiniType>(level: Level, text: string) =>
  described(
    text,
    z.union([
      PeopleFile,
      z.record(
        Name,
        z.union([level, z.strictObject({ id: described('id of the person', Name), role: level })]),
      ),
    ]),
  );

export const Members = people(MemberRole, 'people of the organization and their roles, by e-mail');
const TeamMembers = people(MembershipRole, 'members of the team and their roles, by e-mail; a complete list');

export const Team = z.strictObject({
  previously: z.optional(Previously),
  members: z.optional(TeamMembers),
});

const TeamRoles = described(
  'roles of teams, by title of the team; a complete list',
  z.record(Name, AccessRole),
);

export interface Collection {
  previously?: string[] | undefined;
  'default-level'?: string | undefined;
  description?: string | undefined;
  teams?: Record<string, string> | undefined;
  collections?: Record<string, Collection> | undefined;
}

export const Collection: z.ZodMiniType<Collection, Collection> = z.strictObject({
  previously: z.optional(Previously),
  'default-level': z.optional(
    described(
      'role of all members; `guest` is no access',
      z.enum([...known(DefaultLevel), 'guest'] as [string, ...string[]]),
    ),
  ),
  description: z.optional(optionalText(fieldOf(updateCollection.body.def.shape.description))),
  teams: z.optional(TeamRoles),
  // A getter, because the schema contains itself; `z.lazy` would make every command load more code.
  get collections() {
    return z.optional(described('collections in it, by title', z.record(Name, Collection)));
  },
});

const FieldValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]);

export const Space = z.strictObject({
  id: z.optional(described('id of the space, where titles repeat', Name)),
  teams: z.optional(TeamRoles),
  fields: z.optional(
    described('values of custom fields, by name of the field; a complete list', z.record(Name, FieldValue)),
  ),
});

const Icon = described(
  'name of an icon, such as `gear`; an empty text is none',
  z.string().check(z.maxLength(50)),
);
const Condition = described(
  'expression that decides who sees it; an empty text is none',
  z.string().check(z.maxLength(1024)),
);

export const SiteSpace = z.strictObject({
  space: described('title of the space, `Collection/Title`, or its id', Name),
  path: z.optional(described('path of the space in the site', fieldOf(updateSiteSpace.body.def.shape.path))),
  condition: z.optional(Condition),
  default: z.optional(described('whether it opens first', z.boolean())),
});

const SiteSpaces = described('published spaces, in their order; a complete list', z.array(SiteSpace));

export const Section = z.strictObject({
  title: described('title of the section', fieldOf(section.title)),
  path: described('path of the section, by which it is known', fieldOf(section.path)),
  previously: z.optional(Previously),
  group: z.optional(described('title of the group that it stands in', Name)),
  icon: z.optional(Icon),
  description: z.optional(
    described('description of the section', optionalText(fieldOf(section.description))),
  ),
  condition: z.optional(Condition),
  default: z.optional(described('whether the site opens with it', z.boolean())),
  spaces: z.optional(SiteSpaces),
});

/** The title of a section group without the id that may stand behind it in the file. */
export const GroupTitle = fieldOf(group.title);

export const SectionGroup = z.strictObject({
  title: described('title of the group', Name),
  previously: z.optional(Previously),
  icon: z.optional(Icon),
});

const JsonObject = z.record(z.string(), z.unknown());

export const Site = z.strictObject({
  previously: z.optional(Previously),
  visibility: z.optional(described('who may read the site', z.enum(known(fieldOf(site.visibility))))),
  basename: z.optional(described('first part of its address', fieldOf(site.basename))),
  proxy: z.optional(described('address that the site is shown at; an empty text is none', z.string())),
  'adaptive-content': z.optional(described('whether pages adapt to the visitor', z.boolean())),
  'adaptive-schema': z.optional(
    described('JSON Schema of what visitors carry: inline, or a file', z.union([SideFile, JsonObject])),
  ),
  sections: z.optional(described('sections, in their order; a complete list', z.array(Section))),
  'section-groups': z.optional(described('groups of sections, in their order', z.array(SectionGroup))),
  spaces: z.optional(SiteSpaces),
});

export const CustomField = z.strictObject({
  title: z.optional(described('title of the field', fieldOf(customField.title))),
  type: described('type of its values; it cannot change', z.enum(known(customField.type))),
  description: z.optional(described('description', fieldOf(customField.description))),
  placeholder: z.optional(described('text of an empty field', fieldOf(customField.placeholder))),
  options: z.optional(described('values to choose from', fieldOf(customField.options))),
});

const OpenApi = z.union([
  z.strictObject({
    url: z.optional(
      described(
        'address of the specification; without it the source stays as it is',
        z.string().check(z.minLength(1)),
      ),
    ),
  }),
  SideFile,
]);

export const Translation = z.strictObject({
  previously: z.optional(Previously),
  languages: z.optional(
    described(
      'languages, by code; a complete list',
      z.partialRecord(
        z.enum(known(TranslationLanguage)),
        z.strictObject({
          instructions: described(
            'instructions to the translator, as a document',
            z.union([SideFile, JsonObject]),
          ),
        }),
      ),
    ),
  ),
});

export const SamlProvider = z.strictObject({
  previously: z.optional(Previously),
  'entity-id': z.optional(described('entity id of the provider', fieldOf(saml.entityID))),
  'sso-url': z.optional(described('address for signing in', fieldOf(saml.ssoURL))),
  certificate: z.optional(
    described(
      'certificate as PEM: inline, or a file',
      z.union([z.string().check(z.maxLength(10_000)), SideFile]),
    ),
  ),
  'default-team': z.optional(described('title of the team that newcomers join', Name)),
  'default-role': z.optional(MemberRole),
});

/** Sections whose keys are titles in the service, with the schema of the title. */
export const titleSchemas = {
  teams: fieldOf(createTeam.body.def.shape.title),
  collections: fieldOf(updateCollection.body.def.shape.title),
  sites: fieldOf(site.title),
  'custom-fields': fieldOf(customField.name),
  openapi: fieldOf(createOpenApiSpec.body.def.shape.slug),
  translations: fieldOf(createTranslation.body.def.shape.title),
  saml: fieldOf(saml.label),
} as const;

/** The file with the schema for editors, beside the parts of an organization: it is none of them. */
export const schemaFileName = 'organization.schema.json';

/** A thing by kind and name, with `*` for any text: `team:Docs`, `site:*`. */
const Pattern = z
  .string()
  .check(z.regex(/^[a-z-]+:.+$/, 'must be a kind and a name, such as "team:Docs" or "site:*"'));

export const Organization = z.strictObject({
  format: described('format of this file and its version', z.literal(fileFormat)),
  organization: z.optional(described('id of the organization; for another one the file is refused', Name)),
  managed: z.optional(
    described(
      'what happens to things that the file does not list: `keep` (default), or `full`: they are deleted',
      z.partialRecord(z.enum(sectionNames), z.enum(['keep', 'full'])),
    ),
  ),
  keep: z.optional(described('things that are never deleted, emptied, renamed or demoted', z.array(Pattern))),
  ignore: z.optional(
    described('things that are managed elsewhere, and must not be declared', z.array(Pattern)),
  ),
  members: z.optional(Members),
  teams: z.optional(described('teams, by title', z.record(Name, Team))),
  'custom-fields': z.optional(described('custom fields, by name', z.record(Name, CustomField))),
  collections: z.optional(described('collections, by title', z.record(Name, Collection))),
  spaces: z.optional(
    described('access and field values of spaces, by title or `Collection/Title`', z.record(Name, Space)),
  ),
  sites: z.optional(described('sites, by title', z.record(Name, Site))),
  openapi: z.optional(described('OpenAPI specifications, by slug', z.record(Name, OpenApi))),
  translations: z.optional(described('translation settings, by title', z.record(Name, Translation))),
  saml: z.optional(described('SAML providers, by label', z.record(Name, SamlProvider))),
});
export type Organization = z.output<typeof Organization>;
