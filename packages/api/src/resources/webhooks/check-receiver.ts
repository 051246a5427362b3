import { invalid, type Settings } from '@severe/base';
import { checkUrl, notPublic, RefusedAddress, resolvePublic, type Resolve, type GuardPolicy } from '@severe/outbound';

export function policyOf({ webhookAllowPrivate }: Pick<Settings, 'webhookAllowPrivate'>): GuardPolicy {
  return { allowPrivate: webhookAllowPrivate };
}

/**
 * Checks the URL of a receiver as every delivery does, its name included. A name that does not resolve and one that leads into
 * this network get the same answer.
 *
 * @param resolve replaces name servers, in tests
 * @throws {RequestError} 422 unless it is https and resolves to public addresses only
 */
export async function checkReceiver(url: string, policy: GuardPolicy, resolve?: Resolve): Promise<void> {
  try {
    const { host, isAddress } = checkUrl(url, policy);
    if (!isAddress) await resolvePublic(host, policy, resolve);
  } catch (error) {
    if (error instanceof RefusedAddress) throw invalid(['body', 'url'], error.message);
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw invalid(['body', 'url'], notPublic);
  }
}
