import { mapInSteps } from '@severe/async';
import { Reply } from '@severe/http';
import { featureTextsOf, type ListedFeature } from './features-of.ts';

/** Another form of the features of a list. */
export interface Form {
  /** Its media type. */
  media: string;
  /** What comes before the features. */
  head?: string;
  textOf: (feature: ListedFeature) => string;
}

/**
 * Makes another form of the replies of a list, once for each: a list that is kept has the same bytes while it is current, so its forms are
 * kept with it and go with it.
 */
export function createReform(): (reply: Reply, form: Form) => Promise<Reply> {
  const made = new WeakMap<Uint8Array, Promise<Buffer>>();

  async function bytesOf(body: Uint8Array, { head = '', textOf }: Form): Promise<Buffer> {
    const texts = featureTextsOf(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString());
    const parts = await mapInSteps(texts, (text) => textOf(JSON.parse(text) as ListedFeature));
    return Buffer.from(`${head}${parts.join('')}`);
  }

  return async ({ status, headers, body, isCurrent }, form) => {
    const list = body as Uint8Array;
    const making = made.get(list) ?? bytesOf(list, form);
    made.set(list, making);
    const { 'Content-Type': _, ...rest } = headers;
    return new Reply(status, { 'Content-Type': form.media, ...rest }, await making, isCurrent);
  };
}
