import type { ApiContext } from '../context.ts';

/** Whether a source has no recent data: then a form of its list says so, because an empty one looks like good news. */
export async function isMissing(id: string, { sourceStates }: Pick<ApiContext, 'sourceStates'>): Promise<boolean> {
  const state = (await sourceStates()).find(({ source }) => source.id === id);
  return state === undefined || !['ok', 'late'].includes(state.status);
}

/** How long that is true in a response: states of sources are read again after it. */
export const stateMs = 5_000;
