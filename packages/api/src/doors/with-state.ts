import { Reply } from '@severe/http';
import type { ApiContext } from '../context.ts';
import { isPresent } from '../resources/meta/source-status.ts';

/** Whether a source has no recent data: then a form of its list says so, because an empty one looks like good news. */
export async function isMissing(id: string, { sourceStates }: Pick<ApiContext, 'sourceStates'>): Promise<boolean> {
  const state = (await sourceStates()).find(({ source }) => source.id === id);
  return state === undefined || !isPresent(state.status);
}

/** How long the state of a source is true in a response: it is read again after that. */
const stateMs = 5_000;

/** A form of a list between a beginning that tells the state of its source, and an end. It has no further pages. */
export function withState(
  { status, headers, body, isCurrent }: Reply,
  { head, tail = '' }: { head: string; tail?: string },
  { clock }: Pick<ApiContext, 'clock'>,
): Reply {
  const { Link: _, ...rest } = headers;
  const until = clock().getTime() + stateMs;
  const bytes = Buffer.concat([Buffer.from(head), body as Uint8Array, Buffer.from(tail)]);
  return new Reply(status, rest, bytes, () => isCurrent?.() === true && clock().getTime() < until);
}
