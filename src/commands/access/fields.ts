import { type Format, hasCells, isTable } from '../../output/output.ts';

// The fields of answers, by their dot paths.

const user = ['user.id', 'user.displayName', 'user.email'];
const target = ['target.kind', 'target.id', 'target.title'];
const path = ['ways.path.kind', 'ways.path.id', 'ways.path.title'];
const ways = ['ways.kind', 'ways.level', 'ways.deciding', ...path];
const disagreement = ['disagreement.rules', 'disagreement.service'];

/** The deciding way in words is a column. Objects have all ways. */
const way = (format: Format) => (hasCells(format) ? ['way'] : []);

export const whoCanFields = (format: Format) => [
  ...[...user, 'disabled', 'level', ...way(format), ...ways],
  ...['unknown', ...disagreement],
];

export const whatCanFields = (format: Format) => [
  ...[...target, 'disabled', 'level', ...way(format), ...ways],
  ...['unknown', ...disagreement],
];

export const explanationFields = (format: Format) => [
  ...['answer', 'level', ...way(format), ...ways, ...disagreement],
  ...['nearest.kind', 'nearest.id', 'nearest.title', 'nearest.missing', 'rules', 'otherwise.*', 'disabled'],
  ...['sites.id', 'sites.title', 'sites.visibility', 'sites.published'],
  ...['integrations.name', 'integrations.title', 'integrations.scopes', 'integrations.on'],
];

export const reportFields = (format: Format) => [
  ...[...user, 'disabled', ...target, 'level'],
  // All ways are one text in a cell, and one column of a table is the deciding one.
  ...(isTable(format) ? ['way', ...ways] : hasCells(format) ? ['way', 'ways', 'wayIds'] : ways),
  ...['unknown', ...disagreement],
];

/** Rows have the counts of each rule set; an object has the whole comparison. */
export const calibrationFields = (format: Format) =>
  hasCells(format)
    ? ['name', 'compared', 'agreed', 'counterexamples']
    : [
        ...['organization', 'taken', 'people', 'rules.*', 'fits', 'saved', 'notShown.*'],
        ...['unexplained.places.*', 'unexplained.common', 'unknown'],
      ];

const sides = ['before', 'after'].flatMap((side) =>
  ['level', ...ways, 'disabled', 'unknown'].map((field) => `${side}.${field}`),
);

/** Rows have the class of the change; an object has the changes by their class. */
export const differenceFields = (format: Format) =>
  hasCells(format)
    ? ['class', ...user, ...target, ...sides]
    : ['gained.*', 'lost.*', 'changed.*', 'way.*', 'incomparable.*'];
