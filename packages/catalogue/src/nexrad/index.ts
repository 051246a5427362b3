import { cc } from './cc.ts';
import type { SweepProduct } from './product.ts';
import { reflectivity } from './reflectivity.ts';
import { sw } from './sw.ts';
import { srm, velocity } from './velocity.ts';
import { zdr } from './zdr.ts';

export * from './product.ts';
export * from './sites.ts';

/** What is served of a single radar, in the order in which the service lists it. */
export const sweepProducts: SweepProduct[] = [reflectivity, velocity, srm, cc, zdr, sw];

/** The product of that name, or undefined. */
export function findSweepProduct(id: string): SweepProduct | undefined {
  return sweepProducts.find((product) => product.id === id);
}

/** Facts about the network that more than one package needs. */
export const nexrad = {
  /** Stands for a product in what asks how often there is a new frame. */
  everySeconds: 300,
  /** How far the longest sweep reaches over the ground. */
  reachM: 460_000,
  attribution: 'NOAA/NWS NEXRAD',
} as const;
