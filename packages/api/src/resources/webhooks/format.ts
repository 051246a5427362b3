import { invalid } from '@severe/base';
import { channelAt, channelOf, type WebhookFormat } from '@severe/outbound';

/** The format that a new webhook has: what its body says, or what the service at its address reads. */
export function formatOf({ url, format }: { url: string; format?: WebhookFormat | undefined }): WebhookFormat {
  return format ?? channelAt(new URL(url)) ?? 'json';
}

/** Refuses an address that its channel cannot use. @param url a URL that was checked before @throws {RequestError} 422 */
export function checkFormat({ url, format }: { url: string; format: string }): void {
  const problem = channelOf(format)?.problemOf(new URL(url));
  if (problem !== undefined) throw invalid(['body', 'url'], `The address of ${format} is not complete: ${problem}`);
}
