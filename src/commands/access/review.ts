import * as collectionsOps from '../../api/contract/operations/collections.ts';
import { listMemberSpaces, listMembers, updateMember } from '../../api/contract/operations/members.ts';
import * as spacesOps from '../../api/contract/operations/spaces.ts';
import { listTeamMembers, listTeams, updateTeamMembers } from '../../api/contract/operations/teams.ts';
import { runFlags } from '../../cli/flags/bulk-flags.ts';
import { flag, outFlag, summaryFlag } from '../../cli/flags/flag.ts';
import type { LineParts } from '../../cli/session/line-parts.ts';
import { type AnyVerb, type Verb, verb } from '../../cli/verb.ts';
import { InvalidOption, Unfinished } from '../../errors.ts';
import type { View } from '../../output/view.ts';
import type { ReviewPlanDocument } from '../../review/show-plan.ts';
import { isDay } from '../../text/day.ts';
import { counted } from '../../text/words.ts';
import { redacted, redactFlag, verifyFlag } from './flags.ts';
import { levelFlag, levelFrom } from './place.ts';
import { throwGaps } from './tell.ts';

/** The word `access review`, with the verbs below it. */
export const review = (command: Verb): AnyVerb => {
  command
    .description('recertify who has which access: packets, decisions, removals, proof')
    .enablePositionalOptions()
    .helpCommand(false);
  const verbs = [open(), importFiles(), status(), planVerb(), close(), verify()];
  for (const below of verbs) command.addCommand(below);
  return command;
};

const folder = ['<folder>', 'the folder of the review'] as const;

/** The operations that read all grants. */
const reading = [
  listMembers,
  listTeams,
  listTeamMembers,
  collectionsOps.listCollections,
  collectionsOps.listCollectionPermissions,
  spacesOps.listSpacePermissions,
  listMemberSpaces,
];

/** The operations that carry decisions out. */
const changing = [
  updateTeamMembers,
  updateMember,
  collectionsOps.updateCollection,
  collectionsOps.setCollectionPermission,
  collectionsOps.removeCollectionPermission,
  spacesOps.setSpacePermission,
  spacesOps.removeSpacePermission,
];

const openFields = ['reviewer', 'name', 'packet', 'grants'];
const openView: View = {
  id: 'reviewer',
  columns: openFields.map((field) => ({ field })),
};

const open = () =>
  verb(
    'open',
    {
      summary: 'Freeze all grants in a folder, with a packet for each reviewer',
      effect: 'local',
      isForOne: true,
      reads: 'all lists that `access report` reads',
      fields: openFields,
    },
    [
      'docs-admin access review open q4',
      'docs-admin access review open q4-guests --guests --due 2026-12-31',
      'docs-admin access review open q4-admins --level admin --by person --redact',
    ],
    reading,
  )
    .argument('<folder>', 'the folder to write; it must be new or empty')
    .addOption(
      flag('--by <order>', 'who reviews, and how packets are sorted (default: team)').with({
        known: ['team', 'place', 'person'],
      }),
    )
    .addOption(levelFlag())
    .option('--guests', 'only what guests hold, and the roles of teams with guests')
    .addOption(flag('--reviewers <file>', 'CSV with place and reviewer: who reviews which place'))
    .addOption(flag('--due <date>', 'the last day for decisions, such as 2026-12-31'))
    .addOptions(verifyFlag(), redactFlag())
    .run(
      redacted(async ({ session, system, out }, path, flags) => {
        const { by = 'team', level, guests = false, reviewers, due, verify = false, redact = false } = flags;
        const { openReview } = await import('../../review/open.ts');
        const { isSorting } = await import('../../review/folder.ts');
        if (!isSorting(by)) throw new InvalidOption('by', 'must be team, place or person');
        if (due !== undefined && !isDay(due))
          throw new InvalidOption('due', 'must be a date such as 2026-12-31');
        await system.saveMemory();
        const { review, grants } = await openReview(session, path, {
          by,
          level: level === undefined ? null : levelFrom(level, '--level'),
          guests,
          reviewers,
          due: due ?? null,
          verify,
          redact,
        });
        await out.list(
          [review.reviewers.map((one) => ({ ...one, grants: grants.get(one.reviewer) }))],
          openView,
        );
        if (!review.direct)
          await out.note(
            'grants that no list shows were not looked for; --verify asks the service about each member',
          );
        throwGaps(review.unknown, { what: 'the review is incomplete' });
      }),
    );

const importFiles = () =>
  verb('import', { summary: 'Add the decisions in packets to the record of a review', effect: 'local' }, [
    'docs-admin access review import q3 user_ada.csv',
  ])
    .argument(...folder)
    .argument('<files...>', 'packets with decisions: CSV; - for standard input')
    .addOption(flag('--reviewer <user>', 'whose decisions they are (default: by the name of the file)'))
    .run(async ({ session, system }, path, files, { reviewer }) => {
      const { importDecisions } = await import('../../review/import.ts');
      await system.saveMemory(50);
      await importDecisions(session, path, files, reviewer);
    });

const statusFields = ['reviewer', 'grants', 'decided', 'open', 'keep', 'remove', 'lower', 'overdue'];
const statusView: View = { id: 'reviewer', columns: statusFields.map((field) => ({ field })) };

