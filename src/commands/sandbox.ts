import { flag, fraction, number, outFlag } from '../cli/flags/flag.ts';
import { verb } from '../cli/verb.ts';
import { checkedRuleSet } from '../domain/access/checked-rules.ts';
import { ruleSets } from '../domain/access/rule-sets.ts';
import { UsageError } from '../errors.ts';
import { inputName } from '../inputs.ts';

export const sandbox = () => [
  serve(),
  reset(),
  verb(
    'export',
    {
      summary: 'Write the state of the sandbox as a snapshot, for `sandbox reset --snapshot`',
      effect: 'local',
      worksWithoutSettings: true,
    },
    ['docs-admin sandbox export', 'docs-admin sandbox export --out acme.json'],
  )
    .addOption(outFlag)
    .run(async ({ system, out }) => {
      await out.raw(await system.sandbox.export());
    }),
  verb(
    'path',
    { summary: 'Print where the state of the sandbox is stored', effect: 'read', worksWithoutSettings: true },
    ['docs-admin sandbox path'],
  ).run(async ({ system, out }) => {
    await out.raw(system.sandbox.path);
  }),
];

const serve = () =>
  verb(
    'serve',
    {
      summary: 'Serve the embedded service over HTTP on 127.0.0.1, until interrupted',
      effect: 'local',
      worksWithoutSettings: true,
    },
    [
      'docs-admin sandbox serve --port 4010',
      'docs-admin sandbox serve --rate-limit 20/s --fail 0.1 --log requests.jsonl',
    ],
  )
    .addOption(number('--port <n>', 0, 65_535, 'port (default: a free one)'))
    .addOption(
      flag('--data <file>', 'SQLite file of its state (default: the one of the profile sandbox)').with({
        writesFile: true,
      }),
    )
    .addOption(
      flag(
        '--token-file <file>',
        'file with the token of the service; created with a random token if it does not exist',
      ).with({ writesFile: true }),
    )
    .addOption(
      accessRulesFlag('rules of access: see docs/access.md (default: those of the environment or the data)'),
    )
    .addOption(number('--latency <ms>', 0, 600_000, 'milliseconds by which every answer is late'))
    .option('--rate-limit <n/s>', 'requests per second, such as 20/s; more are answered with 429', perSecond)
    .addOption(fraction('--fail <rate>', 'fraction of the requests that fail with 502, 503 or 504: 0 to 1'))
    .addOption(fraction('--drop <rate>', 'fraction of the answers that break off in the middle: 0 to 1'))
    .addOption(
      number('--seed <n>', 0, 4_294_967_295, 'seed for the order of failed and dropped requests').with({
        needs: ['--fail', '--drop'],
      }),
    )
    .addOption(
      flag('--log <file>', 'add a JSON line to this file for each request').with({ writesFile: true }),
    )
    .run(
      async (
        { system, context, files, out, endsByInterrupt },
        { port = 0, data, tokenFile, accessRules, log, latency, rateLimit, fail, drop, seed },
      ) => {
        endsByInterrupt();
        const fromStdin = tokenFile === '-';
        await system.sandbox.serve({
          port,
          dataFile: data,
          ...(fromStdin ? { token: (await files.text(tokenFile)).trim() } : { tokenFile }),
          accessRules,
          faults: {
            latency,
            rateLimit,
            fail,
            drop,
            seed,
            called: { rateLimit: '--rate-limit', fail: '--fail' },
          },
          logFile: log,
          onReady: async (facts) => {
            const line = `serving ${facts.baseUrl} (organization ${facts.org}, token ${facts.token})`;
            await out.raw(context.format() === 'json' ? JSON.stringify(facts) : line);
          },
        });
      },
    );

function perSecond(value: string): number {
  const [, digits] = /^([1-9]\d{0,5})(?:\/s)?$/.exec(value) ?? [];
  if (digits !== undefined) return Number(digits);
  throw new UsageError('invalid --rate-limit: must be requests per second, such as 20/s');
}

const accessRulesFlag = (description: string) =>
  flag('--access-rules <name>', description)
    .with({ known: ruleSets.map(({ name }) => name) })
    .argParser((value: string): string => checkedRuleSet('--access-rules', value).name);

const reset = () =>
  verb(
    'reset',
    {
      summary: 'Fill the sandbox with fresh demo data, or a large organization',
      effect: 'local',
      worksWithoutSettings: true,
    },
    [
      'docs-admin sandbox reset',
      'docs-admin sandbox reset --members 2000 --teams 20',
      'docs-admin sandbox reset --snapshot acme.json',
      'docs-admin sandbox reset --access-rules precedence',
    ],
  )
    .option(
      '--snapshot <file>',
      'snapshot of `org snapshot` or `sandbox export` to fill it with; - for standard input',
    )
    .addOption(number('--members <n>', 1, 1_000_000, 'members of a large organization'))
    .addOption(number('--teams <n>', 0, 10_000, 'teams of a large organization'))
    .addOption(
      accessRulesFlag('rules of access, kept with the data (default: those of the snapshot, or highest)'),
    )
    .run(async ({ system, out }, { snapshot, members, teams, accessRules }) => {
      if (snapshot !== undefined && (members !== undefined || teams !== undefined))
        throw new UsageError('--members and --teams go with the demo data, not with a snapshot');
      const { fixtureIn } = await import('../work/journal/kept-input.ts');
      const fixture = snapshot === undefined ? undefined : await fixtureIn(system, snapshot);
      const org = await system.sandbox.reset({ fixture, members, teams, accessRules });
      const content =
        snapshot === undefined ? 'fresh demo data' : `${inputName(snapshot)} (organization ${org})`;
      await out.done(`${content} in ${system.sandbox.path}`);
    });
