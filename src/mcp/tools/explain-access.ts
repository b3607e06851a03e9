import { wrongCall } from '../answer.ts';
import { object, optional, string } from '../protocol.ts';
import { runReadingLine } from '../reading.ts';
import { reads, type Server, type Tool, tool } from '../tool.ts';
import { flagWords } from '../usage.ts';

export function explainAccess(server: Server): Tool {
  const named = 'by id, or name: and its exact title';
  return tool({
    name: 'explain_access',
    title: 'Explain access',
    description:
      'Says who can do what, and why. With a person and a space or collection: all ways that lead there, with their levels, or ' +
      'what is missing. With a person alone: every place that they reach. With a place and a level: everyone who has at least ' +
      'this level there.',
    input: object({
      person: optional(string().min(1).max(300)).describe('the member, by id or e-mail address'),
      space: optional(string().min(1).max(300)).describe(`the space, ${named}`),
      collection: optional(string().min(1).max(300)).describe(`the collection, ${named}`),
      level: optional(string().min(1).max(30)).describe(
        'at least this level: read, comment, edit, review, create or admin',
      ),
    }),
    annotations: reads,
    async call({ person, space, collection, level }, _, { signal }) {
      const place = flagWords({ space, collection });
      if (person === undefined && (place.length === 0 || level === undefined))
        return wrongCall('Give a person, or a place and a level.');
      if (person === undefined)
        return runReadingLine(server, ['access', 'who-can', ...place, '--', level as string], [], signal);
      const question = place.length === 0 ? 'what-can' : 'explain';
      const words = ['access', question, ...place, ...flagWords({ level }), '--', person];
      return runReadingLine(server, words, [], signal);
    },
  });
}