const status = () =>
  verb('status', { summary: 'Show how far each reviewer is', effect: 'read', fields: statusFields }, [
    'docs-admin access review status q3',
    'docs-admin access review status q3 --json',
  ])
    .argument(...folder)
    .addOption(flag('--check', 'end with exit code 11 while a grant is open'))
    .run(async ({ system, out }, path, { check = false }) => {
      const { readReview } = await import('../../review/folder.ts');
      const { readState, statusOf } = await import('../../review/state.ts');
      await system.saveMemory(50);
      const opened = await readReview(system.files, path);
      const all = statusOf(opened, await readState(system.files, opened), system.clock.now());
      await out.list([all], statusView);
      const left = all.reduce((sum, one) => sum + one.open, 0);
      if (check && left > 0) throw new Unfinished(`${counted(left, 'grant')} open`, { kind: 'no' });
    });

const planFields = [
  ...['format', 'organization', 'digest', 'complete', 'counts.*', 'opens.*', 'loses.*', 'addresses.*'],
  ...['changes.*', 'withheld.*', 'objections.*', 'unknown.*', 'unmanaged.*', 'open'],
  ...['grant', 'decision', 'to', 'level', 'action', 'grants.*'],
];
const planView: View = {
  id: 'grant',
  columns: ['grant', 'decision', 'to', 'level', 'action'].map((field) => ({ field })),
};

async function printPlan(
  { out }: Pick<LineParts, 'out'>,
  { grants, ...beside }: ReviewPlanDocument,
): Promise<void> {
  await out.list([grants], { ...planView, within: { beside, field: 'grants' } });
}

const planVerb = () =>
  verb(
    'plan',
    {
      summary: 'Show what the decisions of a review take away, and write it as plan.json; send nothing',
      effect: 'local',
      isForOne: true,
      reads: 'all lists that `access report` reads',
      fields: planFields,
    },
    ['docs-admin access review plan q3', 'docs-admin access review plan q3 --json'],
    reading,
  )
    .argument(...folder)
    .addOption(outFlag)
    .run(async (parts, path) => {
      const { planDecisions } = await import('../../review/close.ts');
      await parts.system.saveMemory(50);
      await printPlan(parts, await planDecisions(parts.session, path));
    });

const close = () =>
  verb(
    'close',
    {
      summary: 'Carry the decisions of a review out: take away and lower what reviewers have decided',
      effect: 'delete',
      isForOne: true,
    },
    ['docs-admin access review close q3 --dry-run', 'docs-admin access review close q3 --allow-open --yes'],
    [...reading, ...changing],
  )
    .argument(...folder)
    .option('--allow-open', 'carry out what is decided, also if grants are open or lists could not be read')
    .addOptions(...runFlags, summaryFlag)
    .run(async (parts, path, flags) => {
      const { closeReview, planDecisions } = await import('../../review/close.ts');
      await parts.system.saveMemory(50);
      const { session } = parts;
      if (session.dryRun) return printPlan(parts, await planDecisions(session, path));
      await closeReview(session, path, flags);
    });

const verifyFields = ['seal', 'closed', 'complete', 'grants', 'decided', 'open', 'tasks', 'own', 'others'];
const verifyView: View = {
  id: 'seal',
  columns: ['seal', 'closed', 'complete', 'grants', 'decided', 'open', 'tasks'].map((field) => ({ field })),
};

const verify = () =>
  verb(
    'verify',
    {
      summary:
        'Prove a review by its files alone: none was changed, and what it took away was gone when it was closed',
      effect: 'read',
      fields: verifyFields,
    },
    ['docs-admin access review verify q3', 'docs-admin access review verify q3 --json'],
  )
    .argument(...folder)
    .addOption(
      flag('--seal <hash>', 'the seal that an earlier command printed: proves that it is that review'),
    )
    .addOption(flag('--closed', 'end with exit code 11 if decisions are not carried out'))
    .run(async ({ system, out }, path, { seal, closed: mustBeClosed = false }) => {
      const { verifyReview, assertSeal, sealNote } = await import('../../review/verify.ts');
      const { brokenReview } = await import('../../review/folder.ts');
      await system.saveMemory(50);
      const checked = await verifyReview(system.files, path);
      const { faults, unknown, counts, closed, others, ...found } = checked;
      if (faults.length > 0 || !counts) throw brokenReview(path, faults);
      assertSeal(path, found, seal);
      const complete = unknown.length === 0;
      const { openOf, ...numbers } = counts;
      await out.item({ seal: found.seal, closed, complete, ...numbers, others }, verifyView);
      await out.note(sealNote(found, seal));
      for (const { reviewer, open } of openOf)
        await out.note(`${counted(open, 'grant')} open for ${reviewer}`);
      for (const id of counts.own) await out.note(`grant ${id}: who holds it has decided about it`);
      for (const name of others) await out.note(`${name} is no part of the review`);
      if (mustBeClosed && !closed) throw new Unfinished('the review is not closed', { kind: 'no' });
      throwGaps(unknown, { what: 'the review is incomplete' });
    });
