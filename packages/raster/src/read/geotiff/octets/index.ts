import { octetsInMemory, type Octets } from './octets.ts';
import { RangedOctets, type RangedFile } from './ranged.ts';

export type { Octets, Stretch } from './octets.ts';
export type { RangedFile } from './ranged.ts';

/** The octets of a file in memory, or of one that stays where it is. */
export function octetsOf(file: Uint8Array | RangedFile): Octets {
  return file instanceof Uint8Array ? octetsInMemory(file) : new RangedOctets(file);
}
