import type { IdOf } from '../../api/contract/ids.ts';
import { withoutCredentials } from '../../text/addresses.ts';
import { type AuditFacts, daysSince } from '../facts.ts';
import { ofEach } from '../judging.ts';
import { type Breach, inApp, type WrittenRule } from '../rule.ts';

const fresh = 30;

export const connectionRules: readonly WrittenRule[] = [
  {
    id: 'DA601',
    severity: 'medium',
    title: 'Installed integrations are verified',
    why: 'The service has checked the code of a verified integration. Other code may do anything that its scopes allow.',
    howToFix: `Uninstall the integration, or accept the finding after you have checked its code. ${inApp}`,
    looksAt: { integration: ['title', 'verified'], installation: ['status'] },
    each: ['installation'],
    fixes: [],
    find: ofEach('integration', ({ verified }, id, facts) => {
      if (!isInstalled(facts, id) || verified === true) return undefined;
      if (verified !== false) return { unjudged: 'the service does not tell whether it is verified' };
      return { message: 'is installed, but not verified', evidence: { verified } };
    }),
  },
  {
    id: 'DA602',
    severity: 'medium',
    title: 'Installed integrations only read',
    why: 'An integration that writes can change content, show its own script to readers, or decide who may read.',
    howToFix: `Uninstall the integration, or accept the finding if you need it. ${inApp}`,
    looksAt: { integration: ['title', 'scopes'], installation: ['status'] },
    each: ['installation'],
    fixes: [],
    find: ofEach('integration', ({ scopes }, id, facts) => {
      const writing = (scopes ?? []).filter((scope) => !scope.endsWith(':read'));
      if (!isInstalled(facts, id) || writing.length === 0) return undefined;
      return { message: `may do more than read: ${writing.join(', ')}`, evidence: { scopes: writing } };
    }),
  },
  {
    id: 'DA603',
    severity: 'low',
    title: 'Integrations are installed on chosen spaces',
    why: 'An installation on all spaces also reaches those that are made later, however confidential they are.',
    howToFix: `Choose the spaces that need the integration. ${inApp}`,
    looksAt: { integration: ['title'], installation: ['status', 'space_selection'] },
    each: ['installation'],
    fixes: [],
    find: ofEach('installation', (item, id, facts, integration) => {
      if (item.space_selection !== 'all') return undefined;
      const { name } = facts.named('integration', integration);
      return {
        object: { kind: 'installation', id, name },
        message: `${name} is installed on all spaces`,
        evidence: { integration, space_selection: 'all' },
      };
    }),
  },
  {
    id: 'DA701',
    severity: 'high',
    title: 'OpenAPI specifications can be processed',
    why: 'Pages show the last version that worked, or nothing; readers cannot see that it is old.',
    howToFix:
      'Correct the specification, then send it again. The command gives the service the same address, or a file that you choose.',
    looksAt: { openapi: ['slug', 'sourceURL', 'processingState', 'lastProcessErrorCode'] },
    fixes: ['fetch-specification', 'send-specification'],
    find: ofEach('openapi', ({ processingState, lastProcessErrorCode, sourceURL }, slug) => {
      if (!lastProcessErrorCode && !/^(?:error|failed|failure)$/i.test(processingState ?? ''))
        return undefined;
      return {
        message: `could not be processed${lastProcessErrorCode ? `: ${lastProcessErrorCode}` : ''}`,
        evidence: { processingState, error: lastProcessErrorCode ?? null },
        fix: sentAgain(slug, sourceURL),
      };
    }),
  },
  {
    id: 'DA702',
    severity: 'low',
    title: 'OpenAPI specifications were processed in the last 30 days',
    why: 'The pages may describe an interface that no longer exists.',
    howToFix:
      'Send the specification again. The command gives the service the same address, or a file that you choose.',
    looksAt: {
      openapi: ['slug', 'sourceURL', 'createdAt', 'updatedAt', 'processingState', 'lastProcessedAt'],
    },
    fixes: ['fetch-specification', 'send-specification'],
    find: ofEach('openapi', ({ lastProcessedAt, processingState, ...spec }, slug, { now }) => {
      const waitsSince = processingState === 'pending' ? (spec.updatedAt ?? spec.createdAt) : undefined;
      const days = daysSince(waitsSince ?? lastProcessedAt ?? spec.createdAt, now);
      if (days === undefined) return { unjudged: 'the service does not tell when it was processed' };
      if (days < fresh) return undefined;
      return {
        message: lastProcessedAt
          ? `was last processed on ${lastProcessedAt.slice(0, 10)}`
          : `was never processed in ${days} days`,
        evidence: { lastProcessedAt: lastProcessedAt ?? null, processingState, days },
        fix: sentAgain(slug, spec.sourceURL),
      };
    }),
  },
  {
    id: 'DA703',
    severity: 'low',
    title: 'Git synchronisations ran in the last 30 days',
    why: 'Space and repository may differ, and the next run may overwrite one with the other.',
    howToFix:
      'Look at the synchronisation in the app of the service, and start it there or in the repository. The service does not tell the branch, so no command can be given.',
    looksAt: { space: ['title', 'gitSync'] },
    fixes: [],
    find: ofEach('space', ({ gitSync }, _, { now }) => {
      if (!gitSync) return undefined;
      const days = daysSince(gitSync.updatedAt, now);
      if (days === undefined) return { unjudged: 'the service does not tell when its synchronisation ran' };
      if (days < fresh) return undefined;
      return {
        message: `was last synchronised with ${gitSync.repoName ?? 'its repository'} ${days} days ago`,
        evidence: { repository: gitSync.repoName ?? null, updatedAt: gitSync.updatedAt, days },
      };
    }),
  },
  {
    id: 'DA704',
    severity: 'critical',
    title: 'Addresses of Git synchronisations carry no credentials',
    why: 'Everyone who can see the settings of the space, or a log with the address, has a key to the repository.',
    howToFix:
      'Revoke the credentials at the Git host first. Then set the synchronisation up again in the app of the service, with an integration instead of an address with a password.',
    looksAt: { space: ['title', 'gitSync'] },
    fixes: [],
    find: ofEach('space', ({ gitSync }) => {
      const url = gitSync?.url ?? '';
      const shown = withoutCredentials(url);
      if (shown === url) return undefined;
      return { message: `has a Git address with credentials: ${shown}`, evidence: { url: shown } };
    }),
  },
];

function isInstalled(facts: AuditFacts, integration: IdOf<'integration'>): boolean {
  return Boolean(facts.list('installation', integration)?.size);
}

/** Returns the same source again. An address with credentials is never repeated. */
function sentAgain(slug: string, url: string | null | undefined): Breach['fix'] {
  if (!url) return { code: 'send-specification', data: { slug } };
  return withoutCredentials(url) === url ? { code: 'fetch-specification', data: { slug, url } } : undefined;
}
