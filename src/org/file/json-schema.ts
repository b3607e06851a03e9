import * as z from 'zod/mini';
import { schemaFacts } from '../../api/contract/facts.ts';
import type { SectionName } from '../section-names.ts';
import { CollectionEntry } from '../sections/collections.ts';
import { sections } from '../sections/registry.ts';
import type { Section } from '../sections/section.ts';
import { OrganizationSchema } from './schema.ts';

/** The part of JSON Schema that an organization file needs. */
export interface JsonSchema {
  type?: string;
  const?: unknown;
  enum?: string[];
  anyOf?: JsonSchema[];
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  propertyNames?: JsonSchema;
  items?: JsonSchema;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  pattern?: string;
  description?: string;
}

/** Returns the schema of an organization file as JSON Schema (draft 2020-12), with the meaning of each key. */
export function organizationSchema(): JsonSchema {
  const names = z.registry<{ id: string }>();
  names.add(CollectionEntry, { id: 'collection' });
  const schema = z.toJSONSchema(OrganizationSchema, {
    io: 'input',
    metadata: names,
    override({ zodSchema, jsonSchema }) {
      const { description } = schemaFacts(zodSchema);
      if (description !== undefined) jsonSchema.description = description;
      // The name of the definition says the same, and an id changes how editors resolve references.
      delete jsonSchema.id;
    },
  });
  return { title: 'Organization file of docs-admin', ...schema } as JsonSchema;
}

export function organizationSchemaText(): string {
  return `${JSON.stringify(organizationSchema(), null, 2)}\n`;
}

/** Returns the schema of the names of things in a section, if the names are titles of the service; else `undefined`. */
export function nameSchema(section: string): JsonSchema | undefined {
  const { title }: Partial<Section> = sections[section as SectionName] ?? {};
  return title && (z.toJSONSchema(title, { io: 'input' }) as JsonSchema);
}
