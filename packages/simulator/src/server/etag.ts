import { createHash } from 'node:crypto';

/** The quoted ETag of an object. Seed and key determine its bytes, so the tag is computed from them. */
export function etagOf(seed: number, key: string): string {
  return `"${createHash('md5').update(`${seed}:${key}`).digest('hex')}"`;
}
