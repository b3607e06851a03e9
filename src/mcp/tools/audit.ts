import { isObject } from '../../text/fields.ts';
import { array, object, oneOf, optional, string } from '../protocol.ts';
import { isFailure, pageAnswer, readData } from '../reading.ts';
import { reads, type Server, type Tool, tool } from '../tool.ts';
import { flagWords } from '../usage.ts';

/** Finds what is wrong in the organization. */
export function audit(server: Server): Tool {
  const names = () => optional(array(string().min(1).max(30)).min(1).max(100));
  return tool({
    name: 'audit',
    title: 'Audit the organization',
    description:
      'Finds what is wrong: teams without an owner, guests who may edit, certificates that expire, and about fifty more things. ' +
      'Each finding has its rule, severity, object and message, and the command line that fixes it. The command "org audit ' +
      'rules" lists the rules.',
    input: object({
      rules: names().describe('only these rules: ["DA101"]'),
      except: names().describe('without these rules'),
      severity: optional(oneOf(['critical', 'high', 'medium', 'low', 'note'])).describe(
        'only rules of at least this severity',
      ),
    }),
    annotations: reads,
    async call({ rules, except, severity }, _, { signal }) {
      const flags = flagWords({ rules, except, severity });
      const result = await readData(server, ['org', 'audit', ...flags], [], signal);
      if (isFailure(result)) return result;
      const { exitCode, data, notes } = result;
      const { findings = [], counts, complete } = isObject(data) ? data : {};
      return pageAnswer(server.pages.first(findings), { exitCode, complete, counts }, notes);
    },
  });
}
