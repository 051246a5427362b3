import { clamp, smoothstep } from '../model/curves.ts';

/** Height of the melting layer over the simulated plains, km above sea level. */
const meltingKm = 4.1;

/**
 * The echo of a column at a height: as at the ground up to 1.5 km, strongest in the middle, then weaker towards the
 * 18 dBZ top and gone a kilometre above it.
 *
 * @param base     at the lowest level, dBZ
 * @param strongest of the column, dBZ
 * @param topKm    of the 18 dBZ echo; 0 where there is none
 */
export function dbzAt(base: number, strongest: number, topKm: number, heightKm: number): number {
  const shallow = Math.min(strongest, 18) - 7 * Math.max(0, heightKm - 2.5);
  if (topKm === 0) return shallow;
  return Math.max(shallow, tallAt(base, strongest, topKm, heightKm));
}

function tallAt(base: number, strongest: number, topKm: number, heightKm: number): number {
  const full = Math.max(3, 0.55 * topKm);
  if (heightKm > topKm) return 18 - 18 * (heightKm - topKm);
  if (heightKm > full) return strongest - (strongest - 18) * ((heightKm - full) / (topKm - full)) ** 1.4;
  return base + (strongest - base) * smoothstep(1.5, full * 0.8, heightKm);
}

/** What an echo consists of, as far as polarisation tells it apart. */
export interface Substance {
  /** Share of hail: 0 to 1. */
  hail: number;
  /** Share of what a tornado has lifted. */
  debris: number;
}

/** Writes the share of hail: in strong cores of tall storms, most of it aloft. */
export function hailAt(dbz: number, topKm: number, heightKm: number): number {
  return smoothstep(52, 62, dbz) * smoothstep(9, 12, topKm) * clamp(0.7 + 0.1 * heightKm, 0, 1);
}

/** Differential reflectivity, dB: large drops are flat; hail tumbles, ice is dry, and debris has no shape. */
export function zdrOf(dbz: number, heightKm: number, { hail, debris }: Substance): number {
  const rain = clamp(0.1 + 0.00125 * Math.max(0, dbz - 5) ** 1.95, 0, 4);
  const frozen = smoothstep(meltingKm - 0.3, meltingKm + 0.8, heightKm);
  const wet = 0.9 * Math.exp(-(((heightKm - meltingKm) / 0.3) ** 2)) * (dbz < 45 ? 1 : 0.2);
  const water = rain * (1 - frozen) + 0.25 * frozen + wet;
  return (water * (1 - hail) + 0.1 * hail) * (1 - debris);
}

/** Correlation of the two polarisations: near 1 for what is alike, low in hail, melting snow and debris. */
export function rhoOf(dbz: number, heightKm: number, signalDb: number, { hail, debris }: Substance): number {
  const melting = 0.06 * Math.exp(-(((heightKm - meltingKm) / 0.3) ** 2)) * (dbz < 45 ? 1 : 0.3);
  const weak = 0.12 * Math.exp(-Math.max(0, signalDb) / 4);
  return clamp(0.992 - melting - weak - 0.065 * hail - 0.38 * debris, 0.25, 1);
}

/** The weakest echo that is found at a distance, dBZ. */
export function faintest(slantKm: number): number {
  return -41.5 + 20 * Math.log10(Math.max(1, slantKm));
}
