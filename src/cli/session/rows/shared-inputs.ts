import type { AnyInput } from '../../../api/client/request.ts';
import { isObject } from '../../../text/fields.ts';
import { shareTexts } from '../../../text/shared-texts.ts';

/** Copies an input. The copy shares what is equal in earlier ones. */
export type ShareInput = (input: AnyInput) => AnyInput;

/** So many different bodies are compared. */
const mostBodies = 1000;

/** Texts in bodies that are compared are not longer. */
const longest = 100;

/** Makes a function that copies inputs. Of very many rows, most have the same organization, and one of a few bodies. */
export function shareInputs(): ShareInput {
  const shareText = shareTexts();
  const bodies = new Map<string, unknown>();

  function shareBody(body: unknown): unknown {
    if (!isShort(body)) return body;
    const key = JSON.stringify(body);
    const shared = bodies.get(key);
    if (shared === undefined && bodies.size < mostBodies) bodies.set(key, body);
    return shared ?? body;
  }

  return (input) => {
    // V8 gives a copy the shape of its original; a literal with other fields gets a shape of its own.
    const copy: { params?: AnyInput['params']; body?: unknown } = { ...input };
    if (copy.params) {
      const params: Record<string, string> = { ...copy.params };
      for (const [name, value] of Object.entries(params)) params[name] = shareText(value);
      copy.params = params;
    }
    if (copy.body !== undefined) copy.body = shareBody(copy.body);
    return copy;
  };
}

/** Returns whether a body is an object of short values, without other objects in it. */
function isShort(body: unknown): boolean {
  const isShortValue = (value: unknown) =>
    typeof value === 'string' ? value.length <= longest : value === null || typeof value === 'boolean';
  return isObject(body) && Object.values(body).every(isShortValue);
}
