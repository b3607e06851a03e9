import * as z from 'zod/mini';
import { described } from '../facts.ts';
import { fields, listOperation, operation } from '../operation.ts';
import { answerId, Id, openEnum, resource, Timestamp, Urls, User, UserId, Variant } from '../schemas.ts';

export const ChangeRequestStatus = openEnum(['draft', 'open'], ['merged', 'archived']);
const subject = 'what it is about';
const ChangeRequestSubject = described(subject, z.string().check(z.maxLength(100)));

/** Operations take its `number` as well as its `id`. */
export const ChangeRequest = resource({ id: answerId<'changeRequest'>() }, () => ({
  object: z.string(),
  number: z.number(),
  status: z.string(),
  subject: z.string(),
  createdBy: User,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  revision: z.string(),
  revisionInitial: z.string(),
  revisionMergedAncestor: z.string(),
  revisionMerged: z.string(),
  comments: z.number(),
  outdated: z.boolean(),
  urls: Urls('app', 'location'),
}));
export type ChangeRequest = z.output<typeof ChangeRequest>;

/** `result` is `merge` after a merge and `update` after a pull. */
const MergeResult = resource({}, () => ({ revision: Variant, result: z.string() }));

export const listChangeRequests = listOperation({
  id: 'change-requests.list',
  path: '/v1/spaces/{space}/change-requests',
  summary: 'List the change requests of a space',
  query: fields(() => ({
    status: described('with this status (default: open)', z.optional(ChangeRequestStatus)),
    contributor: described('only those that this user contributed to', z.optional(UserId)),
  })),
  item: ChangeRequest,
});

export const createChangeRequest = operation({
  id: 'change-requests.create',
  method: 'POST',
  path: '/v1/spaces/{space}/change-requests',
  summary: 'Create a change request',
  // The reference limits the subject on update only.
  body: fields(() => ({ subject: described(subject, z.optional(z.string())) })),
  result: ChangeRequest,
});

export const getChangeRequest = operation({
  id: 'change-requests.get',
  method: 'GET',
  path: '/v1/spaces/{space}/change-requests/{changeRequest}',
  summary: 'Show a change request',
  result: ChangeRequest,
});

export const updateChangeRequest = operation({
  id: 'change-requests.update',
  method: 'PATCH',
  path: '/v1/spaces/{space}/change-requests/{changeRequest}',
  summary: 'Change the subject or the status of a change request',
  body: fields(() => ({
    subject: z.optional(ChangeRequestSubject),
    status: described('its new status', z.optional(ChangeRequestStatus)),
  })),
  result: ChangeRequest,
});

export const mergeChangeRequest = operation({
  id: 'change-requests.merge',
  method: 'POST',
  path: '/v1/spaces/{space}/change-requests/{changeRequest}/merge',
  summary: 'Merge a change request into the content of its space',
  result: MergeResult,
  effect: 'update',
  isFinal: true,
});

export const pullChangeRequest = operation({
  id: 'change-requests.pull',
  method: 'POST',
  path: '/v1/spaces/{space}/change-requests/{changeRequest}/update',
  summary: 'Pull the content of the space into a change request',
  result: MergeResult,
  effect: 'update',
  isFinal: true,
});

export const getChangeRequestPdf = operation({
  id: 'change-requests.pdf',
  method: 'GET',
  path: '/v1/spaces/{space}/change-requests/{changeRequest}/pdf',
  summary: 'Get the address of a change request as PDF',
  query: fields(() => ({
    only: described('only that page', z.optional(z.boolean()), 'the pages below it, too'),
    page: described('start with this page', z.optional(Id)),
  })),
  result: resource({ url: z.string() }, () => ({})),
});
