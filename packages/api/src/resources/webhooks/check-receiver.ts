import { invalid, messageOf, type Settings } from '@severe/base';
import { checkUrl, RefusedAddress, resolvePublic, type GuardPolicy } from '@severe/outbound';

export function policyOf({ webhookAllowPrivate }: Pick<Settings, 'webhookAllowPrivate'>): GuardPolicy {
  return { allowPrivate: webhookAllowPrivate };
}

/**
 * Checks the URL of a receiver as every delivery does, its name included.
 *
 * @throws {RequestError} 422 unless it is https and resolves to public addresses only
 */
export async function checkReceiver(url: string, policy: GuardPolicy): Promise<void> {
  try {
    const { host, isAddress } = checkUrl(url, policy);
    if (!isAddress) await resolvePublic(host, policy);
  } catch (error) {
    if (error instanceof RefusedAddress) throw invalid(['body', 'url'], error.message);
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw invalid(['body', 'url'], `URL should resolve to a public address: ${messageOf(error)}`);
  }
}
