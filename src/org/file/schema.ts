import * as z from 'zod/mini';
import { fileFormat } from '../organization.ts';
import { sectionNames } from '../section-names.ts';
import { sections } from '../sections/registry.ts';
import { explained, Name } from '../sections/schemas.ts';

/** The file with the schema for editors, beside the parts of an organization: it is none of them. */
export const schemaFileName = 'organization.schema.json';

/** A thing by kind and name, with `*` for any text: `team:Docs`, `site:*`. */
const Pattern = z
  .string()
  .check(z.regex(/^[a-z-]+:.+$/, 'must be a kind and a name, such as "team:Docs" or "site:*"'));

/** An organization file: its head, and the schema of each section. */
export const OrganizationSchema = z.strictObject({
  format: explained('format of this file and its version', z.literal(fileFormat)),
  organization: z.optional(explained('id of the organization; for another one the file is refused', Name)),
  managed: z.optional(
    explained(
      'what happens to things that the file does not list: `keep` (default), or `full`: they are deleted',
      z.partialRecord(z.enum(sectionNames), z.enum(['keep', 'full'])),
    ),
  ),
  keep: z.optional(explained('things that are never deleted, emptied, renamed or demoted', z.array(Pattern))),
  ignore: z.optional(
    explained('things that are managed elsewhere, and must not be declared', z.array(Pattern)),
  ),
  ...Object.fromEntries(sectionNames.map((name) => [name, z.optional(sections[name].schema)])),
});
