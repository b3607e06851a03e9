import type { OutsideReach } from '../../access/ask.ts';
import type { Explanation } from '../../access/questions.ts';
import type { InstalledIntegration, PublishingSite, ReportedWay, ReportRow } from '../../access/report.ts';
import type { Column, TreeNode, View } from '../../output/view.ts';

const person: readonly Column[] = [
  { field: 'user.id', label: 'ID' },
  { field: 'user.displayName', label: 'NAME', breaks: true },
  { field: 'user.email', label: 'EMAIL', breaks: true },
];

const place: readonly Column[] = [
  { field: 'target.kind', label: 'KIND' },
  { field: 'target.id', label: 'PLACE ID' },
  { field: 'target.title', label: 'PLACE', breaks: true },
];

const disabled: Column = { field: 'disabled', as: 'yes-no', tone: 'bad', optional: true };
const level: Column = { field: 'level' };
/** The deciding way, in words. */
const way: Column = {
  field: 'way',
  value: (item) => decidingWay((item as { ways: readonly ReportedWay[] }).ways),
};

export const whoCanView: View = { id: 'user.id', columns: [...person, level, way, disabled] };

export const whatCanView: View = { id: 'target.id', columns: [...place, level, way] };

/** Rows of a report for people. */
export const reportView: View = {
  id: 'user.id',
  columns: [
    { field: 'user.displayName', label: 'NAME', breaks: true },
    { field: 'user.id', label: 'ID' },
    { field: 'target.title', label: 'PLACE', breaks: true },
    { field: 'target.id', label: 'PLACE ID' },
    { field: 'level', value: levelWord },
    way,
    disabled,
  ],
};

/** Rows of a report for programs, with all ways as texts: in words, and by their ids. */
export const flatReportView: View = {
  id: 'user.id',
  columns: [
    ...person,
    { field: 'disabled' },
    ...place,
    { field: 'level' },
    { field: 'way' },
    { field: 'ways' },
    { field: 'wayIds' },
    { field: 'unknown' },
  ],
};

export const explanationView: View = {
  id: 'answer',
  columns: [
    { field: 'answer' },
    { field: 'level' },
    way,
    { field: 'nearest', value: (item) => (item as Explanation).nearest.map(missingWords).join('; ') },
  ],
  omits: ['ways', 'nearest', 'sites', 'integrations'],
  tree: (item) => explanationTree(item as Explanation),
};

/** An explanation as a row for programs. People get messages about sites and integrations instead. */
export const explanationRowView: View = {
  id: 'answer',
  columns: [
    ...explanationView.columns,
    { field: 'sites', value: (item) => (item as Partial<OutsideReach>).sites?.map(siteWords).join('; ') },
    {
      field: 'integrations',
      value: (item) => (item as Partial<OutsideReach>).integrations?.map(integrationWords).join('; '),
    },
  ],
};

/** What a calibration says of each rule set. */
export const calibrationView: View = {
  id: 'name',
  columns: [
    { field: 'name', label: 'RULES' },
    { field: 'compared' },
    { field: 'agreed' },
    { field: 'counterexamples' },
  ],
};

export const differenceView: View = {
  id: 'user.id',
  columns: [
    { field: 'class', tone: 'state' },
    { field: 'user.id', label: 'ID' },
    { field: 'user.displayName', label: 'NAME', breaks: true },
    ...place,
    { field: 'before.level', label: 'BEFORE' },
    { field: 'after.level', label: 'AFTER' },
  ],
};

/** Groups of changes, for people; names are in words. */
export const changeGroupView: View = {
  id: 'class',
  columns: [
    { field: 'class', tone: 'state' },
    { field: 'before', whenEmpty: 'none' },
    { field: 'after', whenEmpty: 'none' },
    { field: 'count', label: 'PEOPLE' },
    { field: 'who', breaks: true },
    { field: 'places', breaks: true },
  ],
};

/** Returns the level of a row. The service may take away what the rules give, or a list could not be read. */
function levelWord(item: unknown): string {
  const { level, unknown } = item as Pick<ReportRow, 'level' | 'unknown'>;
  return level ?? (unknown ? 'unknown' : 'none');
}

function decidingWay(ways: readonly ReportedWay[]): string | undefined {
  const deciding = ways.find((one) => one.deciding);
  return deciding && wayWords(deciding);
}

/** Says in words what gives a level: `team Docs on collection Product`. */
export function wayWords({ kind, path }: Pick<ReportedWay, 'kind' | 'path'>): string {
  const name = (at: number) => path[at]?.title ?? path[at]?.id ?? '';
  switch (kind) {
    case 'organization-role':
      return 'role in the organization';
    case 'collection-default':
      return `default level of collection ${name(0)}`;
    case 'space-default':
      return 'default level of the space';
    case 'collection-team':
      return `team ${name(0)} on collection ${name(1)}`;
    case 'space-team':
      return `team ${name(0)} on the space`;
    case 'not-shown':
      return 'granted in a way that the interface does not show';
  }
}

/** Says who can read a site: `Acme Docs (site_docs): public`. */
function siteWords({ id, title, visibility, published }: PublishingSite): string {
  return `${title} (${id}): ${published ? visibility : 'not published'}`;
}

/** Says what an integration may do: `Acme Analytics (acme-analytics): space:views:read`. */
function integrationWords({ name, title, scopes, on }: InstalledIntegration): string {
  const place = on === 'this' ? '' : ' on some spaces, maybe on this one';
  return `${title} (${name})${place}: ${scopes.join(', ')}`;
}

/** Says in words what would help, and where. */
function missingWords({ kind, id, title, missing }: Explanation['nearest'][number]): string {
  const name = `${kind} ${title ?? id}`;
  return {
    enabled: `enable ${name}`,
    membership: `a membership in ${name}`,
    permission: `a role of a team of this person on ${name}`,
    'default-level': `a higher default level of ${name}`,
    role: `a higher role in ${name}`,
  }[missing];
}

function explanationTree({ ways, nearest }: Explanation): TreeNode[] {
  const branch = (label: string, children: TreeNode[]) => (children.length > 0 ? [{ label, children }] : []);
  return [
    ...branch(
      'ways',
      ways.map((one) => ({ label: `${one.level}: ${wayWords(one)}${one.deciding ? ' (decides)' : ''}` })),
    ),
    ...branch(
      'what would help',
      nearest.map((step) => ({ label: missingWords(step) })),
    ),
  ];
}
