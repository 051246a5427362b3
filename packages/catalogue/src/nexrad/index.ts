import { cc } from './cc.ts';
import type { SweepProduct } from './product.ts';
import { reflectivity } from './reflectivity.ts';
import { sw } from './sw.ts';
import { srm, velocity } from './velocity.ts';
import { zdr } from './zdr.ts';

export * from './product.ts';
export * from './sites.ts';

/** Products of a single radar, in the order of the API. */
export const sweepProducts: SweepProduct[] = [reflectivity, velocity, srm, cc, zdr, sw];

/** Finds a product of a single radar by id. */
export function findSweepProduct(id: string): SweepProduct | undefined {
  return sweepProducts.find((product) => product.id === id);
}

/** Facts about the network that more than one package needs. */
export const nexrad = {
  /** Usual interval of volumes. */
  everySeconds: 300,
  /** Ground range of the longest sweep. */
  reachM: 460_000,
  attribution: 'NOAA/NWS NEXRAD',
} as const;
