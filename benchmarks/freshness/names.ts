import { formatStamp } from '@severe/base';
import type { ExpectedFrame } from '../support/expected-frames.ts';

/** Name of a frame in what the providers and the client note. Events and lists tell times to the minute. */
export function nameOfFrame(family: string, { product, runAt, validAt }: ExpectedFrame): string {
  return [family, product, ...(runAt ? [formatStamp(runAt)] : []), formatStamp(validAt)].join('/');
}

/** Name of a message of an alert. The provider and the service identify alerts in different ways. */
export function nameOfMessage(sent: string, event: string, area: string): string {
  return ['alerts', Date.parse(sent), event, area].join('/');
}
