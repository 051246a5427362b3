import { hash } from 'node:crypto';
import { mapInSteps } from '@severe/async';
import { Reply } from '@severe/http';
import { LRUCache } from 'lru-cache';
import { featureTextsOf, type ListedFeature } from './features-of.ts';
import { keptWith } from './kept-with.ts';

/** Another form of the features of a list. */
export interface Form {
  /** Its media type. */
  media: string;
  /** What comes before the features. */
  head?: string;
  textOf: (feature: ListedFeature) => string;
  /** What else its texts depend on; absent: on something that cannot be named. */
  dependsOn?: string;
}

/** Memory of all texts: those of a stormy day in every form. */
const mostBytes = 12e6;
/** Longer lists are of points, which are others in each. */
const mostFeatures = 200;

/** Texts that were made before, by form and hash of the feature: the same alert is in many lists. */
const known = new LRUCache<string, Buffer>({
  maxSize: mostBytes,
  sizeCalculation: ({ length }, key) => length + key.length + 200, // overhead of an entry
});
let forms = 0;

/** Makes another form of the replies of a list, once for each. */
export function createReform(): (reply: Reply, form: Form) => Promise<Reply> {
  const kept = keptWith<Promise<Buffer>>();
  const name = `${forms++}`;
  return async ({ status, headers, body, isCurrent }, form) => {
    const list = body as Uint8Array;
    const bytes = await kept(list, () => bytesOf(list, form, name));
    return new Reply(status, { ...headers, 'Content-Type': form.media }, bytes, isCurrent);
  };
}

async function bytesOf(list: Uint8Array, { head = '', textOf, dependsOn }: Form, name: string): Promise<Buffer> {
  const texts = featureTextsOf(textIn(list));
  const make = (text: string): Buffer => Buffer.from(textOf(JSON.parse(text) as ListedFeature));
  const isKept = dependsOn !== undefined && texts.length <= mostFeatures;
  const of = `${name} ${dependsOn} `;
  const keep = (text: string): Buffer => keptText(of + hash('sha1', text, 'base64'), () => make(text));
  const parts = await mapInSteps(texts, isKept ? keep : make);
  return Buffer.concat([Buffer.from(head), ...parts]);
}

function keptText(key: string, make: () => Buffer): Buffer {
  const before = known.get(key);
  if (before) return before;
  const made = make();
  known.set(key, made);
  return made;
}

/** Bytes as a buffer, without a copy. */
export const bufferOf = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** The text of bytes, which are not copied before. */
export const textIn = (bytes: Uint8Array): string => bufferOf(bytes).toString();
