import { createHash } from 'node:crypto';

/** The tag of an object, quoted. Seed and key decide every byte of it, so they do for the bytes themselves. */
export function etagOf(seed: number, key: string): string {
  return `"${createHash('md5').update(`${seed}:${key}`).digest('hex')}"`;
}
