import { mapInSteps } from '@severe/async';
import { Reply } from '@severe/http';
import { featureTextsOf, type ListedFeature } from './features-of.ts';
import { keptWith } from './kept-with.ts';

/** Another form of the features of a list. */
export interface Form {
  /** Its media type. */
  media: string;
  /** What comes before the features. */
  head?: string;
  textOf: (feature: ListedFeature) => string;
}

/** Makes another form of the replies of a list, once for each. */
export function createReform(): (reply: Reply, form: Form) => Promise<Reply> {
  const kept = keptWith<Promise<Buffer>>();
  return async ({ status, headers, body, isCurrent }, form) => {
    const list = body as Uint8Array;
    const bytes = await kept(list, () => bytesOf(list, form));
    return new Reply(status, { ...headers, 'Content-Type': form.media }, bytes, isCurrent);
  };
}

async function bytesOf(list: Uint8Array, { head = '', textOf }: Form): Promise<Buffer> {
  const texts = featureTextsOf(textIn(list));
  const parts = await mapInSteps(texts, (text) => textOf(JSON.parse(text) as ListedFeature));
  return Buffer.from(`${head}${parts.join('')}`);
}

/** Bytes as a buffer, without a copy. */
export const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The text of bytes, which are not copied before. */
export const textIn = (bytes: Uint8Array): string => bufferOf(bytes).toString();
