import type { Operation } from '../../../api/contract/operation.ts';
import type { Id } from '../../../model/effects/facts.ts';
import type { Difference } from '../compare.ts';
import type { RequestWriter } from '../writer.ts';
import type { DefaultWish } from './sites-defaults.ts';
import { purpose } from './sites-work.ts';

/** How a section or a site is changed: its fields and its default, in one request if possible. */
export interface Patching {
  readonly writer: RequestWriter;
  readonly operation: Operation;
  params(): Record<string, Id>;
  /** The new values of its fields. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The differences of these fields; none if another request names them. */
  readonly own: readonly Difference[];
  /** All its differences. */
  readonly all: readonly Difference[];
  /** The default of the list in it, by the name of the field. */
  readonly wish: { readonly field: string; readonly of: DefaultWish } | undefined;
}

/** Sends what is to be changed and not sent yet, in one request. The default is left for later while it has no id. */
export interface Patch {
  /** Returns the requests that have changed the thing. */
  send(requires?: readonly number[]): readonly number[];
  /** Sets another default before the old one goes, if it has its id: calls `send`. Returns the requests. */
  settleDefault(send: () => readonly number[]): readonly number[];
}

export function createPatch({ writer, operation, params, values, own, all, wish }: Patching): Patch {
  const sent: number[] = [];
  let isChanged = Object.keys(values).length === 0;
  let isSettled = wish === undefined;

  function send(requires: readonly number[] = []): readonly number[] {
    const id = isSettled ? undefined : wish?.of.id();
    const body = {
      ...(!isChanged && values),
      ...(wish && id !== undefined && { [wish.field]: id }),
    };
    if (Object.keys(body).length === 0) return sent;
    const settled = id === undefined || !wish ? [] : [wish.of];
    sent.push(
      writer.add({
        operation,
        params: params(),
        body,
        ...purpose(
          [...(isChanged ? [] : own), ...settled.flatMap((one) => one.own)],
          [...all, ...settled.flatMap(({ placed }) => placed.differences)],
        ),
        requires,
      }),
    );
    isChanged = true;
    isSettled ||= id !== undefined;
    return sent;
  }
  return {
    send,
    settleDefault(sendAll) {
      if (wish?.of.id() === undefined) return [];
      return isSettled ? sent : sendAll();
    },
  };
}
