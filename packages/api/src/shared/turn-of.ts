import type { ApiContext } from '../context.ts';

/** What tells who sends a request. */
type Sender = Parameters<ApiContext['clientOf']>[0] & {
  /** Whose portion its API key takes. */
  portion?: string | undefined;
};

/**
 * The client whose turn a request takes: the account of its API key, else its address. Accounts of a network without a confirmed
 * address are one client.
 */
export function turnOf({ portion, address, headers }: Sender, { clientOf }: Pick<ApiContext, 'clientOf'>): string {
  return portion ?? clientOf({ address, headers });
}
