import type { ApiContext } from '../context.ts';

/** What tells who sends a request. */
type Sender = Parameters<ApiContext['clientOf']>[0] & { keyId?: number | undefined };

/** The client whose turn a request takes: its API key, else its address. */
export function turnOf({ keyId, address, headers }: Sender, { clientOf }: Pick<ApiContext, 'clientOf'>): string {
  return keyId === undefined ? clientOf({ address, headers }) : `key ${keyId}`;
}
