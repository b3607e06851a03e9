import type { View } from '../output/view.ts';

/** A finding of an audit; on a terminal, findings of one severity are a table. */
export const findingView: View = {
  id: 'object.id',
  columns: [
    { field: 'rule' },
    { field: 'object.kind', label: 'KIND' },
    { field: 'object.name', label: 'OBJECT', breaks: true },
    { field: 'outcome', tone: 'state' },
    { field: 'message', label: 'FINDING' },
    { field: 'fix', as: 'id', below: 'always' },
  ],
  wide: [{ field: 'object.id', label: 'ID' }],
};

/** The same as rows for programs. */
export const findingRowView: View = {
  id: 'object.id',
  columns: [
    { field: 'severity' },
    { field: 'rule' },
    { field: 'outcome' },
    { field: 'baseline' },
    { field: 'object.kind' },
    { field: 'object.id' },
    { field: 'object.name' },
    { field: 'message' },
    { field: 'fix' },
    { field: 'fixable' },
  ],
};

export const auditView: View = { id: 'organization', columns: [{ field: 'organization' }] };

export const ruleView: View = {
  id: 'id',
  columns: [
    { field: 'id', label: 'RULE' },
    { field: 'severity' },
    { field: 'title', label: 'WHAT MUST BE SO' },
    { field: 'needs', optional: true },
  ],
  wide: [
    { field: 'version' },
    { field: 'controls' },
    { field: 'looksAt', label: 'LOOKS AT' },
    { field: 'fixes' },
  ],
};

/** A difference between two audits. */
export const findingChangeView: View = {
  id: 'object.id',
  columns: [
    { field: 'change' },
    { field: 'severity' },
    { field: 'rule' },
    { field: 'object.kind', label: 'KIND' },
    { field: 'object.name', label: 'OBJECT', breaks: true },
    { field: 'message', label: 'FINDING' },
  ],
};
