import { describe, expect, test } from 'vitest';
import { type Fields, thingKey } from '../../../src/model/effects/facts.ts';
import type { ChangedThing } from '../../../src/work/undo/changed-things.ts';
import { docs, guides, nothing, org, type There, thing, undo } from './restoring.ts';

describe('a thing that the run has ended', () => {
  const ended = thing('team', docs, [{ title: 'Docs' }, null], { name: 'Docs' });
  const gone: There = [ended, { value: null }];

  test('is made again', () => {
    const { requests } = undo([ended], [gone]);
    expect(requests).toEqual([{ operation: 'teams.create', id: org, body: { title: 'Docs' } }]);
  });

  test('that is there again stays', () => {
    expect(undo([ended], [[ended, { value: { title: 'Docs' } }]]).stays).toEqual([
      'team "Docs" (team_docs): it is there again',
    ]);
  });

  test('comes back with what has ended with it, by its new id', () => {
    const cause = thingKey(ended);
    const kim = thing('team-member', { ...docs, user: 'user_kim' }, [{ role: 'member' }, null], { cause });
    const pat = thing('team-member', { ...docs, user: 'user_pat' }, [{ role: 'owner' }, null], { cause });
    const role = thing('space-team', { space: 'space_a', team: 'team_docs' }, [{ role: 'edit' }, null], {
      cause,
    });
    const away = [kim, pat, role].map((one): There => [one, { value: null }]);
    const { requests, lost, stays, changes } = undo([ended, kim, pat, role], [gone, ...away]);
    expect([lost, stays]).toEqual([[], []]);
    // Further requests for a thing that comes back name no fields of their own.
    expect(changes.slice(1)).toMatchObject([
      { kind: 'team', name: 'team "Docs" (team_docs)', before: {}, after: {} },
      { kind: 'team', name: 'team "Docs" (team_docs)', before: {}, after: {} },
    ]);
    expect(requests).toEqual([
      { operation: 'teams.create', id: org, body: { title: 'Docs', members: ['user_kim', 'user_pat'] } },
      {
        ...{ operation: 'teams.members.update', id: { $change: 0 }, requires: [0] },
        body: { memberships: { user_pat: { role: 'owner' } } },
      },
      {
        ...{ operation: 'spaces.permissions.set', id: { $change: 0 }, requires: [0] },
        body: { role: 'edit' },
      },
    ]);
  });

  test('has its own members', () => {
    const other = thing('team', { org, team: 'team_b' }, [{ title: 'B' }, null], { name: 'B' });
    const ids = { org, team: 'team_b', user: 'user_pat' };
    const pat = thing('team-member', ids, [{ role: 'member' }, null], { cause: thingKey(other) });
    const there = [ended, other, pat].map((one): There => [one, { value: null }]);
    const bodies = (...things: ChangedThing[]) => undo(things, there).requests.map(({ body }) => body);
    const [own, others] = [{ title: 'Docs' }, { title: 'B', members: ['user_pat'] }];
    expect(bodies(ended, other, pat)).toEqual([others, own]);
    expect(bodies(other, pat, ended)).toEqual([own, others]);
  });

  test('comes back without people whom the run had added', () => {
    const ids = { ...docs, user: 'user_kim' };
    const kim = thing('team-member', ids, [null, null], { cause: thingKey(ended) });
    expect(undo([ended, kim], [gone, [kim, { value: null }]]).requests.map(({ body }) => body)).toEqual([
      { title: 'Docs' },
    ]);
  });

  test('comes back without people who have left the organization with the same run', () => {
    const member = thing('member', { org, user: 'user_kim' }, [{ role: 'read' }, null]);
    const ids = { ...docs, user: 'user_kim' };
    const kim = thing('team-member', ids, [{ role: 'member' }, null], { cause: thingKey(member) });
    const there = [ended, member, kim].map((one): There => [one, { value: null }]);
    expect(undo([member, kim, ended], there).requests).toMatchObject([{ body: { title: 'Docs' } }]);
    expect(undo([member, kim, ended], there).requests[0]?.body).not.toHaveProperty('members');
  });

  test('that may have ended by a request without an outcome brings nothing back', () => {
    const perhaps = { ...ended, isUnclear: true };
    const role = thing('space-team', { space: 'space_a', team: 'team_docs' }, [
      { role: 'read' },
      { role: 'edit' },
    ]);
    const { requests, stays } = undo([role, perhaps], [gone, [role, { value: null }]]);
    expect(requests).toEqual([]);
    expect(stays).toHaveLength(1);
  });

  test('comes first in the names of what comes back with it', () => {
    const outer = thing('collection', guides, [{ title: 'Guides' }, null], { name: 'Guides' });
    const inner = thing('collection', { collection: 'col_a' }, [{ title: 'A', parent: 'col_guides' }, null], {
      cause: thingKey(outer),
    });
    const role = thing('collection-team', { collection: 'col_a', team: 't' }, [{ role: 'edit' }, null], {
      cause: thingKey(inner),
    });
    const all = [outer, inner, role];
    const { changes } = undo(
      all,
      all.map((one): There => [one, { value: null }]),
    );
    const whole = 'collection "Guides" (col_guides)';
    expect(changes.map(({ name }) => name)).toEqual([whole, `${whole}: collection col_a`, whole]);
  });

  test('has the values that a new one would not have, and what cannot come back is named', () => {
    const collection = (before: Fields) => {
      const one = thing('collection', guides, [before, null], { name: 'Guides' });
      return undo([one], [[one, { value: null }]]);
    };
    const bodies = (before: Fields) => collection(before).requests.map(({ body }) => body);
    const usual = { title: 'Guides', description: null, defaultLevel: 'inherit', parent: null };
    expect(bodies(usual)).toEqual([{ title: 'Guides' }]);
    expect(collection({ ...usual, defaultLevel: null }).requests).toMatchObject([
      { operation: 'collections.create', id: org },
      { operation: 'collections.update', body: { defaultLevel: null } },
    ]);
    expect(collection(usual).lost).toEqual([
      'collection "Guides" (col_guides): its place among the others: the service does not show it',
    ]);
  });

  test('comes back without the secrets that it had, and without what does not exist any more', () => {
    const provider = thing('saml', { org, provider: 'saml_a' }, [
      { label: 'Okta', certificate: { $secret: true }, defaultTeam: 'team_gone' },
      null,
    ]);
    const team = thingKey({ kind: 'team', ids: { org, team: 'team_gone' } });
    const { requests, stays, lost } = undo([provider], [[provider, { value: null }]], {
      gone: new Set([team]),
    });
    expect(requests).toMatchObject([{ operation: 'saml.create' }]);
    expect(requests[0]?.body).toEqual({ label: 'Okta' });
    expect(stays).toEqual(['SAML provider saml_a: defaultTeam: team team_gone no longer exists']);
    expect(lost).toContain(
      'SAML provider saml_a: certificate: it holds a secret, which journals do not keep',
    );
  });

  test('that keeps its id comes first, and what is tied to it by that id after it', () => {
    const field = thing('custom-field', { org, field: 'state' }, [{ title: 'State', type: 'text' }, null]);
    const value = thing('space-field', { space: 'space_a', field: 'state' }, [{ value: 'x' }, null], {
      cause: thingKey(field),
    });
    const { requests } = undo(
      [field, value],
      [field, value].map((one): There => [one, { value: null }]),
    );
    expect(requests).toEqual([
      {
        ...{ operation: 'custom-fields.create', id: org },
        body: { name: 'state', title: 'State', type: 'text' },
      },
      {
        ...{ operation: 'custom-fields.values.set', id: 'space_a', requires: [0] },
        body: { values: { state: { value: 'x' } } },
      },
    ]);
  });

  test('gets a new id, also in fields that still name the earlier one', () => {
    const provider = thing(
      'saml',
      { org, provider: 'saml_a' },
      [{ defaultTeam: 'team_docs' }, { defaultTeam: null }],
      { cause: thingKey(ended) },
    );
    const field = (defaultTeam: string | null) =>
      undo([ended, provider], [gone, [provider, { value: { defaultTeam } }]]).requests.at(-1);
    const again = { operation: 'saml.update', body: { defaultTeam: { $change: 0 } }, requires: [0] };
    expect(field(null)).toMatchObject(again);
    expect(field('team_docs')).toMatchObject(again);
    expect(field('team_other')).toMatchObject({ operation: 'teams.create' });
  });

  test('takes nothing back with it where it is there again, or does not come back', () => {
    const role = thing('space-team', { space: 'space_a', team: 'team_docs' }, [{ role: 'edit' }, null], {
      cause: thingKey(ended),
    });
    const there: There[] = [
      [ended, { value: { title: 'Docs' } }],
      [role, { value: null }],
    ];
    expect(undo([ended, role], there).requests).toEqual([]);
    expect(undo([role], there)).toMatchObject(nothing);
  });

  test('is a member, whose teams come back with them once they are back', () => {
    const member = thing('member', { org, user: 'user_kim' }, [{ role: 'read' }, null]);
    const kim = thing('team-member', { ...docs, user: 'user_kim' }, [{ role: 'member' }, null], {
      cause: thingKey(member),
    });
    const away: There = [kim, { value: null }];
    expect(undo([member, kim], [[member, { value: null }], away]).requests).toEqual([]);
    expect(undo([member, kim], [[member, { value: { role: 'read' } }], away]).requests).toMatchObject([
      { operation: 'teams.members.update', body: { add: ['user_kim'] } },
    ]);
  });

  test('that is lost is named once, and what was in it stays', () => {
    const place = { space: 'space_a', comment: 'c' };
    const comment = thing('comment', place, [{ body: { markdown: 'x' } }, null]);
    const text = { body: { markdown: 'y' } };
    const reply = thing('reply', { ...place, reply: 'r' }, [text, null], { cause: thingKey(comment) });
    const edited = thing('reply', { ...place, reply: 's' }, [text, { body: { markdown: 'z' } }]);
    const there = [comment, reply, edited].map((one): There => [one, { value: null }]);
    const { requests, stays, lost } = undo([edited, comment, reply], there);
    expect([requests, stays, lost.length]).toEqual([[], [], 1]);
  });

  test('comes back in another one that comes back, though that is gone now', () => {
    const [outer, inner] = [guides, { collection: 'col_a' }];
    const around = thing('collection', outer, [{ title: 'Guides', parent: null }, null]);
    const inside = thing('collection', inner, [{ title: 'A', parent: 'col_guides' }, null], {
      cause: thingKey(around),
    });
    const there = [around, inside].map((one): There => [one, { value: null }]);
    const options = { gone: new Set([thingKey({ kind: 'collection', ids: outer })]) };
    const { requests } = undo([around, inside], there, options);
    expect(requests).toMatchObject([
      { operation: 'collections.create', body: { title: 'Guides' } },
      { operation: 'collections.create', body: { title: 'A', parent: { $change: 0 } }, requires: [0] },
    ]);
    const alone = thing('collection', inner, [{ title: 'A', parent: 'col_guides' }, null]);
    expect(undo([alone], [[alone, { value: null }]], options)).toMatchObject({
      requests: [],
      stays: ['collection col_a: collection col_guides no longer exists'],
    });
  });

  test('names what of it is not known, if it is no tie', () => {
    const place = { org, translation: 'tr_a' };
    const translation = thing('translation', place, [{ title: 'T' }, null]);
    const languages = thing('translation-language', place, [undefined, null], {
      ...{ cause: thingKey(translation), unknown: '403' },
    });
    const there = [translation, languages].map((one): There => [one, { value: null }]);
    expect(undo([translation, languages], there).lost).toEqual([
      'translation settings tr_a: its languages are not known: 403',
    ]);
  });

  test('leaves out people who are gone, and names them', () => {
    const kim = thing('team-member', { ...docs, user: 'user_kim' }, [{ role: 'member' }, null], {
      cause: thingKey(ended),
    });
    const member = thingKey({ kind: 'member', ids: { org, user: 'user_kim' } });
    const { requests, lost } = undo([ended, kim], [gone, [kim, { value: null }]], {
      gone: new Set([member]),
    });
    expect(requests).toEqual([{ operation: 'teams.create', id: org, body: { title: 'Docs' } }]);
    expect(lost).toEqual(['user_kim in team "Docs" (team_docs): no longer in the organization']);
  });

  test('names what of it is not known', () => {
    const roles = thing('space-team', { team: 'team_docs' }, [undefined, null], {
      ...{ cause: thingKey(ended), unknown: '2,214 requests' },
    });
    expect(undo([ended, roles], [gone]).lost).toEqual([
      expect.stringMatching(/^roles of teams on space.*: its value before is not known: 2,214 requests$/),
    ]);
  });

  test('cannot come back where nothing makes it again', () => {
    const comment = thing('comment', { space: 'space_a', changeRequest: '3', comment: 'c' }, [
      { body: 'x' },
      null,
    ]);
    const { requests, lost } = undo([comment], [[comment, { value: null }]]);
    expect(requests).toEqual([]);
    expect(lost).toHaveLength(1);
    const member = thing('member', { org, user: 'user_kim' }, [{ role: 'read' }, null]);
    expect(undo([member], [[member, { value: null }]]).lost).toEqual([
      expect.stringMatching(/^member user_kim: the membership: the service has no operation to invite/),
    ]);
  });

  test('that only others can make again gets its values once it exists', () => {
    const member = thing('member', { org, user: 'user_kim' }, [{ role: 'edit', sso: false }, null]);
    expect(undo([member], [[member, { value: { role: 'read', sso: false } }]]).requests).toEqual([
      { operation: 'members.update', id: 'user_kim', body: { role: 'edit' } },
    ]);
    expect(undo([member], [[member, { value: { role: 'edit', sso: false } }]])).toMatchObject(nothing);
  });

  test('that has not ended with what it was in goes back into it', () => {
    const collection = thing('collection', guides, [{ title: 'Guides' }, null], { name: 'Guides' });
    const inside = thing(
      'collection',
      { collection: 'col_a' },
      [{ title: 'A', parent: 'col_guides' }, null],
      {
        ...{ cause: thingKey(collection), left: { title: 'B' } },
      },
    );
    const { requests } = undo(
      [collection, inside],
      [
        [collection, { value: null }],
        [inside, { value: { title: 'B', parent: null } }],
      ],
    );
    expect(requests).toMatchObject([
      { operation: 'collections.create' },
      { operation: 'collections.move', id: 'col_a', body: { parent: { $change: 0 } }, requires: [0] },
      { operation: 'collections.update', id: 'col_a', body: { title: 'A' } },
    ]);
  });
});
